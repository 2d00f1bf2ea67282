/** The choice of the robot of a seat: three strengths first, and all other robots behind one press. */

import { useState } from "preact/hooks";
import { words } from "../i18n/index.ts";
import { robotListed, strengthsOf } from "./robots.ts";

/** The value of the choice that shows the other robots; no robot has a space in its name. */
const MORE = "more robots";

export function RobotSelect({ label, value, robots, usual, others, change }: {
  label: string;
  value: string;
  robots: readonly string[];
  /** The usual robot of the game. */
  usual?: string | undefined;
  /** The choices before the robots, as value and text. */
  others: readonly (readonly [value: string, text: string])[];
  change: (value: string) => void;
}) {
  const said = words.value.people;
  const [isOpen, setOpen] = useState(false);
  const first = strengthsOf(robots, usual);
  const rest = robots.filter((robot) => !first.some(([, each]) => each === robot));
  const hasOther = first.every(([, robot]) => robot !== value) && others.every(([other]) => other !== value);
  const shown = isOpen || hasOther ? [...new Set([...rest, ...hasOther ? [value] : []])] : [];
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (chosen === MORE) setOpen(true);
        else change(chosen);
      }}
    >
      {others.map(([other, text]) => <option key={other} value={other}>{text}</option>)}
      {first.map(([strength, robot]) => (
        <option key={robot} value={robot}>{said.robotOfStrength(said.strengths[strength])}</option>
      ))}
      {shown.map((robot) => <option key={robot} value={robot}>{robotListed(robot)}</option>)}
      {rest.length > 0 && shown.length < rest.length && <option value={MORE}>{said.moreRobots}</option>}
    </select>
  );
}
