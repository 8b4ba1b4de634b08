import { isObject, type JsonObject } from "../base/json/value.ts";
import type { RunningProgram } from "./start-program.ts";

/** How much a program may send, and who gets what it sends unasked. */
export interface LineRpcOptions {
  /** Bytes of the longest line. */
  readonly maxLineBytes: number;
  /** Bytes of all lines together. */
  readonly maxBytes: number;
  onNotification?(method: string, params: unknown): void;
}

/** Questions to a program and its answers, one JSON object per line. */
export interface LineRpc {
  /** The result; rejects when the program refuses, ends, sends too much or takes longer than this. */
  ask(method: string, params: object, timeoutMs: number): Promise<unknown>;
  notify(method: string): void;
}

/** The code of JSON-RPC for a method that is not offered. */
const NO_SUCH_METHOD = -32601;
/** How much of the program's own messages is quoted in an error. */
const MAX_QUOTED = 300;
/** How much of the end of its messages is kept to find that part in. */
const MAX_KEPT = 4000;
/** A line that names an error, such as `SyntaxError: …` or `error: …`. */
const ERROR_LINE = /^\w{0,40}error\b/i;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Speaks JSON-RPC with a running program over its pipes. Everything that it sends is data: requests of its own are
 * refused, lines that are no JSON are skipped, and one that sends too much gets no further answer.
 */
export function openLineRpc(program: RunningProgram, options: LineRpcOptions): LineRpc {
  const { stdin, stdout, stderr, ended } = program;
  if (stdin === null || stdout === null) throw new Error("it has no pipes");
  const waiting = new Map<number, Waiting>();
  let failure: Error | null = null;
  const failAll = (error: Error) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
  };
  const send = (message: object) =>
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const reason = keepReason(stderr);
  ended.then(
    ({ exitCode, isTimedOut }) =>
      failAll(
        new Error(isTimedOut ? "it took too long" : `it ended with code ${exitCode}${reason()}`),
      ),
    failAll,
  );
  stdin.on("error", failAll);
  readLines(stdout, options, {
    onLine: (line) => receive(line, { waiting, send, options }),
    onTooMuch: (why) => failAll(new Error(why)),
  });
  let last = 0;
  return {
    ask: (method, params, timeoutMs) =>
      new Promise<unknown>((resolve, reject) => {
        if (failure !== null) return reject(failure);
        const id = ++last;
        const late = new Error(`no answer to ${method} in ${timeoutMs / 1000} s`);
        const timer = setTimeout(() => waiting.get(id)?.reject(late), timeoutMs);
        const settled = () => {
          clearTimeout(timer);
          waiting.delete(id);
        };
        waiting.set(id, {
          resolve: (result) => {
            settled();
            resolve(result);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
        });
        send({ id, method, params });
      }),
    notify: (method) => void send({ method }),
  };
}

interface Exchange {
  readonly waiting: Map<number, Waiting>;
  readonly send: (message: object) => void;
  readonly options: LineRpcOptions;
}

function receive(line: string, { waiting, send, options }: Exchange): void {
  const message = objectIn(line);
  if (message === null) return; // Something else that the program prints.
  const { id, method, params, result, error } = message;
  if (typeof method === "string") {
    if (id === undefined) options.onNotification?.(method, params);
    else send({ id, error: { code: NO_SUCH_METHOD, message: `${method} is not offered` } });
    return;
  }
  const asked = typeof id === "number" ? waiting.get(id) : undefined;
  if (asked === undefined) return;
  if (error === undefined || error === null) asked.resolve(result);
  else asked.reject(new Error(isObject(error) ? describeError(error) : "it refused"));
}

/** The message of an error, and its details where the program adds some. */
function describeError({ message, data }: JsonObject): string {
  const { details } = isObject(data) ? data : {};
  const more = typeof details === "string" ? `: ${details}` : "";
  return `${message}${more}`.slice(0, MAX_QUOTED);
}

function objectIn(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

interface LineReceiver {
  onLine(line: string): void;
  onTooMuch(why: string): void;
}

const NEWLINE = 10;

/** Calls for every complete line; after a line or a sum that is too long nothing more is read. */
function readLines(
  stream: NodeJS.ReadableStream,
  { maxLineBytes, maxBytes }: LineRpcOptions,
  { onLine, onTooMuch }: LineReceiver,
): void {
  let parts: Buffer[] = [];
  let size = 0;
  let total = 0;
  let isOver = false;
  stream.on("data", (chunk: Buffer) => {
    if (isOver) return;
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(chunk.subarray(from, end));
      onLine(Buffer.concat(parts).toString("utf8"));
      parts = [];
      size = 0;
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
    size += chunk.length - from;
    total += chunk.length;
    isOver = size > maxLineBytes || total > maxBytes;
    if (!isOver) return;
    parts = [];
    onTooMuch(
      size > maxLineBytes
        ? `a line has more than ${maxLineBytes} bytes`
        : `it sent more than ${maxBytes} bytes`,
    );
  });
}

/**
 * The line of a program's messages for the error that names its end: the last that names an error, or the last. A
 * program of Node that crashes prints a stack and its version after the error.
 */
function keepReason(stderr: NodeJS.ReadableStream | null): () => string {
  let text = "";
  stderr?.on("data", (chunk: Buffer) => {
    text = (text + chunk.toString("utf8")).slice(-MAX_KEPT);
  });
  return () => {
    const lines = text.trim().split("\n");
    const line = lines.findLast((each) => ERROR_LINE.test(each)) ?? lines.at(-1) ?? "";
    return line === "" ? "" : `: ${line.slice(0, MAX_QUOTED)}`;
  };
}
