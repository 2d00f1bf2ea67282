/** Facts for the tests out of the server's own code, by a script for a Python that can run the server. */

const ROOT = new URL("../../../", import.meta.url).pathname;

/** Returns the lines of JSON that a script prints, null (and a message) without a Python that can run it. */
export async function served<Line>(script: string): Promise<Line[] | null> {
  for (const python of [Deno.env.get("PYTHON") ?? "python", "python3"]) {
    try {
      const run = new Deno.Command(python, {
        args: ["-c", script],
        cwd: ROOT,
        env: { PYTHONPATH: ROOT },
        stderr: "null",
      });
      const { success, stdout } = await run.output();
      if (success) return new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
    } catch {
      // There is no program of this name: try the next one.
    }
  }
  console.log("skipped: no Python here can run the server; set PYTHON to one that can");
  return null;
}
