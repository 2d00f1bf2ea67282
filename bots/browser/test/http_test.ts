import { fileName } from "../src/wire/http.ts";
import { assertEquals } from "./asserts.ts";

Deno.test("a download gets the name that the server suggests", () => {
  assertEquals(fileName("attachment; filename*=UTF-8''house.2.pbn"), "house.2.pbn");
  assertEquals(fileName("attachment; filename*=UTF-8''Caf%C3%A9.txt"), "Café.txt");
  assertEquals(fileName('attachment; filename="card.pdf"'), "card.pdf");
  assertEquals(fileName("inline"), null);
});
