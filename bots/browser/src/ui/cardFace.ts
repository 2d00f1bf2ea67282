/** The drawings on the faces of the cards, as paths of an SVG picture: pure data. */

/** The size of the picture of small cards and aces, and the middle of its drawing; the rank stands at the left. */
export const SMALL = { box: "0 0 128 182", x: 85, y: 91 };
/** The same for court cards. */
export const COURT = { box: "0 0 100 142", x: 60, y: 71 };

/** The suits, each around its own middle, 20 wide. */
const PIPS: Record<string, string> = {
  S: "m0-10c4 6 10 9 10 13.5 0 3-2.3 4.7-4.7 4.7-2 0-3.6-1-4.5-2.6.3 2.2 1.2 3.9 3 5.4h-7.6c1.8-1.5 2.7-3.2 3-5.4" +
    "-.9 1.6-2.5 2.6-4.5 2.6-2.4 0-4.7-1.7-4.7-4.7 0-4.5 6-7.5 10-13.5z",
  H: "m0 10c-4-6-10-9-10-14.5 0-3.5 2.5-5.5 5-5.5s4.2 1.6 5 3.6c.8-2 2.5-3.6 5-3.6s5 2 5 5.5c0 5.5-6 8.5-10 14.5z",
  D: "m0-11c2.5 4.5 5 7.5 8 11-3 3.5-5.5 6.5-8 11-2.5-4.5-5-7.5-8-11 3-3.5 5.5-6.5 8-11z",
  C: "m0-10a4.8 4.8 0 0 1 3.6 8 4.8 4.8 0 1 1-2.8 7.6c.3 2.2 1.2 3.9 3 5.4h-7.6c1.8-1.5 2.7-3.2 3-5.4" +
    "a4.8 4.8 0 1 1-2.8-7.6 4.8 4.8 0 0 1 3.6-8z",
};

const LEFT = 66, RIGHT = 104, HIGH = 30, LOW = 71;
const ENDS = [[LEFT, HIGH], [RIGHT, HIGH]], SIDES = [...ENDS, [LEFT, SMALL.y], [RIGHT, SMALL.y]];
const FOURS = [...ENDS, [LEFT, LOW], [RIGHT, LOW]];
const CENTRE = [[SMALL.x, SMALL.y]], TOP = [[SMALL.x, HIGH]], BETWEEN = [[SMALL.x, 60]];

type Spots = readonly (readonly number[])[];

/** The places of the suits that stand upright, and of those that stand on their heads, as they are turned round. */
const SPOTS: Record<string, readonly [upright: Spots, turned: Spots]> = {
  "2": [TOP, TOP],
  "3": [[...TOP, ...CENTRE], TOP],
  "4": [ENDS, ENDS],
  "5": [[...ENDS, ...CENTRE], ENDS],
  "6": [SIDES, ENDS],
  "7": [[...SIDES, ...BETWEEN], ENDS],
  "8": [[...SIDES, ...BETWEEN], [...ENDS, ...BETWEEN]],
  "9": [[...FOURS, ...CENTRE], FOURS],
  T: [[...FOURS, [SMALL.x, 50]], [...FOURS, [SMALL.x, 50]]],
};

/** The upper half of a court card: what has the colour of the suit, what is gold, and the skin. */
export interface Court {
  skin: string;
  gold: string;
  ink: string;
}

const FACE = "M51 37h18v11c0 6-4 10-9 10s-9-4-9-10z";
const EYES =
  "M54.6 45a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0zM62.8 45a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0z";
const SHOULDERS = "M34 71c1-10 8-14 17-15l9 7 9-7c9 1 16 5 17 15z";

const COURTS: Record<string, Court> = {
  K: {
    skin: FACE,
    gold: "M47 37l-4-17 9 7 8-11 8 11 9-7-4 17zM56 66h8v5h-8z",
    ink: `${EYES}M49 47c3 1 6 3 11 3s8-2 11-3c1 9-4 17-11 17s-12-8-11-17z${SHOULDERS}`,
  },
  Q: {
    skin: FACE,
    gold: "M49 35c2-3 1-7-1-10l6 3 6-7 6 7 6-3c-2 3-3 7-1 10zM60 64l3.5 3.5L60 71l-3.5-3.5z",
    ink:
      `${EYES}M51 36c-6 3-8 10-7 18 0 3-1 5-3 6 6 1 10-2 10-7zM69 36c6 3 8 10 7 18 0 3 1 5 3 6-6 1-10-2-10-7z` +
      `M57.5 53c1.5 1.2 3.5 1.2 5 0-1 2.2-4 2.2-5 0z${SHOULDERS}`,
  },
  J: {
    skin: FACE,
    gold: "M72 31c6-1 10-6 10-13-7 1-11 6-12 12zM43 71c3-5 9-7 17-4 8-3 14-1 17 4z",
    ink:
      `${EYES}M46 37c-3-9 5-17 15-17 9 0 15 6 13 17-8-3-20-3-28 0zM48 38h4v14c-2 1-4 1-6 0zM68 38h4l2 14c-2 1-4 1-6 0z` +
      `M57.5 53h5v1.600h-5z${SHOULDERS}`,
  },
};

/** The drawing of a card: the suits of a small card, one large suit for an ace, or the half of a court. */
export type Face =
  | { t: "pips"; upright: string; turned: string }
  | { t: "ace"; pip: string }
  | { t: "court"; court: Court };

/** Returns the drawing of a card, null for a card without one, such as a joker. */
export function faceOf(suit: string, rank: string): Face | null {
  const pip = PIPS[suit], spots = SPOTS[rank], court = COURTS[rank];
  if (pip === undefined) return null;
  if (court !== undefined) return { t: "court", court };
  if (spots === undefined) return rank === "A" ? { t: "ace", pip: `M0 0${pip}` } : null;
  const [upright, turned] = spots.map((all) => all.map(([x, y]) => `M${x} ${y}${pip}`).join(""));
  return { t: "pips", upright: upright ?? "", turned: turned ?? "" };
}
