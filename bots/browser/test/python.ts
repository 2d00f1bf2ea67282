/** Facts for the tests out of the server's own code, by a script for a Python that can run the server. */

const ROOT = new URL("../../../", import.meta.url).pathname;

/**
 * Returns the lines of JSON that a script prints, null (and a message) without a Python that can run the server.
 *
 * Throws an error for a script that fails under a Python that has the server's packages.
 */
export async function served<Line>(script: string): Promise<Line[] | null> {
  for (const python of [Deno.env.get("PYTHON") ?? "python", "python3"]) {
    if (!(await output(python, "import msgspec, server"))?.success) continue;
    const { success, stdout, stderr } = (await output(python, script))!;
    if (!success) throw new Error(`a script of the tests fails: ${new TextDecoder().decode(stderr)}`);
    return new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
  }
  console.log("skipped: no Python here can run the server; set PYTHON to one that can");
  return null;
}

/** Returns what a Python writes for a script, null if there is no program of this name. */
async function output(python: string, script: string): Promise<Deno.CommandOutput | null> {
  const run = new Deno.Command(python, { args: ["-c", script], cwd: ROOT, env: { PYTHONPATH: ROOT } });
  try {
    return await run.output();
  } catch {
    return null;
  }
}
