import {
  applies,
  changed,
  CLASSIC,
  comparison,
  PRESETS,
  repaired,
  settled,
  unlikeClassic,
  usualOf,
} from "../src/spades/rules.ts";
import { assert, assertEquals } from "./asserts.ts";
import { uses } from "./spades_forms.ts";
import { CHOICES } from "./spades_views.ts";

Deno.test("options amount to the rules that the server makes of them", () => {
  let accepted = 0;
  for (const { options, rules } of CHOICES) {
    if (rules === null) continue;
    assertEquals(settled(options), rules);
    accepted++;
  }
  assert(accepted > 50, `expected many options that the server accepts, got ${accepted}`);
});

Deno.test("options that the server refuses are changed before they are sent", () => {
  for (const { options, rules } of CHOICES) {
    if (rules !== null) continue;
    assert(
      JSON.stringify(settled(repaired(options))) !== JSON.stringify(settled(options)),
      `expected a change of ${JSON.stringify(options)}`,
    );
  }
});

Deno.test("only options that differ from the usual ones are sent", () => {
  assertEquals(changed({}, "target", 300), { target: 300 });
  assertEquals(changed({ target: 300 }, "target", 500), {});
  assertEquals(changed({ preset: "seed" }, "target", 500), { preset: "seed", target: 500 });
  assertEquals(changed({ preset: "seed", target: 500 }, "target", 250), { preset: "seed" });
  for (const { options } of uses(200)) {
    const rules = settled(options);
    for (const name of Object.keys(options) as (keyof typeof options)[]) {
      if (name === "preset" || applies(rules, name)) continue;
      const { [name]: _, ...others } = options;
      assert(
        name in repaired(others),
        `expected no ${name}, which is not needed, in ${JSON.stringify(options)}`,
      );
    }
    assertEquals(repaired(options), options);
  }
});

Deno.test("a choice that no longer fits is left out", () => {
  assertEquals(changed({ team_bid: "second" }, "players", 3), { players: 3 });
  assertEquals(changed({ jokers: "jjdd" }, "players", 6), { players: 6 });
  assertEquals(changed({ preset: "suicide" }, "players", 3).bidding, "free");
  assertEquals(changed({}, "first_trick", "low_club"), {
    first_trick: "low_club",
    first_leader: "low_club",
  });
  assertEquals(changed({ rounds: 0 }, "target", 0), { target: 0, rounds: 8 });
});

Deno.test("the usual value of an option is that without its own choice", () => {
  const usual = usualOf({ players: 3, nil: 50 });
  assertEquals([usual.sides, usual.nil, usual.players], ["solo", 100, 4]);
});

Deno.test("the rules of each preset are named after it, at every size of table", () => {
  for (const preset of Object.keys(PRESETS) as (keyof typeof PRESETS)[]) {
    assertEquals(comparison(settled({ preset })), { preset, exact: true, differing: [] });
  }
  assertEquals(comparison(settled({ players: 2 })).exact, true);
  assertEquals(comparison(settled({ preset: "solo", players: 5 })).exact, true);
});

Deno.test("rules near a preset are named after it, with the rules that differ", () => {
  const { preset, exact, differing } = comparison(settled({ preset: "whiz", target: 300, bag_limit: 5 }));
  assertEquals([preset, exact, differing.sort()], ["whiz", false, ["bag_limit", "target"]]);
});

Deno.test("the rules that differ from the classic game are listed, without those that mean nothing", () => {
  assertEquals(unlikeClassic(CLASSIC), []);
  assertEquals(unlikeClassic(settled({ players: 5 })), ["players", "sides"]);
  assertEquals(unlikeClassic(settled({ preset: "mirror" })), ["bidding"]);
});
