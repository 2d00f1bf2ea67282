/** The reasons of refusals in the language of the page, with the server's words where only these name the rule. */

import { words } from "../i18n/index.ts";
import { HttpRefusal } from "../wire/http.ts";
import type { RefusedUpdate } from "../wire/protocol.ts";

/** Returns the reason why an HTTP request has failed. */
export function faultText(error: unknown): string {
  return error instanceof HttpRefusal && error.message
    ? sentence(error.code, error.message)
    : words.value.ui.status.lost;
}

/** Returns the reason of a refusal: without the server's words, the page has not sent the request or heard no answer. */
export function refusalText({ code, message }: RefusedUpdate): string {
  const said = words.value.ui;
  if (message) return sentence(code, message);
  return code === "too_big" ? said.tooBig : code === "unavailable" ? said.notSent : code;
}

/** Returns the sentence about a code; a code that this page does not know has only the server's words. */
function sentence(code: string, message: string): string {
  // The server names the place in the message, which is of use to programs only.
  const reason = message.replace(/ - at `.*$/, "");
  const { refusals } = words.value.ui;
  return Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals](reason) : reason;
}
