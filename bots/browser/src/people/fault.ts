/** The reasons of refusals in words: those of the server, and those of the page itself. */

import { words } from "../i18n/index.ts";
import { HttpRefusal } from "../wire/http.ts";
import type { RefusedUpdate } from "../wire/protocol.ts";

/** Returns the reason why an HTTP request has failed. */
export function faultText(error: unknown): string {
  return error instanceof HttpRefusal && error.message || words.value.ui.status.lost;
}

/** Returns the reason of a refusal: without the server's words, the page has not sent the request or heard no answer. */
export function refusalText({ code, message }: RefusedUpdate): string {
  const said = words.value.ui;
  return message || (code === "too_big" ? said.tooBig : code === "unavailable" ? said.notSent : code);
}
