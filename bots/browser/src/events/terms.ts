/** The conditions of an event in words, as its players read them before they enter. */

import { shownNumber } from "../ui/numbers.ts";
import { awardOfBye, type Conditions, hasByes, minutesOf, scoresOf, timingOf } from "./model.ts";
import type { EventWords } from "../i18n/en/events.ts";

/** Returns the conditions of an event of a game in words; `scoring` is the way in which it is scored. */
export function termsOf(conditions: Conditions, game: string, scoring: string, said: EventWords): string[] {
  const timing = timingOf(conditions), scores = scoresOf(game, scoring);
  const { drop, nearest, ties, vp, late_award, no_show_s } = conditions, bye = awardOfBye(conditions);
  const terms: readonly (string | false | undefined)[] = [
    said.scorings[scoring],
    conditions.vp !== "" && said.scales[conditions.vp],
    scores === "matchpoints" && (conditions.neuberg ? said.neuberg : said.noNeuberg),
    scores === "datum" && said.datum(drop === null ? "" : String(drop), String(nearest)),
    said.timings[timing](shownNumber(minutesOf(conditions))),
    timing === "round" && said.grace(shownNumber(conditions.grace_s / 60)),
    said.unplayed[conditions.unplayed],
    hasByes(conditions) &&
    (bye === null ? said.noByeAward : said.byeAwards[bye.unit](shownNumber(bye.amount))),
    late_award !== null && hasByes(conditions) &&
    said.missedAwards[vp === "" ? "percent" : "vp"](shownNumber(late_award / 100)),
    ties.length === 0 ? said.shareRank : said.equalTotals(ties.map((each) => said.ties[each] ?? each)),
    conditions.late_until > 0 && said.lateUntil(conditions.late_until),
    conditions.check_in && said.checkInNeeded,
    conditions.robot !== null && said.robotsFill,
    no_show_s > 0 && said.comesLate(shownNumber(no_show_s / 60)),
    conditions.moving && said.boardsMove,
    !conditions.live_ranking && said.rankingAtEnd,
  ];
  return terms.filter((each) => typeof each === "string" && each !== "") as string[];
}
