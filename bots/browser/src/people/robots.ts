/** The names of the house robots that a server offers, and of their levels. */

import { words } from "../i18n/index.ts";
import type { WelcomeUpdate } from "../wire/protocol.ts";

/** The character between the name of a robot and its level. */
const BETWEEN = ":";
/** The usual levels, the quickest first. */
const LEVELS = ["quick", "", "expert"];
/** The usual robots of the games, which need no word for their kind. */
const USUAL = ["sampler", "friendly"];

/** Returns the names of the robots that play a game: the game's usual robot and its levels, then the plain robot. */
export function robotsOf(welcome: WelcomeUpdate | null, game: string, usual = "plain"): string[] {
  const robots = (welcome?.robots ?? []).filter((robot) => robot.games.includes(game));
  const rank = (name: string) =>
    name === usual ? 0 : name.startsWith(usual + BETWEEN) ? 1 : name === "plain" ? 2 : 3;
  return robots.map((robot) => robot.name).sort((one, other) =>
    rank(one) - rank(other) || (one < other ? -1 : 1)
  );
}

/**
 * Returns the levels at which a robot is offered, the quickest first. The usual level is "": the robot's name has no
 * level. A robot without levels has only this one.
 */
export function levelsOf(robots: readonly string[], robot: string): string[] {
  const rank = (level: string) => {
    const known = LEVELS.indexOf(level);
    return known < 0 ? LEVELS.length : known;
  };
  return robots.flatMap((name) => {
    const [before, level = ""] = name.split(BETWEEN);
    return before === robot ? [level] : [];
  }).sort((one, other) => rank(one) - rank(other));
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

/** Returns a house robot as it is listed, such as "robot (simple)". */
export function robotListed(robot: string): string {
  return words.value.people.robot(robotKind(robot));
}

/** Returns the name under which the server offers a robot at a level. */
export function atLevel(robot: string, level: string): string {
  return level ? robot + BETWEEN + level : robot;
}
