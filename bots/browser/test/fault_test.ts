/** The reasons of refusals in the languages of the page. */

import { HttpRefusal } from "../src/wire/http.ts";
import type { RefusedUpdate } from "../src/wire/protocol.ts";
import { assertEquals } from "./asserts.ts";

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const { speak } = await import("../src/i18n/index.ts");
const { faultText, refusalText } = await import("../src/people/fault.ts");

function refused(code: string, message: string | null = "any rule"): RefusedUpdate {
  return { t: "refused", code, message } as RefusedUpdate;
}

Deno.test("a refusal is a sentence in the language of the page, with the server's words for the rule", async () => {
  await speak("de");
  assertEquals(refusalText(refused("not_your_turn")), "Du bist nicht an der Reihe.");
  assertEquals(
    refusalText(refused("illegal_action", "follow suit")),
    "Die Regeln erlauben das nicht: follow suit",
  );
  await speak("en");
  assertEquals(refusalText(refused("not_your_turn")), "It is not your turn.");
  assertEquals(
    refusalText(refused("forbidden", "the table is closed")),
    "This is not allowed: the table is closed",
  );
});

Deno.test("the place of a fault in a message is not shown to people", () => {
  assertEquals(
    faultText(new HttpRefusal("invalid_message", "expected PBN, got 'x' - at `$.boards`")),
    faultText(new HttpRefusal("invalid_message", "expected PBN, got 'x'")),
  );
});

Deno.test("a code of a later server has the words of that server", () => {
  assertEquals(refusalText(refused("too_tired", "the server sleeps")), "the server sleeps");
  assertEquals(refusalText(refused("constructor", "the server sleeps")), "the server sleeps");
});

Deno.test("a refused HTTP request has the same sentences as one over the websocket", () => {
  assertEquals(
    faultText(new HttpRefusal("forbidden", "it is private")),
    "This is not allowed: it is private",
  );
  assertEquals(faultText(new TypeError("no network")), "The connection is lost. Trying again…");
});

Deno.test("a request that the page could not send says what to do", () => {
  assertEquals(refusalText(refused("too_big", "")).startsWith("This text is too long"), true);
  assertEquals(refusalText(refused("unavailable", "")).startsWith("The connection broke"), true);
});
