/** Entries as lines of CSV, which a director pastes; `kibitz event enrol` reads the same form. */

/** A player of a line: without an id, the player takes the place with a code. */
export interface Listed {
  id?: string;
  name: string;
}

/** An entry of a list: the number of its first line, from 1, its players and robots, and the name of a team. */
export interface ListedEntry {
  line: number;
  name: string;
  players: Listed[];
  robots: string[];
}

/** The beginning of the id of a house robot, such as `robot:plain`. */
const ROBOT = "robot:";
const COLUMNS = ["team", "id", "name"];

/** Returns the divider of a text: a tab, a semicolon or a comma, whichever its first line has. */
function dividerOf(text: string): string {
  const first = text.split(/\r?\n/).find((line) => line.trim() !== "") ?? "";
  return ["\t", ";", ","].find((each) => first.includes(each)) ?? ",";
}

/** Returns the lines with a cell that is not empty, each with its number; a cell in quotes may have several lines. */
function linesOf(text: string): { line: number; cells: string[] }[] {
  const divider = dividerOf(text), found: { line: number; cells: string[] }[] = [];
  let cells: string[] = [], cell = "", quoted = false, begun = 1, line = 1;
  const endCell = () => {
    cells.push(cell.trim());
    cell = "";
  };
  const endLine = () => {
    endCell();
    if (cells.some(Boolean)) found.push({ line: begun, cells });
    cells = [];
    begun = line;
  };
  const plain = text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at] ?? "";
    if (sign === "\n") line++;
    if (quoted && sign === '"' && plain[at + 1] === '"') cell += plain[++at];
    else if (quoted && sign === '"') quoted = false;
    else if (quoted) cell += sign;
    else if (sign === '"' && cell === "") quoted = true;
    else if (sign === divider) endCell();
    else if (sign === "\n") endLine();
    else if (sign !== " " || cell !== "") cell += sign;
  }
  endLine();
  return found;
}

/** Returns the players of the cells of a line, by the kinds of its columns, which begin again after the last. */
function playersOf(cells: readonly string[], kinds: readonly string[]): { id: string; name: string }[] {
  const players: { id: string; name: string }[] = [];
  let before: string | undefined;
  cells.forEach((cell, place) => {
    const kind = kinds[place % kinds.length], last = players.at(-1);
    if (kind === "name" && before === "id" && last !== undefined) last.name = cell;
    else players.push(kind === "id" ? { id: cell, name: "" } : { id: "", name: cell });
    before = kind;
  });
  while (players.length > 0 && !players.at(-1)?.id && !players.at(-1)?.name) players.pop();
  return players;
}

/**
 * Reads a list of entries, one a line: the id and the name of each player, or `robot:plain` as the id of a house
 * robot. The first line may name the columns: `team` for the name of a team, which stands first, `id` and `name`.
 *
 * Returns the numbers of the lines, from 1, that have no player, a gap, or another number of players than `wanted`.
 */
export function listed(text: string, wanted?: number): { entries: ListedEntry[]; faults: number[] } {
  const lines = linesOf(text), columns = lines[0]?.cells.map((each) => each.toLowerCase()) ?? [];
  const headed = columns.length > 0 && columns.every((each) => each === "" || COLUMNS.includes(each));
  const first = headed && columns[0] === "team" ? 1 : 0;
  const named = headed ? columns.slice(first).filter(Boolean) : [];
  const kinds = named.length > 0 ? named : ["id", "name"];
  const entries: ListedEntry[] = [], faults: number[] = [];
  for (const { line, cells } of lines.slice(headed ? 1 : 0)) {
    const people = playersOf(cells.slice(first), kinds);
    const whole = people.length > 0 && people.every(({ id, name }) => id || name);
    if (!whole || (wanted !== undefined && people.length !== wanted)) {
      faults.push(line);
      continue;
    }
    const isRobot = ({ id, name }: { id: string; name: string }) => (id || name).startsWith(ROBOT);
    entries.push({
      line,
      name: first ? cells[0] ?? "" : "",
      players: people.filter((each) => !isRobot(each)).map(({ id, name }) => id ? { id, name } : { name }),
      robots: people.filter(isRobot).map(({ id, name }) => (id || name).slice(ROBOT.length)),
    });
  }
  return { entries, faults };
}
