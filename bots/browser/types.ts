/**
 * Writes `src/wire/protocol.ts`, the types of all messages, from the schema of the protocol.
 *
 * `deno run -A types.ts` writes the file; with `--check` it fails if the file would change.
 */

import { compile } from "json-schema-to-typescript";

const SCHEMA = new URL("../../protocol/v1/schema.json", import.meta.url);
const TYPES = new URL("src/wire/protocol.ts", import.meta.url);

/** Returns the schema with tuples in the words of draft 7, the only ones that json-schema-to-typescript knows. */
function olderWords(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(olderWords);
  if (typeof node !== "object" || node === null) return node;
  const older: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) older[key] = olderWords(value);
  if ("prefixItems" in older) {
    older.items = older.prefixItems;
    older.additionalItems ??= false;
    delete older.prefixItems;
  }
  return older;
}

const schema = olderWords(JSON.parse(await Deno.readTextFile(SCHEMA)));
const types = await compile(schema as Parameters<typeof compile>[0], "KibitzProtocol", {
  additionalProperties: false,
  bannerComment:
    "/** The messages of protocol v1. Made by types.ts from protocol/v1/schema.json; do not edit. */",
  strictIndexSignatures: false,
});
if (Deno.args.includes("--check")) {
  if (types !== await Deno.readTextFile(TYPES).catch(() => "")) {
    console.error(
      "expected src/wire/protocol.ts to match protocol/v1/schema.json; run: deno run -A types.ts",
    );
    Deno.exit(1);
  }
} else await Deno.writeTextFile(TYPES, types);
