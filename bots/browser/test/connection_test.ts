import { Connection, type Status } from "../src/wire/connection.ts";
import type { ToClient } from "../src/wire/protocol.ts";
import { assert, assertEquals } from "./asserts.ts";
import { Server, until } from "./server.ts";

class Page {
  readonly statuses: Status[] = [];
  readonly heard: ToClient[] = [];
  readonly server = new Server();
  readonly connection: Connection;

  constructor(token: string | null = "secret") {
    this.connection = new Connection(this.server.url, () => token, {
      welcomed: () => {},
      heard: (update) => this.heard.push(update),
      changed: (status) => this.statuses.push(status),
    });
    this.connection.open();
  }

  async end(): Promise<void> {
    this.connection.close();
    await this.server.stop();
  }
}

async function open(): Promise<Page> {
  const page = new Page();
  await until(() => page.connection.status === "open");
  return page;
}

const ACT = { t: "act", table: "t", n: 1, action: { t: "call", call: "P" }, decision: "0.0" } as const;

Deno.test("the first message is hello, with the player's token", async () => {
  const page = await open();
  assertEquals(page.server.of("hello").map(({ token }) => token), ["secret"]);
  await page.end();
});

Deno.test("a request that was not answered is sent again unchanged after a lost connection", async () => {
  const page = await open();
  const answer = page.connection.ask(ACT);
  await until(() => page.server.of("act").length === 1);
  page.server.answers = (request) => request.t === "act" ? [{ t: "done", id: request.id ?? 0, n: 1 }] : [];
  page.server.drop();
  assertEquals((await answer).t, "done");
  const [first, second] = page.server.of("act");
  assertEquals(second, first);
  assertEquals(page.server.connections, 2);
  assertEquals(page.statuses, ["open", "lost", "open"]);
  await page.end();
});

Deno.test("an answered request is not sent again", async () => {
  const page = await open();
  page.server.answers = (request) => request.t === "act" ? [{ t: "done", id: request.id ?? 0, n: 1 }] : [];
  await page.connection.ask(ACT);
  page.server.drop();
  await until(() => page.server.of("hello").length === 2);
  assertEquals(page.server.of("act").length, 1);
  await page.end();
});

Deno.test("a line of chat without an answer is refused, because sent again it might appear twice", async () => {
  const page = await open();
  const answer = page.connection.ask({ t: "chat", table: "t", text: "hi" });
  await until(() => page.server.of("chat").length === 1);
  page.server.drop();
  const refused = await answer;
  assertEquals([refused.t, "code" in refused && refused.code], ["refused", "unavailable"]);
  await until(() => page.server.of("hello").length === 2);
  assertEquals(page.server.of("chat").length, 1);
  await page.end();
});

Deno.test("a request that is made without a connection is sent when there is one", async () => {
  const page = new Page();
  page.server.answers = (request) => request.t === "sit" ? [{ t: "done", id: request.id ?? 0 }] : [];
  assertEquals((await page.connection.ask({ t: "sit", table: "t", seat: 2 })).t, "done");
  await page.end();
});

Deno.test("after a close code from 4200 on, the page stays away and names the reason", async () => {
  const page = await open();
  page.server.drop(4200, "unknown token");
  await until(() => page.connection.status === "refused");
  assertEquals(page.connection.reason, "unknown token");
  assert(page.connection.isUnknownPlayer);
  await new Promise((resolve) => setTimeout(resolve, 600));
  assertEquals(page.server.connections, 1);
  page.connection.reopen();
  await until(() => page.connection.status === "open");
  await page.end();
});

Deno.test("waking a lost connection tries at once", async () => {
  const page = await open();
  page.server.drop(4100, "too many requests");
  await until(() => page.connection.status === "lost");
  const began = Date.now();
  page.connection.wake();
  await until(() => page.connection.status === "open");
  if (Date.now() - began > 2_000) throw new Error("expected an attempt at once, not after the pause of 3 s");
  await page.end();
});

Deno.test("a request over the size limit is refused here, since the server would close the connection", async () => {
  const page = await open();
  const answer = await page.connection.ask({ t: "chat", table: "t", text: "♠".repeat(1_500) });
  assertEquals([answer.t, "code" in answer && answer.code], ["refused", "too_big"]);
  assertEquals(page.server.of("chat").length, 0);
  await page.end();
});

Deno.test("a page that did not say hello in time, such as on a sleeping phone, comes back", async () => {
  const page = await open();
  page.server.drop(4201, "expected the first message in time");
  await until(() => page.server.of("hello").length === 2);
  await page.end();
});

Deno.test("a server that sends nothing after an action is told before the connection is given up", async () => {
  const server = new Server(), statuses: Status[] = [];
  const connection = new Connection(
    server.url,
    () => null,
    { welcomed: () => {}, heard: () => {}, changed: (status) => statuses.push(status) },
    10_000,
    300,
  );
  connection.open();
  await until(() => connection.status === "open");
  const answer = connection.ask(ACT);
  await until(() => server.of("ping").length === 1);
  assertEquals(statuses, ["open"]);
  await until(() => connection.status === "silent");
  assertEquals(server.connections, 1);
  server.tell({ t: "done", id: server.of("act")[0]?.id ?? 0, n: 1 });
  await answer;
  assertEquals(statuses, ["open", "silent", "open"]);
  await new Promise((resolve) => setTimeout(resolve, 700));
  assertEquals([statuses.length, server.of("ping").length], [3, 1]);
  connection.close();
  await server.stop();
});

Deno.test("without a network, the connection is lost at once and tried again", async () => {
  const page = await open();
  page.connection.lose();
  assertEquals(page.statuses, ["open", "lost"]);
  await until(() => page.connection.status === "open");
  await page.end();
});

Deno.test("an attempt to connect over a slow network gets more time than the attempt before it", async () => {
  const server = new Server();
  server.slowMs = 150;
  const statuses: Status[] = [];
  const connection = new Connection(
    server.url,
    () => null,
    { welcomed: () => {}, heard: () => {}, changed: (status) => statuses.push(status) },
    40,
  );
  connection.open();
  await until(() => connection.status === "open");
  assertEquals(statuses, ["lost", "open"]);
  connection.close();
  await server.stop();
});
