/** The names of the house robots that a server offers, and of their levels. */

import { words } from "../i18n/index.ts";
import type { Strength } from "../ui/preferences.ts";
import type { WelcomeUpdate } from "../wire/protocol.ts";

export type { Strength };

/** The character between the name of a robot and its level. */
const BETWEEN = ":";
const PLAIN = "plain";
/** The usual robots of the games, which need no word for their kind. */
const USUAL = ["sampler", "friendly"];

/** Returns the names of the robots that play a game: the game's usual robot and its levels, then the plain robot. */
export function robotsOf(welcome: WelcomeUpdate | null, game: string, usual = PLAIN): string[] {
  const robots = (welcome?.robots ?? []).filter((robot) => robot.games.includes(game));
  const rank = (name: string) =>
    name === usual ? 0 : name.startsWith(usual + BETWEEN) ? 1 : name === PLAIN ? 2 : 3;
  return robots.map((robot) => robot.name).sort((one, other) =>
    rank(one) - rank(other) || (one < other ? -1 : 1)
  );
}

/**
 * Returns the robots of a game that are offered first, the weakest first: the plain robot for beginners, the game's
 * usual robot, and this robot at its expert level. A robot that the server does not have is left out.
 */
export function strengthsOf(robots: readonly string[], usual = PLAIN): [Strength, string][] {
  const every: [Strength, string][] = [
    ["beginner", PLAIN],
    ["good", usual === PLAIN ? "" : usual],
    ["best", usual + BETWEEN + "expert"],
  ];
  return every.filter(([, robot]) => robots.includes(robot));
}

/** Returns the robot of a strength, or the usual one of the strengths that there are; "" if there is none. */
export function robotAt(strengths: readonly [Strength, string][], wanted: Strength): string {
  const of = (strength: Strength) => strengths.find(([each]) => each === strength)?.[1];
  return of(wanted) ?? of("good") ?? strengths[0]?.[1] ?? "";
}

/** Returns the kind and the level of a house robot in the page's language; "" for a usual robot of a game. */
export function robotKind(robot: string): string {
  const [name = "", level = ""] = robot.split(BETWEEN), { robotKinds, robotLevels } = words.value.people;
  return [USUAL.includes(name) ? "" : robotKinds[name] ?? name, robotLevels[level] ?? level].filter(Boolean)
    .join(", ");
}

/** Returns true for the name of a house robot that the page knows, also with a level. */
export function isRobotName(name: string): boolean {
  const [robot = ""] = name.split(BETWEEN);
  return USUAL.includes(robot) || Object.hasOwn(words.value.people.robotKinds, robot);
}

/**
 * Returns the name of a player in a record. A record has only the kind of a robot: the robot is called after its seat,
 * or only "Robot" where a seat of null says that the seat stands beside the name.
 */
export function recordedName(name: string, seat: number | null): string {
  const { people, bridge } = words.value;
  if (!isRobotName(name)) return name;
  return seat === null ? bridge.robot : people.robotIn(seat + 1);
}

/** Returns "robot of Ann" for a player that is a robot of the person Ann, "" for a person. */
export function ownerShown(player: { robot_of?: string }): string {
  return player.robot_of ? words.value.people.ownRobotOf(player.robot_of) : "";
}

/** Returns the name of a player, and whose robot it is. */
export function namedWithOwner(player: { name?: string; robot_of?: string }): string {
  return [player.name ?? "", ownerShown(player)].filter(Boolean).join(", ");
}

/** Returns a house robot as it is listed, such as "robot (simple)". */
export function robotListed(robot: string): string {
  return words.value.people.robot(robotKind(robot));
}
