/** Calls the operations of the server that the app came from. */

import { signal } from "@preact/signals";
import { EventSourceParserStream } from "eventsource-parser/stream";
import { escapeInvisible } from "../base/text/invisible.ts";
import type { Answer, CalledName } from "./answers.ts";

/** Where a tab keeps the token: it ends with the tab, and no other origin can read it. */
const TOKEN = "holdall-token";
/** Where a tab keeps the project that was chosen. */
const PROJECT = "holdall-project";

/** A call that was refused or failed, as the server reports it. */
export class CallError extends Error {
  readonly code: string;
  readonly cure: string | null;
  readonly status: number;

  constructor(problem: ProblemData, status: number) {
    super(problem.detail ?? problem.title ?? "The server gave no reason");
    this.name = "CallError";
    this.code = problem.code ?? `HTTP ${status}`;
    this.cure = problem.cure ?? null;
    this.status = status;
  }
}

/** The part of `application/problem+json` that is shown. */
interface ProblemData {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly cure?: string | null;
}

/** How a call is made. */
export interface CallOptions {
  /** Ends the operation on the server, too. */
  readonly signal?: AbortSignal;
  /** Called with each report of a long operation. */
  readonly onProgress?: (text: string) => void;
}

/**
 * Takes the token out of the address, where `holdall serve` put it (`#token=…`), and erases it there. A
 * browser that the server itself has opened got a code (`#code=…`), which it exchanges for the token.
 */
export async function takeToken(): Promise<void> {
  const parts = new URLSearchParams(location.hash.slice(1));
  const token = parts.get("token");
  const code = parts.get("code");
  if (token === null && code === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  const taken = token ?? (await exchangeCode(code ?? ""));
  if (taken === null) return;
  sessionStorage.setItem(TOKEN, taken);
  isSignedOut.value = false;
}

/** The token for a code; null for a code that is not valid any more, as after a reload. */
async function exchangeCode(code: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${code}` };
  const response = await fetch("/api/v1/token", { method: "POST", headers });
  if (!response.ok) return null;
  const { token }: { readonly token?: unknown } = await response.json();
  return typeof token === "string" ? token : null;
}

/** The token as a header. */
export function authorization(): Readonly<Record<string, string>> {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** The id of the project that was chosen; null for the folder of the server. */
export const chosenProject = signal(readStored(PROJECT));

/** Lets every call from now on be about a project. */
export function chooseProject(id: string | null): void {
  chosenProject.value = id;
  if (id === null) sessionStorage.removeItem(PROJECT);
  else sessionStorage.setItem(PROJECT, id);
}

/** What a tab has stored; nothing outside a browser. */
function readStored(key: string): string | null {
  return typeof sessionStorage === "undefined" ? null : sessionStorage.getItem(key);
}

/** The project as a header: the server knows its folder. */
function projectHeader(): Readonly<Record<string, string>> {
  const id = chosenProject.value;
  return id === null ? {} : { "holdall-project": id };
}

/** Runs an operation by its words ("thread list") and returns its result. */
export async function call<Asked extends CalledName>(
  operation: Asked,
  input: object = {},
  { signal, onProgress }: CallOptions = {},
): Promise<Answer<Asked>> {
  const response = await send(`/api/v1/${operation.replaceAll(" ", "/")}`, {
    method: "POST",
    headers: {
      ...authorization(),
      ...projectHeader(),
      "content-type": "application/json",
      accept: onProgress === undefined ? "application/json" : "text/event-stream",
    },
    body: JSON.stringify(input),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
    return (await readEvents(response, onProgress)) as Answer<Asked>;
  }
  return parse(await response.text().catch(refuseConnection)) as Answer<Asked>;
}

const UNAUTHORIZED = 401;

/** Whether the server has refused the token of this tab. */
export const isSignedOut = signal(false);

/** Sends a request and throws what the server reports as a problem. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, init).catch(refuseConnection);
  if (response.status === UNAUTHORIZED) isSignedOut.value = true;
  if (!response.ok) throw await problemOf(response);
  return response;
}

const UNREACHABLE = "E_UNREACHABLE";

/** Whether a request of this tab found no server. */
export const isServerStopped = signal(false);

/** How often the server came back: what failed meanwhile is asked for again. */
export const returns = signal(0);

/** Finds out whether the server answers. */
export async function lookForServer(): Promise<void> {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer !== null && isServerStopped.value) returns.value++;
  isServerStopped.value = answer === null;
}

/** Whether a call failed because no server answered. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallError && error.code === UNREACHABLE;
}

/** Throws what a connection that failed means; one that the app itself ended is no failure. */
function refuseConnection(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  isServerStopped.value = true;
  const detail = "Cannot reach the server: the connection failed";
  throw new CallError({ code: UNREACHABLE, detail }, 0);
}

async function problemOf(response: Response): Promise<CallError> {
  const text = await response.text();
  try {
    return new CallError(parse(text) as ProblemData, response.status);
  } catch {
    return new CallError({ detail: escapeInvisible(text.slice(0, 500)) }, response.status);
  }
}

/** Reads events until the result comes: `progress`, then `result` or `problem`. */
async function readEvents(
  { body, status }: Response,
  onProgress: CallOptions["onProgress"],
): Promise<unknown> {
  if (body === null) throw new CallError({}, status);
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(refuseConnection);
    if (done) throw new CallError({ detail: "The answer ended before its result" }, status);
    const data = parse(value.data);
    if (value.event === "progress") onProgress?.(progressText(data));
    else if (value.event === "problem") throw new CallError(data as ProblemData, status);
    else if (value.event === "result") return data;
  }
}

function progressText(data: unknown): string {
  if (typeof data === "string") return data;
  const text = data !== null && typeof data === "object" && "text" in data ? data.text : "";
  return String(text);
}

/** JSON in which every text can be shown: what a stranger wrote has its invisible characters escaped. */
export function parse(json: string): unknown {
  return JSON.parse(json, (_, value: unknown) =>
    typeof value === "string" ? escapeInvisible(value) : value,
  );
}
