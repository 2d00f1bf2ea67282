/** A server for tests of the connection: a websocket whose answers the test decides. */

import type { ToClient, ToServer } from "../src/wire/protocol.ts";

export const WELCOME: ToClient = {
  t: "welcome",
  you: { id: "ann", name: "Ann" },
  server: "test",
  limits: { frame_bytes: 4096, requests_per_s: 20, requests_burst: 60 },
  durability: "always",
  heartbeat_s: 20,
  now_ms: 1_000,
};

export class Server {
  /** The requests that have arrived, with the number of the connection that brought each. */
  readonly heard: { request: ToServer; connection: number }[] = [];
  /** Returns the answers to a request. */
  answers: (request: ToServer) => ToClient[] = () => [];
  connections = 0;
  /** The time before a hello is answered (ms). */
  slowMs = 0;
  #sockets: WebSocket[] = [];
  #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "kibitz.v1.json" });
      const connection = ++this.connections;
      this.#sockets.push(socket);
      socket.onmessage = (event) => {
        const asked = JSON.parse(event.data) as ToServer;
        this.heard.push({ request: asked, connection });
        if (asked.t === "hello" && this.slowMs > 0) {
          setTimeout(
            () => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(WELCOME)),
            this.slowMs,
          );
        } else if (asked.t === "hello") this.tell(WELCOME);
        else for (const answer of this.answers(asked)) this.tell(answer);
      };
      return response;
    });
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#server.addr.port}/v1/ws`;
  }

  /** Sends a message on the newest connection. */
  tell(update: ToClient): void {
    this.#sockets.at(-1)?.send(JSON.stringify(update));
  }

  /** Closes the newest connection. */
  drop(code = 4000, reason = ""): void {
    this.#sockets.at(-1)?.close(code, reason);
  }

  of<T extends ToServer["t"]>(kind: T): Extract<ToServer, { t: T }>[] {
    return this.heard.map((each) => each.request).filter((each) => each.t === kind) as Extract<
      ToServer,
      { t: T }
    >[];
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) if (socket.readyState === WebSocket.OPEN) socket.close();
    await this.#server.shutdown();
  }
}

/** Waits until something holds. */
export async function until(holds: () => unknown): Promise<void> {
  const end = Date.now() + 10_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`expected this to hold in time: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
