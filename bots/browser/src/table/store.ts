/** The state of one table: messages of the server come in, signals change. Components read signals. */

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Answer, Connection } from "../wire/connection.ts";
import { fold } from "../wire/fold.ts";
import type {
  Action,
  AppointUpdate,
  ChatRequest,
  HostRequest,
  KnockUpdate,
  NoticeUpdate,
  Own,
  PeopleUpdate,
  Pub,
  RefusedUpdate,
  Ruling,
  Said,
  ToClient,
  ToServer,
  ViewUpdate,
  WatchRequest,
} from "../wire/protocol.ts";
import { ServerClock } from "./clock.ts";
import { isHidden } from "./seats.ts";

/** An action that the server has not stored yet. */
export interface Pending {
  action: Action;
  /** The decision that the action answers, null for an action that answers none, such as a claim. */
  decision: string | null;
}

export type Audience = NonNullable<WatchRequest["as"]>;
/** The notes of one player on cards, by the number of the card. */
export type Notes = Record<string, string>;
type WithoutTable<R> = R extends ToServer ? Omit<R, "table" | "id"> : never;
/** A request to this table, without the table's id. */
export type Request = WithoutTable<Extract<ToServer, { table: string }>>;

/** A player who calls the director, and what the player wrote to the directors. */
export interface DirectorCall {
  name: string;
  text: string;
}

/** The number of chat lines that are kept, which is the number that the server sends at most after `watch`. */
const CHAT_LINES = 200;

/** The time after which a player is told that an action still waits for the server (ms). */
const WAITS_MS = 1_000;

export class TableStore {
  /** The table as this page's audience sees it; null until the first view has come. */
  readonly view = signal<ViewUpdate | null>(null);
  readonly pub: ReadonlySignal<Pub | null> = computed(() => this.view.value?.pub ?? null);
  readonly own: ReadonlySignal<Own | null> = computed(() => this.view.value?.own ?? null);
  readonly game = computed(() => this.pub.value?.game ?? null);
  readonly audience = computed(() => this.view.value?.audience ?? null);
  /** The seat of this page's player, null for a watcher. */
  readonly mySeat = computed(() => {
    const own = this.own.value as { seat?: number | null } | null;
    return this.audience.value === "seat" ? own?.seat ?? null : null;
  });
  /** The decision that this player must make now, null without one. */
  readonly decision = computed(() => this.own.value?.decision ?? null);
  readonly people = signal<PeopleUpdate | null>(null);
  readonly chat = signal<readonly Said[]>([]);
  /** Notes on cards by the seat of their author. */
  readonly notes = signal<Readonly<Record<number, Notes>>>({});
  /** The last refusal that the player has not seen yet. */
  readonly refusal = signal<RefusedUpdate | null>(null);
  /** The action of this page's player that the server has not stored yet. It is shown, and decides nothing. */
  readonly pending = signal<Pending | null>(null);
  /** True once the pending action has waited for so long that the player must be told. */
  readonly waits = signal(false);
  /** The reason why the table cannot be followed, or sends nothing more; null while it can be followed. */
  readonly ended = signal<{ code: string; message: string } | null>(null);
  /** The time that the player in turn has left, as the server's last warning said, until the next move. */
  readonly warning = signal<NoticeUpdate | null>(null);
  /** The reason why this table cannot change now, such as a move to another server; null while it can. */
  readonly hold = signal<string | null>(null);
  /** The last call for the director by a player, with the player's own words; null for all but directors. */
  readonly call = signal<DirectorCall | null>(null);
  /** The watchers who ask to see this player's hand. */
  readonly knocks = signal<readonly KnockUpdate[]>([]);
  /** The players that, with this player's consent, get an office or a seat in this deal. */
  readonly appoints = signal<readonly AppointUpdate[]>([]);
  /** The last news of this player's request for a seat: the players are asked, or all have agreed. */
  readonly seatRequest = signal<NoticeUpdate | null>(null);
  /** The last change by the host of this player's own seat, until the player closes the news. */
  readonly seatChange = signal<NoticeUpdate | null>(null);
  /** True after this player's time has run out, while a robot plays in the player's place. */
  readonly robotPlays = signal(false);
  /** The public view of the last deal with a result that this page has seen, until the player closes it. */
  readonly lastOver = signal<Pub | null>(null);
  readonly clock: ServerClock;
  #applied = 0;
  #wanted: Audience = "seat";
  #follows = 0;
  /** The number of requests to watch without an answer. */
  #asking = 0;
  #acting: Promise<unknown> = Promise.resolve();
  #patience: ReturnType<typeof setTimeout> | undefined;

  /** `dealOf` returns the number of the deal that a table shows, by which the notes of a former deal are dropped. */
  constructor(
    readonly id: string,
    private readonly connection: Connection,
    clock: ServerClock,
    private readonly dealOf: (pub: Pub) => number | null = () => null,
  ) {
    this.clock = clock;
  }

  /** Follows the table as an audience. With `seat`, a player without a seat sees the table as the public. */
  async follow(as: Audience = "seat"): Promise<RefusedUpdate | null> {
    this.#wanted = as;
    const turn = ++this.#follows;
    const known = this.view.value;
    const same = known !== null && known.audience === as;
    const request: ToServer = {
      t: "watch",
      table: this.id,
      as,
      ...(same ? { epoch: known.epoch, version: known.version } : {}),
    };
    this.#asking++;
    const answer = await this.connection.ask(request);
    this.#asking--;
    if (answer.t === "done") {
      this.#applied = answer.n ?? 0;
      this.ended.value = null;
      if (as === "seat") this.robotPlays.value = false; // To follow as the seat ends the robot's play.
      return null;
    }
    // After a later request, such as that of a player who has sat down meanwhile, this refusal changes nothing.
    if (answer.t !== "refused" || turn !== this.#follows) return null;
    if (as === "seat" && (answer.code === "not_seated" || answer.code === "unauthorized")) {
      return this.follow("public");
    }
    if (answer.code === "unavailable" || answer.code === "rate_limited") {
      await pause(answer.retry_ms ?? 500);
      return turn === this.#follows ? this.follow(as) : null;
    }
    if (known === null || known.audience === as) {
      this.ended.value = { code: answer.code, message: answer.message ?? "" };
    } else this.refusal.value = answer;
    return answer;
  }

  /** Follows the table again after a new connection, as the same audience as before. */
  resume(): void {
    // The connection itself sends a request again that has had no answer.
    if (this.ended.value?.code === "closed" || this.#asking > 0) return;
    void this.follow((this.view.value?.audience as Audience | undefined) ?? this.#wanted);
  }

  leave(): void {
    void this.connection.ask({ t: "unwatch", table: this.id });
  }

  /**
   * Makes an action, after the actions before it. Returns true once it is stored, false if it was refused.
   *
   * An action that answers a decision carries the decision of the view that the player saw, so that it is
   * never applied to another position. `free` is true for actions that answer none, such as a claim.
   * The action is `pending` until it is answered, or until a view shows another decision.
   */
  act(action: Action, { free = false } = {}): Promise<boolean> {
    const pending: Pending = { action, decision: free ? null : this.decision.value };
    if (this.pending.value === null) this.#await(pending);
    const acted = this.#acting.then(() => this.#act(pending));
    this.#acting = acted.catch(() => false);
    return acted;
  }

  /** Shows an action that waits for the server, or none. */
  #await(pending: Pending | null): void {
    if (pending === this.pending.value) return;
    clearTimeout(this.#patience);
    batch(() => {
      this.pending.value = pending;
      this.waits.value = false;
    });
    if (pending !== null) this.#patience = setTimeout(() => this.waits.value = true, WAITS_MS);
  }

  async #act(pending: Pending): Promise<boolean> {
    const { action, decision } = pending;
    if (decision !== null && decision !== this.decision.value) return false;
    this.#await(pending);
    this.refusal.value = null;
    try {
      for (let again = 0, repeated = false;; again++) {
        // Nothing that has waited may answer another position than the one that the player saw.
        if (decision !== null && decision !== this.decision.value) return repeated;
        const n = this.#applied + 1;
        const answer = await this.connection.ask({ t: "act", table: this.id, n, decision, action });
        if (answer.t !== "refused") {
          this.#applied = n;
          if (decision === null || repeated || decision !== this.decision.value) {
            this.robotPlays.value = false;
            return true;
          }
          // The player's own change comes before `done`. Without it, the server took this action for a repeat of
          // an equal one that the player has made somewhere else, such as in another tab: make it once more.
          repeated = true;
          continue;
        }
        const isPaused = this.people.value?.paused ?? false;
        if (answer.code === "unavailable" && answer.retry_ms != null && !isPaused) {
          await pause(answer.retry_ms);
        } else if (again === 0 && (answer.code === "bad_n" || answer.code === "n_taken")) {
          // This player has acted somewhere else, such as in another tab: learn the number of that action.
          await this.follow((this.audience.value as Audience | null) ?? this.#wanted);
        } else if (repeated && answer.code === "stale_decision") {
          return true; // The action was made after all, and its change is still on the way.
        } else {
          this.refusal.value = answer;
          return false;
        }
      }
    } finally {
      if (this.pending.value === pending) this.#await(null);
    }
  }

  /** Sends a request other than `act` to this table. Returns the refusal, or null if the request is done. */
  async request(request: Request): Promise<RefusedUpdate | null> {
    const answer: Answer = await this.connection.ask({ ...request, table: this.id } as ToServer);
    const refused = answer.t === "refused" ? answer : null;
    this.refusal.value = refused;
    return refused;
  }

  /** Takes a seat, and follows the table from this seat from now on. */
  async sit(seat: number, move = false): Promise<RefusedUpdate | null> {
    const refused = await this.request({ t: "sit", seat, move });
    if (refused === null) await this.follow("seat");
    return refused;
  }

  stand(): Promise<RefusedUpdate | null> {
    return this.request({ t: "stand" });
  }

  host(changes: Omit<HostRequest, "t" | "table" | "id">): Promise<RefusedUpdate | null> {
    return this.request({ t: "host", ...changes });
  }

  /** Makes a ruling as director. */
  async rule(ruling: Ruling): Promise<RefusedUpdate | null> {
    const answer = await this.connection.ask({ t: "rule", table: this.id, ruling, id: Date.now() });
    return this.refusal.value = answer.t === "refused" ? answer : null;
  }

  say(text: string, to: NonNullable<ChatRequest["to"]>): Promise<RefusedUpdate | null> {
    return this.request({ t: "chat", text, to });
  }

  note(card: number, text: string): Promise<RefusedUpdate | null> {
    return this.request({ t: "note", card, text });
  }

  /** Takes a message of the server for this table. */
  hear(update: ToClient): void {
    batch(() => this.#hear(update));
  }

  #hear(update: ToClient): void {
    switch (update.t) {
      case "view":
        this.hold.value = null;
        this.#show(update);
        break;
      case "patch": {
        const view = this.view.value;
        if (view === null) return;
        const next = fold(view, update);
        if (next === null) this.resume();
        else this.#show(next);
        break;
      }
      case "people":
        this.people.value = { ...update, seats: update.seats.map(withMark) };
        if (!update.called) this.call.value = null;
        break;
      case "refused":
        // A refusal that answers no request of this page, such as one to follow a table again after its move.
        if (!update.id) this.refusal.value = update;
        break;
      case "chat":
        this.chat.value = mergedChat(this.chat.value, update.lines.map(withMark));
        break;
      case "note": {
        const seat = update.seat ?? this.mySeat.value ?? 0;
        const notes: Notes = { ...this.notes.value[seat], [update.card]: update.text };
        if (!update.text) delete notes[update.card];
        this.notes.value = { ...this.notes.value, [seat]: notes };
        break;
      }
      case "notes":
        this.notes.value = { ...this.notes.value, [update.seat]: update.notes };
        break;
      case "knock":
        this.knocks.value = [...this.knocks.value.filter((each) => each.player !== update.player), update];
        break;
      case "appoint":
        this.appoints.value = [
          ...this.appoints.value.filter((each) =>
            each.player !== update.player || each.office !== update.office || each.seat !== update.seat
          ),
          update,
        ];
        break;
      case "notice":
        switch (update.kind) {
          case "closing":
            void this.#learnEnd(update.message ?? "");
            break;
          case "clock":
            this.warning.value = update;
            break;
          case "robot":
            this.robotPlays.value = true;
            break;
          case "hold":
            this.hold.value = update.message ?? "";
            break;
          case "go":
            this.hold.value = null;
            break;
          case "asked":
            // The news says in the player's language what the refusal before it said.
            if (this.refusal.value?.code === "forbidden") this.refusal.value = null;
            this.seatRequest.value = update;
            break;
          case "agreed":
            this.seatRequest.value = update;
            break;
          case "seat":
            this.seatChange.value = update;
            break;
          case "director":
            this.call.value = callOf(update, this.chat.value);
            break;
        }
        break;
    }
  }

  /** Learns what a notice of kind `closing` means: the table may be closed for all, or only for this player. */
  async #learnEnd(message: string): Promise<void> {
    const refused = await this.follow((this.audience.value as Audience | null) ?? this.#wanted);
    this.ended.value = refused === null
      ? { code: "closed", message }
      : { code: refused.code, message: message || refused.message };
  }

  #show(view: ViewUpdate): void {
    this.clock.hear(view.now_ms);
    const before = this.view.value;
    if (before !== null && this.dealOf(before.pub) !== this.dealOf(view.pub)) this.notes.value = {};
    // After the deal, and in the seat, nothing is left to agree to.
    if (!isHidden(view.pub)) {
      this.seatRequest.value = null;
      this.appoints.value = [];
    }
    if (before?.own?.decision !== view.own?.decision) this.warning.value = null;
    if (isAnswered(this.pending.value, view)) this.#await(null);
    if ((view.pub as { phase?: string }).phase === "over") this.lastOver.value = view.pub;
    this.view.value = view;
  }
}

/** Returns true if a view shows that the decision has passed to which a pending action was the answer. */
export function isAnswered(pending: Pending | null, view: ViewUpdate): boolean {
  return pending !== null && pending.decision !== null && pending.decision !== (view.own?.decision ?? null);
}

/** Returns a person with the name that tells people of one name apart: `Ann (3f2a)`. */
function withMark<Person extends { name?: string; mark?: string }>(person: Person): Person {
  return person.mark ? { ...person, name: `${person.name} (${person.mark})` } : person;
}

/** Returns a call for the director with the words that the calling player wrote to the directors. */
function callOf({ seat, name = "" }: NoticeUpdate, lines: readonly Said[]): DirectorCall | null {
  if (seat == null) return null; // The players do not agree, and none of them has called.
  const line = lines.findLast((each) => each.to === "director" && each.seat === seat);
  return { name, text: line?.text ?? "" };
}

/** Returns the lines with new ones. After a new connection the server repeats lines that are known. */
function mergedChat(known: readonly Said[], lines: readonly Said[]): readonly Said[] {
  const keys = new Set(known.map(keyOf));
  return [...known, ...lines.filter((line) => !keys.has(keyOf(line)))].slice(-CHAT_LINES);
}

function keyOf(line: Said): string {
  return `${line.at_ms} ${line.name} ${line.to} ${line.text}`;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
