import { Connection } from "../src/wire/connection.ts";
import type { ToClient, ToServer } from "../src/wire/protocol.ts";
import { ServerClock } from "../src/table/clock.ts";
import { TableStore } from "../src/table/store.ts";
import { assertEquals } from "./asserts.ts";
import { Server, until } from "./server.ts";

const PASS = { t: "call", call: "P" } as const;

function view(version: number, decision: string | null = "0.0"): ToClient {
  return {
    t: "view",
    table: "t",
    epoch: "e.s0",
    version,
    audience: "seat",
    now_ms: 1,
    pub: { game: "bridge", board: 1, turn: 0 },
    own: { game: "bridge", seat: 0, decision },
  } as unknown as ToClient;
}

/** A store that follows a table at a server; `applied` is the number of the player's last action there. */
async function following(
  applied = 0,
): Promise<{ store: TableStore; server: Server; end: () => Promise<void> }> {
  const server = new Server();
  server.answers = (request) => request.t === "watch" ? watched(request, applied) : [];
  const connection = new Connection(server.url, () => "secret", {
    welcomed: () => {},
    heard: (update) => store.hear(update),
    changed: () => {},
  });
  const store = new TableStore("t", connection, new ServerClock());
  connection.open();
  await store.follow();
  await until(() => store.view.value !== null);
  return {
    store,
    server,
    end: async () => {
      connection.close();
      await server.stop();
    },
  };
}

function watched(request: ToServer, applied: number): ToClient[] {
  const id = "id" in request ? request.id ?? 0 : 0;
  return [
    { t: "done", id, n: applied, table: "t" },
    ...(request.t === "watch" && request.epoch ? [] : [view(1)]),
  ];
}

/** The answers to an action: the player's own change comes first. */
function done(request: ToServer): ToClient[] {
  return request.t === "act"
    ? [view(2, "0.4"), { t: "done", id: request.id ?? 0, n: request.n, table: "t" }]
    : watched(request, 0);
}

Deno.test("an action that the server took for a repeat of another tab's action is made once more", async () => {
  const { store, server, end } = await following();
  server.answers = (request) => {
    if (request.t !== "act") return [];
    const answer: ToClient = { t: "done", id: request.id ?? 0, n: request.n, table: "t" };
    return request.n === 1 ? [answer] : [view(2, "0.4"), answer];
  };
  assertEquals(await store.act(PASS), true);
  assertEquals(server.of("act").map(({ n }) => n), [1, 2]);
  await end();
});

Deno.test("an action at a paused table is refused, and not made later by itself", async () => {
  const { store, server, end } = await following();
  server.answers = (request) =>
    request.t === "act"
      ? [{ t: "refused", id: request.id ?? 0, code: "unavailable", message: "paused", retry_ms: 10 }]
      : [];
  server.tell({ t: "people", table: "t", seats: [], watchers: 0, paused: true } as unknown as ToClient);
  await until(() => store.people.value !== null);
  assertEquals(await store.act(PASS), false);
  assertEquals(store.refusal.value?.message, "paused");
  assertEquals(server.of("act").length, 1);
  await end();
});

Deno.test("an action carries the number after the last one and the decision that the player saw", async () => {
  const { store, server, end } = await following(4);
  server.answers = done;
  assertEquals(await store.act(PASS), true);
  const [act] = server.of("act");
  assertEquals([act?.n, act?.decision, act?.action], [5, "0.0", PASS]);
  await end();
});

Deno.test("an action that answers no decision carries none", async () => {
  const { store, server, end } = await following();
  server.answers = done;
  await store.act({ t: "undo" } as never, { free: true });
  assertEquals(server.of("act")[0]?.decision, null);
  await end();
});

Deno.test("an action is shown at once, until the view shows that it is stored", async () => {
  const { store, server, end } = await following();
  const seen: unknown[] = [];
  store.pending.subscribe((pending) => seen.push(pending?.action ?? null));
  const acted = store.act(PASS);
  assertEquals(store.pending.value, { action: PASS, decision: "0.0" });
  await until(() => server.of("act").length === 1);
  server.tell(view(2, "0.4"));
  await until(() => store.decision.value === "0.4");
  assertEquals(store.pending.value, null);
  server.tell({ t: "done", id: server.of("act")[0]?.id ?? 0, n: 1, table: "t" });
  assertEquals(await acted, true);
  assertEquals(seen, [null, PASS, null]);
  await end();
});

Deno.test("an action that is refused is drawn back", async () => {
  const { store, server, end } = await following();
  server.answers = (request) =>
    request.t === "act" ? [{ t: "refused", id: request.id ?? 0, code: "illegal_action", message: "" }] : [];
  const acted = store.act(PASS);
  assertEquals(store.pending.value?.action, PASS);
  assertEquals(await acted, false);
  assertEquals([store.pending.value, store.view.value?.version], [null, 1]);
  await end();
});

Deno.test("an action that is made while the one before it is acknowledged stays shown", async () => {
  const { store, server, end } = await following();
  const first = store.act(PASS);
  await until(() => server.of("act").length === 1);
  server.tell(view(2, "0.4"));
  await until(() => store.decision.value === "0.4");
  const second = store.act({ t: "call", call: "X" });
  server.tell({ t: "done", id: server.of("act")[0]?.id ?? 0, n: 1, table: "t" });
  assertEquals(await first, true);
  assertEquals(store.pending.value, { action: { t: "call", call: "X" }, decision: "0.4" });
  await until(() => server.of("act").length === 2);
  server.tell(view(3, "0.8"));
  server.tell({ t: "done", id: server.of("act")[1]?.id ?? 0, n: 2, table: "t" });
  assertEquals(await second, true);
  assertEquals(store.pending.value, null);
  await end();
});

Deno.test("the player is told after a second that an action waits, until it is answered", async () => {
  const { store, server, end } = await following();
  const began = Date.now(), acted = store.act(PASS);
  assertEquals(store.waits.value, false);
  await until(() => store.waits.value);
  if (Date.now() - began < 900) throw new Error("expected the news after a second");
  server.tell(view(2, "0.4"));
  await until(() => store.pending.value === null);
  assertEquals(store.waits.value, false);
  server.tell({ t: "done", id: server.of("act")[0]?.id ?? 0, n: 1, table: "t" });
  await acted;
  await end();
});

Deno.test("the second of two actions waits for the first, and is dropped if its decision is over", async () => {
  const { store, server, end } = await following();
  server.answers = (request) => request.t === "act" ? [view(2, "0.1"), ...done(request)] : [];
  const both = await Promise.all([store.act(PASS), store.act(PASS)]);
  assertEquals(both, [true, false]);
  assertEquals(server.of("act").length, 1);
  await end();
});

Deno.test("a refused action does not use up its number, and the refusal is shown", async () => {
  const { store, server, end } = await following();
  server.answers = (request) => [
    {
      t: "refused",
      id: "id" in request ? request.id ?? 0 : 0,
      code: "illegal_action",
      message: "no (Law 19A)",
    },
  ];
  assertEquals(await store.act(PASS), false);
  assertEquals(store.refusal.value?.message, "no (Law 19A)");
  server.answers = done;
  assertEquals(await store.act(PASS), true);
  assertEquals(server.of("act").map(({ n }) => n), [1, 1]);
  assertEquals(store.refusal.value, null);
  await end();
});

Deno.test("after an action in another tab, the number is learned anew and the action sent once more", async () => {
  const { store, server, end } = await following();
  server.answers = (request) => {
    if (request.t === "watch") return watched(request, 3);
    if (request.t !== "act") return [];
    return request.n === 4
      ? done(request)
      : [{ t: "refused", id: request.id ?? 0, code: "bad_n", message: "" }];
  };
  assertEquals(await store.act(PASS), true);
  assertEquals(server.of("act").map(({ n }) => n), [1, 4]);
  await end();
});

Deno.test("a patch that cannot be applied is ignored, and the table is asked for again", async () => {
  const { store, server, end } = await following();
  server.tell(
    { t: "patch", table: "t", epoch: "e.s0", version: 7, now_ms: 2, pub: { turn: 3 } } as unknown as ToClient,
  );
  await until(() => server.of("watch").length === 2);
  const again = server.of("watch")[1];
  assertEquals([again?.as, again?.epoch, again?.version], ["seat", "e.s0", 1]);
  assertEquals((store.pub.value as { turn?: number } | null)?.turn, 0);
  await end();
});

Deno.test("a player without a seat follows the table as the public", async () => {
  const server = new Server();
  server.answers = (request) =>
    request.t !== "watch"
      ? []
      : request.as === "seat"
      ? [{ t: "refused", id: request.id ?? 0, code: "not_seated", message: "" }]
      : [{ t: "done", id: request.id ?? 0, n: 0, table: "t" }];
  const connection = new Connection(server.url, () => "secret", {
    welcomed: () => {},
    heard: () => {},
    changed: () => {},
  });
  const store = new TableStore("t", connection, new ServerClock());
  connection.open();
  await store.follow();
  assertEquals(server.of("watch").map((each) => each.as), ["seat", "public"]);
  assertEquals(store.ended.value, null);
  connection.close();
  await server.stop();
});

Deno.test("a player who sits down while the table is first asked for follows it from the seat", async () => {
  const server = new Server();
  let first = 0;
  server.answers = (request) => {
    if (request.t === "sit") return [{ t: "done", id: request.id ?? 0, table: "t" }];
    if (request.t !== "watch") return [];
    const id = request.id ?? 0;
    if (first === 0) {
      first = id;
      return [];
    }
    // The refusal of the first request comes after the player has asked again, from the seat.
    const late = first > 0 ? [{ t: "refused", id: first, code: "not_seated", message: "" }] as const : [];
    first = -1;
    return [...late, { t: "done", id, n: 0, table: "t" }];
  };
  const connection = new Connection(server.url, () => "secret", {
    welcomed: () => {},
    heard: () => {},
    changed: () => {},
  });
  const store = new TableStore("t", connection, new ServerClock());
  connection.open();
  await Promise.all([store.follow(), store.sit(0)]);
  assertEquals(server.of("watch").at(-1)?.as, "seat");
  connection.close();
  await server.stop();
});

Deno.test("lines of chat that the server repeats after a new connection appear once", async () => {
  const { store, server, end } = await following();
  const line = { name: "Ben", text: "hello", at_ms: 5, to: "table" as const, seat: null, role: "" as const };
  server.tell({ t: "chat", table: "t", lines: [line] });
  server.tell({ t: "chat", table: "t", lines: [line, { ...line, at_ms: 6, text: "again" }] });
  await until(() => store.chat.value.length > 1);
  assertEquals(store.chat.value.map(({ text }) => text), ["hello", "again"]);
  await end();
});

Deno.test("a page that opens asks for its table once", async () => {
  const server = new Server();
  server.answers = (request) => request.t === "watch" ? watched(request, 0) : [];
  const connection = new Connection(server.url, () => "secret", {
    welcomed: () => store.resume(),
    heard: (update) => store.hear(update),
    changed: () => {},
  });
  const store = new TableStore("t", connection, new ServerClock());
  void store.follow();
  connection.open();
  await until(() => store.view.value !== null);
  assertEquals(server.of("watch").length, 1);
  server.drop();
  await until(() => server.of("watch").length === 2);
  assertEquals(server.of("watch")[1]?.version, 1);
  connection.close();
  await server.stop();
});

/** A notice of a server about this table. */
function notice(kind: "hold" | "go" | "director" | "closing", message = ""): ToClient {
  return { t: "notice", table: "t", kind, message };
}

Deno.test("a table that waits tells the reason until it goes on", async () => {
  const { store, end } = await following();
  store.hear(notice("hold", "the table is being moved"));
  assertEquals(store.hold.value, "the table is being moved");
  store.hear(notice("go"));
  assertEquals(store.hold.value, null);
  await end();
});

Deno.test("a refusal without a request of this page is shown, and that of a request only by the request", async () => {
  const { store, end } = await following();
  store.hear({ t: "refused", table: "t", id: 7, code: "forbidden", message: "not you" });
  assertEquals(store.refusal.value, null);
  store.hear({ t: "refused", table: "t", code: "forbidden", message: "this hand is hidden now" });
  assertEquals(store.refusal.value?.message, "this hand is hidden now");
  await end();
});

Deno.test("a director gets a call with the player's words until the call has ended", async () => {
  const { store, end } = await following();
  const people = (called: boolean) => store.hear({ t: "people", table: "t", seats: [], watchers: 0, called });
  const line = { name: "Ann", text: "A lead out of turn", at_ms: 1, seat: 0, to: "director" } as const;
  store.hear({ t: "chat", table: "t", lines: [line] });
  const call: ToClient = {
    t: "notice",
    kind: "director",
    table: "t",
    seat: 0,
    name: "Ann (3f2a)",
    message: "",
  };
  store.hear(call);
  people(true);
  assertEquals(store.call.value, { name: "Ann (3f2a)", text: "A lead out of turn" });
  store.hear({ ...call, seat: 2, name: "Cas" });
  assertEquals(store.call.value, { name: "Cas", text: "" });
  store.hear(notice("director", "the players do not agree and need a director"));
  assertEquals(store.call.value, null);
  store.hear(call);
  people(false);
  assertEquals(store.call.value, null);
  await end();
});

Deno.test("a table that closes for all is closed, and one that this player may not follow any more is not", async () => {
  const { store, server, end } = await following();
  store.hear(notice("closing", "all boards are played"));
  await until(() => store.ended.value !== null);
  assertEquals(store.ended.value, { code: "closed", message: "all boards are played" });
  store.ended.value = null;
  server.answers = (request) =>
    request.t === "watch"
      ? [{ t: "refused", id: request.id ?? 0, code: "forbidden", message: "this table is not open to you" }]
      : [];
  store.hear(notice("closing", "the host has sent you away from this table"));
  await until(() => store.ended.value !== null);
  assertEquals(store.ended.value, {
    code: "forbidden",
    message: "the host has sent you away from this table",
  });
  await end();
});

Deno.test("notes on cards stay through a deal, and are gone with the next one", () => {
  const silent = new Connection("ws://127.0.0.1", () => null, {
    welcomed: () => {},
    heard: () => {},
    changed: () => {},
  });
  const store = new TableStore(
    "t",
    silent,
    new ServerClock(),
    (pub) => pub.game === "bridge" ? pub.board : null,
  );
  const shown = view(1);
  if (shown.t !== "view" || shown.pub.game !== "bridge") throw new Error("expected a view of bridge");
  store.hear(shown);
  store.hear({ t: "note", table: "t", card: 3, text: "a five", seat: 1 });
  store.hear({ ...shown, version: 2 });
  assertEquals(store.notes.value, { 1: { 3: "a five" } });
  store.hear({ ...shown, version: 3, pub: { ...shown.pub, board: shown.pub.board + 1 } });
  assertEquals(store.notes.value, {});
});
