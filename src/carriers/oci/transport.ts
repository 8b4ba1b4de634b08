/** Requests to a registry and the answers to them: redirects, networks that break off, and nothing without a bound. */

import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream/promises";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { isLoopback } from "./address.ts";
import { TransientError } from "./retries.ts";

/** What a request sends. It may be read more than once. */
export interface Body {
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
}

/** Bytes in memory as a body. */
export function bodyOf(bytes: Uint8Array): Body {
  return {
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

/** One request. */
export interface Order {
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

/** What came back, and from where. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: http.IncomingMessage;
  readonly url: URL;
  /** What was asked: a HEAD has no body, whatever its headers say of one. */
  readonly method: Order["method"];
}

const MAX_REDIRECTS = 5;
/** Without a byte for so long, a connection counts as broken. A registry may take minutes to store a large file. */
const IDLE_MS = 5 * 60_000;
/** How much of an answer that nobody reads is waited for, to use its connection again. */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Sends a request and follows redirects. An `authorization` goes to the host that it is for, and to no other. */
export async function request(order: Order, signal: AbortSignal): Promise<Answer> {
  let { url, headers = {} } = order;
  for (let hops = 0; ; hops++) {
    const body = await exchange({ ...order, url, headers }, signal);
    const answer = {
      status: body.statusCode ?? 0,
      headers: body.headers,
      body,
      url,
      method: order.method,
    };
    const next = redirectOf(answer);
    if (next === null) return answer;
    discard(answer);
    if (hops === MAX_REDIRECTS) {
      throw new HoldallError("E_LIMIT", `Cannot reach "${order.url.host}": it redirects too often`);
    }
    if (next.origin !== url.origin) headers = withoutLogin(headers);
    url = next;
  }
}

/** Where an answer leads; null when it is the answer. */
function redirectOf({ status, headers, url, method }: Answer): URL | null {
  const isRead = method === "GET" || method === "HEAD";
  const isFollowed =
    status === 307 || status === 308 || (isRead && [301, 302, 303].includes(status));
  return isFollowed && headers.location !== undefined ? resolveUrl(headers.location, url) : null;
}

/** A URL that a registry answered with. It must be as safe from listeners as the one that was asked. */
export function resolveUrl(text: string, from: URL): URL {
  const url = URL.parse(text, from.href);
  const isPlain = url?.protocol === "http:" && from.protocol === "http:" && isLoopback(url);
  if (url !== null && (url.protocol === "https:" || isPlain)) return url;
  const state = `it leads to "${excerpt(url?.origin ?? text, 200)}", which is not https`;
  throw new HoldallError("E_PROTECTED", `Cannot use the answer of "${from.host}": ${state}`);
}

function withoutLogin(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== "authorization"));
}

async function exchange(order: Order, signal: AbortSignal): Promise<http.IncomingMessage> {
  try {
    return await send(order, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw networkError(order.url, cause);
  }
}

function send({ method, url, headers, body }: Order, signal: AbortSignal) {
  const { request: start } = url.protocol === "http:" ? http : https;
  const length = method === "GET" || method === "HEAD" ? {} : { "content-length": body?.size ?? 0 };
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const sent = start(url, {
      method,
      headers: { "user-agent": "holdall", ...headers, ...length },
      agent: agentOf(url),
      timeout: IDLE_MS,
      signal,
    });
    sent.on("response", resolve);
    sent.on("error", reject);
    sent.on("timeout", () => sent.destroy(new Error("it does not answer")));
    if (body === undefined) sent.end();
    else pipeline(body.read(), sent).catch(reject);
  });
}

let plain: http.Agent | undefined;
let encrypted: https.Agent | undefined;

/** Connections are used again. Proxies are those of the user's variables; what is on this machine needs none. */
function agentOf({ protocol }: URL): http.Agent {
  if (protocol === "http:") {
    plain ??= new http.Agent({ keepAlive: true });
    return plain;
  }
  encrypted ??= new https.Agent({ keepAlive: true, proxyEnv: process.env });
  return encrypted;
}

/** Codes of connections that were there and broke off: the same request may succeed. */
const BROKEN = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ERR_STREAM_PREMATURE_CLOSE"]);

/** The error for a connection that failed. */
function networkError(url: URL, cause: unknown): HoldallError {
  if (cause instanceof HoldallError) return cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const state = code || (cause instanceof Error ? cause.message : String(cause));
  const message = `Cannot reach the registry at "${url.host}": ${excerpt(state, 200)}`;
  const cure = `check the address and the network; ${proxyState()}`;
  const Failure = BROKEN.has(code) ? TransientError : HoldallError;
  return new Failure("E_IO", message, { cause, cure });
}

function proxyState(): string {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isUsed = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
  return isUsed ? "HTTPS_PROXY and NO_PROXY are obeyed" : "a proxy needs Node 22.21 or 24.5";
}

/** Drops an answer: a short one is read, so that its connection can be used again. */
export function discard({ headers, body, method }: Answer): void {
  body.on("error", () => {}); // Nobody waits for it.
  const isShort = method === "HEAD" || Number(headers["content-length"]) <= MAX_UNREAD_BYTES;
  if (isShort) body.resume();
  else body.destroy();
}

/** The body of an answer, in pieces. */
export async function* readBody(
  { body, url }: Answer,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    signal.throwIfAborted();
    throw networkError(url, cause);
  }
}

/** A body that must be small; `what` is its name in the error. */
export async function readSmallBody(
  answer: Answer,
  { what, maxBytes }: { readonly what: string; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readBody(answer, signal)) {
    size += chunk.length;
    if (size > maxBytes) {
      const state = `it has more than ${formatBytes(maxBytes)}`;
      throw new HoldallError("E_LIMIT", `Cannot read ${what} from "${answer.url.host}": ${state}`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
