/** The server's clock as the page knows it: the page's clock may be wrong by minutes. */

export class ServerClock {
  /** The server's time minus the page's time (ms), from the message that came fastest in the last minute. */
  #offsets: { at: number; offset: number }[] = [];

  /** Notes the time in a message of the server that has just arrived. */
  hear(nowMs: number): void {
    const at = Date.now();
    // A message takes time, so each offset is a little too small: the largest is the best.
    this.#offsets = [...this.#offsets.filter((each) => at - each.at < 60_000), { at, offset: nowMs - at }]
      .slice(-20);
  }

  /** Returns the present time of the server (ms since 1970). */
  now(): number {
    const offsets = this.#offsets.map((each) => each.offset);
    return Date.now() + (offsets.length ? Math.max(...offsets) : 0);
  }
}
