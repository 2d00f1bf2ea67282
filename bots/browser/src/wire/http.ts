/** Requests to the server's HTTP addresses, for what does not go over the websocket. */

import type { RefusedUpdate } from "./protocol.ts";

export interface NewGuest {
  id: string;
  name: string;
  token: string;
}

/** An HTTP request that the server has refused, or that did not reach it (then `code` is `unavailable`). */
export class HttpRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly retryMs: number | null = null,
    /** The HTTP status, 0 without an answer. */
    readonly status = 0,
    /** The game whose tables show a file that the asked game's tables do not show. */
    readonly game: string | null = null,
  ) {
    super(message);
  }
}

export class Http {
  constructor(private readonly origin: string, private readonly token: () => string | null) {}

  createGuest(name: string): Promise<NewGuest> {
    return this.#json("/v1/guests", { method: "POST", body: JSON.stringify({ name }) }) as Promise<NewGuest>;
  }

  /** Returns the address of a file, relative to the page: `path` with a query. */
  address(path: string, query: Record<string, string> = {}): string {
    const text = new URLSearchParams(query).toString();
    return this.origin + path + (text ? `?${text}` : "");
  }

  get(path: string, query: Record<string, string> = {}): Promise<unknown> {
    return this.#json(path + this.address("", query).slice(this.origin.length), { method: "GET" });
  }

  post(path: string, body: unknown): Promise<unknown> {
    return this.#json(path, { method: "POST", body: JSON.stringify(body) });
  }

  delete(path: string, query: Record<string, string> = {}): Promise<unknown> {
    return this.#json(path + this.address("", query).slice(this.origin.length), { method: "DELETE" });
  }

  /** Sends a file as it is; the server finds out its format. */
  async sendFile(
    method: "POST" | "PUT",
    path: string,
    file: Blob | string,
    query: Record<string, string> = {},
  ): Promise<unknown> {
    const type = typeof file === "string" || !file.type ? "text/plain" : file.type;
    const response = await this.#fetch(this.address(path, query).slice(this.origin.length), {
      method,
      body: file,
      headers: { "Content-Type": type },
    });
    return response.json();
  }

  /** Returns the content of a file, with the name that the server suggests for it. */
  async download(path: string, query: Record<string, string> = {}): Promise<{ name: string; content: Blob }> {
    const response = await this.#fetch(path + this.address("", query).slice(this.origin.length), {});
    const suggested = fileName(response.headers.get("Content-Disposition") ?? "");
    return { name: suggested ?? path.split("/").at(-1) ?? "download", content: await response.blob() };
  }

  async #json(path: string, options: RequestInit): Promise<unknown> {
    const headers: Record<string, string> = options.body === undefined
      ? {}
      : { "Content-Type": "application/json" };
    return (await this.#fetch(path, { ...options, headers })).json();
  }

  async #fetch(path: string, options: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const token = this.token();
    const headers = { ...options.headers, ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
    let response: Response;
    try {
      response = await fetch(this.origin + path, { ...options, headers });
    } catch {
      throw new HttpRefusal("unavailable", "");
    }
    if (!response.ok) {
      const refused = (await response.json().catch(() => ({}))) as Partial<RefusedUpdate>;
      const message = refused.message ?? `${response.status} ${response.statusText}`;
      const { code = "internal", retry_ms = null, game = null } = refused;
      throw new HttpRefusal(code, message, retry_ms, response.status, game);
    }
    return response;
  }
}

/** Returns the name of a file in the header `Content-Disposition`, null without one (RFC 6266). */
export function fileName(header: string): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? null;
}
