/** The names of the house robots that a server offers, and of their levels. */

import type { WelcomeUpdate } from "./wire/protocol.ts";

/** The character between the name of a robot and its level. */
const BETWEEN = ":";
/** The usual levels, the quickest first. */
const LEVELS = ["quick", "", "expert"];

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

/** Returns the name under which the server offers a robot at a level. */
export function atLevel(robot: string, level: string): string {
  return level ? robot + BETWEEN + level : robot;
}
