/**
 * The connection of the page to the server: one websocket, made again whenever it is lost.
 *
 * Requests are answered by number. A request without an answer is sent again after a lost connection, since
 * the protocol makes each of them only once; `chat` is the exception, and fails instead.
 */

import type { LobbyUpdate, RefusedUpdate, ToClient, ToServer, WelcomeUpdate } from "./protocol.ts";
import type { DoneUpdate } from "./protocol.ts";

export const SUBPROTOCOL = "kibitz.v1.json";

/**
 * The state of the connection. `silent` is one that stands, but on which an action has had no answer for too long.
 * `refused` is final: the server does not want this client back, for the reason in `Connection.reason`.
 */
export type Status = "connecting" | "open" | "silent" | "lost" | "refused";
export type Answer = DoneUpdate | RefusedUpdate | LobbyUpdate;

/** The pauses before the first attempts to connect again; later attempts wait for the last one (ms). */
const PAUSES_MS = [0, 150, 300, 600];
/** After so many attempts the pauses grow, up to the longest one, to spare a server that stays away. */
const PATIENT_TRIES = 60;
const LONGEST_PAUSE_MS = 10_000;
/** The pause after a close code 4100 to 4199, by which the server asks for a pause (ms). */
const BACK_OFF_MS = 3_000;
/** A ping is sent after this time without a message from the server (ms). */
const PING_MS = 5_000;
/** The connection counts as lost if a ping has had no answer for this time (ms). */
const SILENCE_MS = 4_000;
/** The connection counts as silent if the server sends nothing for this time after an action (ms). */
const TOLD_MS = 3_000;
/** An attempt to connect may take this long after others that took too long: a mobile network can be slow (ms). */
const LONGEST_ATTEMPT_MS = 64_000;

/** The largest frame to the server before it has told its own limit (bytes). */
const FRAME_BYTES = 4096;
/** The close code of a client that did not say hello in time, such as a phone that fell asleep: it may come back. */
const NO_HELLO = 4201;
/** The close code of a token that the server does not know, or that has expired. */
const UNAUTHORIZED = 4200;

interface Unanswered {
  request: ToServer;
  resolve: (answer: Answer) => void;
}

export interface Listener {
  /** The connection is open, and the server has greeted the client; before requests are sent again. */
  welcomed(welcome: WelcomeUpdate): void;
  /** A message from the server has arrived, other than `welcome` and `pong`. */
  heard(update: ToClient): void;
  /** The status has changed. */
  changed(status: Status): void;
}

export class Connection {
  /** The reason why the server refuses this client, if the status is `refused`. */
  reason = "";
  /** True if the status is `refused` because the server does not know the token of the player any more. */
  isUnknownPlayer = false;
  #status: Status = "connecting";
  #socket: WebSocket | null = null;
  #greeted = false;
  #tries = 0;
  /** The number of attempts in a row without an answer in time. */
  #slow = 0;
  #lastId = 0;
  #frameBytes = FRAME_BYTES;
  #unanswered = new Map<number, Unanswered>();
  #again: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setTimeout> | undefined;
  /** Runs while an action waits for its answer. */
  #silence: ReturnType<typeof setTimeout> | undefined;

  /** `token` returns the token of the player; a connection without one may only watch. */
  constructor(
    private readonly url: string,
    private readonly token: () => string | null,
    private readonly listener: Listener,
    private readonly silenceMs = SILENCE_MS,
    private readonly toldMs = TOLD_MS,
  ) {}

  get status(): Status {
    return this.#status;
  }

  /** Begins to connect. */
  open(): void {
    clearTimeout(this.#again);
    this.#drop();
    const socket = new WebSocket(this.url, [SUBPROTOCOL]);
    this.#socket = socket;
    socket.onopen = () => {
      this.#listenFor(this.#patience);
      const token = this.token();
      this.#send({ t: "hello", client: "kibitz page", ...(token === null ? {} : { token }) });
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data as string) as ToClient);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#lose(event.code, event.reason);
    };
    this.#listenFor(this.#patience);
  }

  /** The time that the server has to greet (ms): twice as long after each attempt that was too slow. */
  get #patience(): number {
    return Math.min(this.silenceMs * 2 ** this.#slow, LONGEST_ATTEMPT_MS);
  }

  /** Connects anew, for example as another player. */
  reopen(): void {
    this.#tries = 0;
    this.#change("connecting");
    this.open();
  }

  /** Closes the connection until `reopen`, for example while the page is left. */
  close(): void {
    clearTimeout(this.#again);
    this.#drop();
    this.#change("lost");
  }

  /** Looks at once whether the connection still stands: the network is back, or the page is seen again. */
  wake(): void {
    if (this.#status === "lost") {
      this.#tries = 0;
      this.open();
    } else if (this.#greeted) this.#ping();
  }

  /** Takes note that the device has no network any more: the connection is lost, and is tried again. */
  lose(): void {
    if (this.#greeted) this.#lose(0, "");
  }

  /** Sends a request, and returns its answer. */
  ask(request: ToServer): Promise<Answer> {
    const id = "id" in request && request.id ? request.id : ++this.#lastId;
    const numbered = { ...request, id } as ToServer;
    if (new TextEncoder().encode(JSON.stringify(numbered)).length > this.#frameBytes) {
      // The server would close the connection, and the request would be sent again after each new one.
      return Promise.resolve({ t: "refused", id, code: "too_big", message: "" });
    }
    return new Promise((resolve) => {
      this.#unanswered.set(id, { request: numbered, resolve });
      if (!this.#greeted) return;
      this.#send(numbered);
      if (numbered.t === "act" && this.#silence === undefined) this.#expectAnswer();
    });
  }

  /** Listens more closely while an action waits, so that a lost network is told soon. */
  #expectAnswer(): void {
    this.#listenFor(this.toldMs / 3);
    this.#silence = setTimeout(() => this.#change("silent"), this.toldMs);
  }

  #send(request: ToServer): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #receive(update: ToClient): void {
    if (update.t === "done" || update.t === "refused" || update.t === "lobby") this.#answer(update);
    this.#hear();
    if (update.t === "welcome") {
      this.#greeted = true;
      this.#tries = this.#slow = 0;
      this.#frameBytes = update.limits.frame_bytes;
      this.#change("open");
      const waiting = [...this.#unanswered.values()];
      this.listener.welcomed(update);
      for (const each of waiting) this.#send(each.request);
      this.#hear();
    } else if (update.t !== "pong") {
      this.listener.heard(update);
    }
  }

  /** Takes note of a message: the connection is not silent. */
  #hear(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    if (this.#status === "silent") this.#change("open");
    const acts = [...this.#unanswered.values()].some(({ request }) => request.t === "act");
    if (acts && this.#greeted) this.#expectAnswer();
    else this.#listenFor(PING_MS);
  }

  #answer(answer: Answer): void {
    const id = answer.id ?? 0;
    const waiting = this.#unanswered.get(id);
    if (waiting === undefined) return;
    this.#unanswered.delete(id);
    waiting.resolve(answer);
  }

  /** Expects a message within a time; without one, sends a ping, and after that gives the connection up. */
  #listenFor(ms: number): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(() => {
      if (this.#greeted) this.#ping();
      else {
        this.#slow++;
        this.#lose(0, "");
      }
    }, ms);
  }

  #ping(): void {
    clearTimeout(this.#heartbeat);
    this.#send({ t: "ping", c: 0 });
    this.#heartbeat = setTimeout(() => this.#lose(0, ""), this.silenceMs);
  }

  /** Takes the socket away without waiting for its end, which may take minutes in a dead network. */
  #drop(): void {
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#silence);
    this.#silence = undefined;
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    if (socket !== null) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
  }

  #lose(code: number, reason: string): void {
    this.#drop();
    for (const [id, each] of this.#unanswered) {
      if (each.request.t === "chat" || each.request.t === "lobby") {
        this.#unanswered.delete(id);
        each.resolve({ t: "refused", id, code: "unavailable", message: "" });
      }
    }
    if (code >= 4200 && code < 4300 && code !== NO_HELLO) {
      this.reason = reason;
      this.isUnknownPlayer = code === UNAUTHORIZED;
      this.#change("refused");
      return;
    }
    this.#change("lost");
    const tries = this.#tries++;
    const patient = Math.min(LONGEST_PAUSE_MS, 600 * 2 ** Math.max(0, tries - PATIENT_TRIES));
    const pause = code >= 4100 && code < 4200 ? BACK_OFF_MS : PAUSES_MS[tries] ?? patient;
    this.#again = setTimeout(() => this.open(), pause * (0.75 + Math.random() / 2));
  }

  #change(status: Status): void {
    if (status === this.#status) return;
    this.#status = status;
    this.listener.changed(status);
  }
}
