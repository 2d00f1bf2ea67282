/** The assertions of the tests of the page. */

export function assertEquals(got: unknown, expected: unknown): void {
  const [one, other] = [text(got), text(expected)];
  if (one !== other) throw new Error(`expected ${other}, got ${one}`);
}

export function assert(holds: unknown, message = "expected this to hold"): asserts holds {
  if (!holds) throw new Error(message);
}

/** Returns a value as JSON with its keys in order, so that equal values have equal texts. */
function text(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, each) =>
      typeof each === "object" && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => one < other ? -1 : 1))
        : each,
  ) ?? "undefined";
}
