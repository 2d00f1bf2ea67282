import { qrCode } from "../src/people/qr.ts";
import { assert, assertEquals } from "./asserts.ts";

Deno.test("a QR code has a free border of four modules, and a finder pattern in three corners", () => {
  const { size, path } = qrCode("https://example.org/#/table/abc?seat=2");
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1).map(Number));
  assertEquals(runs.map(([x, y, length, back]) => `M${x} ${y}h${length}v1h-${back}z`).join(""), path);
  for (const [x = 0, y = 0, length = 0] of runs) {
    assert(x >= 4 && y >= 4 && y < size - 4 && x + length <= size - 4, "expected a free border");
  }
  for (const [x, y] of [[4, 4], [size - 11, 4], [4, size - 11]]) {
    assert(
      runs.some((run) => run[0] === x && run[1] === y && run[2] === 7),
      `expected a finder at ${x} ${y}`,
    );
  }
});
