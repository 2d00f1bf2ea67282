import { clockFormat } from "../src/ui/times.ts";
import { assertEquals } from "./asserts.ts";

const AT = new Date(2026, 2, 5, 14, 5, 9).getTime();
const write = (language: string, languages: string[], seconds = false) =>
  clockFormat(language, languages, seconds).format(AT).replaceAll("\u202f", " ");

Deno.test("a time has 12 or 24 hours as the person's first language has them, in the words of the page", () => {
  assertEquals(write("en", ["en-GB", "en"]), "14:05");
  assertEquals(write("en", ["en-US"]), "02:05 PM");
  assertEquals(write("en", ["de-DE", "en-US"]), "14:05");
  assertEquals(write("de", ["de"], true), "14:05:09");
  assertEquals(write("en", []), "02:05 PM");
});
