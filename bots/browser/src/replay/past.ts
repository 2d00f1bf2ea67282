/** A finished deal of this server, shown position by position. */

import { batch, computed, signal } from "@preact/signals";
import { http } from "../page.ts";
import { HttpRefusal } from "../wire/http.ts";
import {
  type Analysis,
  type DealRow,
  dealsOf,
  type Eyes,
  gameOfPub,
  LIST_FORMAT,
  parted,
  type Position,
} from "./model.ts";

/** Positions before and after the shown one that are loaded ahead. */
const AHEAD = 3;

export class PastGame {
  /** The position that is shown; null until the first has come. */
  readonly position = signal<Position | null>(null);
  /** The position that is wanted; it is shown as soon as it has come. */
  readonly turn = signal(0);
  readonly eyes = signal<Eyes>("all");
  readonly turns = computed(() => this.position.value?.turns ?? 0);
  /** The reason why the deal cannot be shown; null while it can. */
  readonly fault = signal<HttpRefusal | null>(null);
  readonly deals = signal<readonly DealRow[]>([]);
  /** The number of calls of the whole auction; null while the list of deals has not come. */
  readonly auction = computed(() => {
    const { number } = parted(this.id);
    return this.deals.value.find((deal) => deal.number === number)?.calls ?? null;
  });
  /** The double-dummy analysis, or why there is none; null while it has not come. */
  readonly analysis = signal<Analysis | HttpRefusal | null>(null);
  #cache = new Map<string, Promise<Position>>();
  #ended = false;

  constructor(readonly id: string) {}

  /** Shows a position; one behind the last becomes the last. */
  async open(turn: number, eyes: Eyes): Promise<void> {
    this.fault.value = null;
    try {
      const first = await this.#load(0, "all");
      batch(() => {
        if (this.position.value === null) this.position.value = first;
        this.eyes.value = eyes === "all" || eyes < first.players.length ? eyes : "all";
      });
      await this.#show(Math.min(turn, first.turns));
    } catch (error) {
      if (!this.#ended) this.fault.value = refusalOf(error);
    }
  }

  seek(turn: number): void {
    const wanted = Math.max(0, Math.min(turn, this.turns.value));
    if (wanted !== this.turn.value) void this.#show(wanted);
  }

  see(eyes: Eyes): void {
    this.eyes.value = eyes;
    void this.#show(this.turn.value);
  }

  end(): void {
    this.#ended = true;
  }

  async #show(turn: number): Promise<void> {
    this.turn.value = turn;
    const eyes = this.eyes.value;
    try {
      const position = await this.#load(turn, eyes);
      if (this.#ended || turn !== this.turn.value || eyes !== this.eyes.value) return;
      batch(() => {
        this.position.value = position;
        this.fault.value = null;
      });
      for (let by = 1; by <= AHEAD; by++) {
        for (const near of [turn + by, turn - by]) {
          if (near >= 0 && near <= position.turns) void this.#load(near, eyes).catch(() => null);
        }
      }
    } catch (error) {
      if (!this.#ended) this.fault.value = refusalOf(error);
    }
  }

  /** Loads a position, each only once. */
  #load(turn: number, eyes: Eyes): Promise<Position> {
    const key = `${turn} ${eyes}`;
    let loaded = this.#cache.get(key);
    if (loaded === undefined) {
      loaded = patiently(() =>
        http.get(`/v1/games/${this.id}`, { turn: String(turn), as: String(eyes) }) as Promise<Position>
      );
      this.#cache.set(key, loaded);
      loaded.catch(() => this.#cache.delete(key));
    }
    return loaded;
  }

  /** Loads the list of all finished deals of the table. */
  async list(): Promise<void> {
    const position = this.position.value;
    if (position === null) return;
    const game = gameOfPub(position.pub);
    const { table } = parted(this.id);
    const record = await patiently(() => http.get(`/v1/games/${table}`, { format: LIST_FORMAT[game] }))
      .catch(() => null); // Without the list, the deal itself is still shown.
    if (record !== null && !this.#ended) this.deals.value = dealsOf(game, record);
  }

  async analyse(): Promise<void> {
    this.analysis.value = null;
    try {
      const answer = await patiently(() => http.get(`/v1/games/${this.id}/analysis`));
      const { boards } = answer as { boards: Analysis[] };
      this.analysis.value = boards[0] ?? null;
    } catch (error) {
      this.analysis.value = refusalOf(error);
    }
  }
}

/** Returns the number of the first finished deal of a table, whatever its game. */
export async function firstDeal(table: string): Promise<number> {
  const [first] = await http.get(`/v1/games/${table}`, { format: LIST_FORMAT.bridge })
    .then((record) => dealsOf("bridge", record))
    .catch(async (error: unknown) => {
      // The server refuses a format of another game; every other refusal is final.
      if (refusalOf(error).code !== "invalid_message") throw error;
      const record = await http.get(`/v1/games/${table}`, { format: LIST_FORMAT.hanabi });
      return dealsOf(isSpades(record) ? "spades" : "hanabi", record);
    });
  return first?.number ?? 1;
}

function isSpades(record: unknown): boolean {
  return typeof record === "object" && record !== null && "hands" in record && "rules" in record;
}

export function refusalOf(error: unknown): HttpRefusal {
  return error instanceof HttpRefusal ? error : new HttpRefusal("internal", String(error));
}

/** Sends a request again, as often as the server asks for it. */
export async function patiently<T>(request: () => Promise<T>): Promise<T> {
  for (let again = 0;; again++) {
    try {
      return await request();
    } catch (error) {
      const wait = error instanceof HttpRefusal ? error.retryMs : null;
      if (wait === null || again >= 5) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
