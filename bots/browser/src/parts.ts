/**
 * The parts of the page that are loaded when they are needed, such as the lobby or the table of a game.
 *
 * A part that cannot be loaded is tried again until the server answers. A server of another release has other
 * files: the page is then loaded anew, and stands at the same address.
 */

import { batch, signal } from "@preact/signals";

/** The pauses between attempts to load a part; the last one is repeated (ms). */
const PAUSES_MS = [300, 1_000, 2_000, 5_000];
/** The page loads itself anew at most once in this time (ms). */
const RELOAD_MS = 60_000;
const RELOADED = "kibitz.reloaded";
/** The pause before each prefetched part in browsers that do not tell when they have nothing to do (ms). */
const IDLE_MS = 1_000;

type Files = Record<string, readonly string[]>;

/** The element with the files of each part, which the build writes into `index.html`. */
function listElement(): HTMLElement | null {
  return typeof document === "undefined" ? null : document.getElementById("parts");
}

const files = JSON.parse(listElement()?.textContent ?? "{}") as Files;
/** The style sheets that are on their way or there, by their files. */
const dressed = new Map<string, Promise<void>>();
/** The ends of all present pauses. */
const waiting = new Set<() => void>();

/** Ends the pauses: each part that could not be loaded is tried again at once. */
export function tryAgain(): void {
  for (const end of waiting) end();
}

/** A module that is loaded when it is needed, with everything that only it needs. */
export class Part<M extends object> {
  /** The module, null until it has been loaded. */
  readonly module = signal<M | null>(null);
  /** True while the part cannot be loaded; it is tried again meanwhile. */
  readonly fails = signal(false);
  #loading: Promise<M> | null = null;

  /** `path` is the path of the module from the folder of this file, `bring` imports the module. */
  constructor(readonly path: string, private readonly bring: () => Promise<M>) {}

  /** Loads the module, once. The promise waits as long as the server is away. */
  load(): Promise<M> {
    return this.#loading ??= this.#load();
  }

  /** Brings the files of the part to the browser, but does not run them yet. */
  prefetch(): void {
    for (const file of files[this.path] ?? []) {
      if (document.querySelector(`link[href="${file}"]`) !== null) continue;
      const link = document.createElement("link");
      link.rel = file.endsWith(".css") ? "prefetch" : "modulepreload";
      link.href = file;
      document.head.append(link);
    }
  }

  async #load(): Promise<M> {
    // All files at once: the browser itself would find some of them only in the first one.
    if (typeof document !== "undefined") this.prefetch();
    const styles = (files[this.path] ?? []).filter((file) => file.endsWith(".css"));
    for (let failures = 0;;) {
      try {
        const [module] = await Promise.all([this.bring(), ...styles.map(dress)]);
        batch(() => {
          this.module.value = module;
          this.fails.value = false;
        });
        return module;
      } catch (error) {
        console.warn(`${this.path} cannot be loaded`, error);
        this.fails.value = true;
      }
      await whenServed(failures++);
    }
  }
}

/** Adds a style sheet to the page, before the one for paper, and waits until it is there. */
function dress(file: string): Promise<void> {
  const known = dressed.get(file);
  if (known !== undefined) return known;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = file;
  const loading = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      // It is asked for again at the next attempt to load the part.
      link.remove();
      dressed.delete(file);
      reject(new Error(`${file} cannot be loaded`));
    };
  });
  dressed.set(file, loading);
  document.querySelector("link[media=print]")?.before(link);
  return loading;
}

/** Brings the files of parts that will be needed soon, one part after the other, while the browser has nothing to do. */
export function prefetchWhenIdle(parts: readonly Part<object>[]): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return; // The person wants to load as little as possible.
  const [first, ...others] = parts;
  if (first === undefined) return;
  whenIdle(() => {
    first.prefetch();
    prefetchWhenIdle(others);
  });
}

function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === "undefined") setTimeout(act, IDLE_MS);
  else requestIdleCallback(act);
}

/**
 * Waits until the server answers with this release of the page.
 *
 * Loads the page anew if the server has another release, or if the part still cannot be loaded from a server that
 * answers: some browsers never ask again for a module that they could not load.
 */
async function whenServed(failures: number): Promise<void> {
  for (let asked = 0;; asked++) {
    if (failures > 0 || asked > 0) await pause(PAUSES_MS[failures + asked - 1] ?? PAUSES_MS.at(-1) ?? 0);
    const served = await servedPage();
    if (served === null) continue;
    const isThis = served.includes(listElement()?.textContent ?? "");
    if (isThis && failures === 0) return;
    if (mayReload()) {
      location.reload();
      await new Promise(() => {});
    }
    if (isThis) return;
  }
}

/** Returns `index.html` as the server has it now, null without an answer. */
async function servedPage(): Promise<string | null> {
  try {
    const response = await fetch(location.pathname, { cache: "no-store" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** Returns true if the page has not been loaded anew a short time ago, and notes that it will be now. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < RELOAD_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return true;
  } catch {
    return false; // Without a storage, the page could load itself again and again.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    }
    const timer = setTimeout(end, ms);
    waiting.add(end);
  });
}
