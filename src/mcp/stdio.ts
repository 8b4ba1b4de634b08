/**
 * The standard transport: one JSON message per line. Reading continues while calls run, so that a
 * cancellation can arrive; the number of open calls and the length of a line are bounded.
 */

import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { JsonObject } from "../base/json/value.ts";
import { answerTo, MAX_MESSAGE_BYTES, parseMessage, refusalOf } from "./exchange.ts";
import { RpcError } from "./json-rpc.ts";
import type { McpServer, Peer } from "./server.ts";

const NEWLINE = 0x0a;

/** The two ends of a pipe to a client. */
export interface Pipe {
  readonly input: Readable;
  readonly output: Writable;
}

/** Most open calls; a client that sends more waits until some are answered. */
const MAX_OPEN = 1024;

/** Serves one client until it closes its end; earlier requests are still answered. */
export async function serveStdio(server: McpServer, { input, output }: Pipe): Promise<void> {
  let drained: Promise<unknown> | null = null;
  const send = async (text: string) => {
    if (!output.writable || output.write(`${text}\n`)) return;
    // A client that asks and does not read must not fill our memory.
    drained ??= once(output, "drain").finally(() => {
      drained = null;
    });
    await drained;
  };
  const open = new Set<Promise<void>>();
  for await (const line of linesOf(input)) {
    const work = answerLine(server, line, send).finally(() => open.delete(work));
    open.add(work);
    if (open.size >= MAX_OPEN) await Promise.race(open);
  }
  await Promise.all(open);
}

async function answerLine(
  server: McpServer,
  line: string | null,
  send: (text: string) => Promise<void>,
): Promise<void> {
  if (line === null) {
    const refusal = refusalOf(new RpcError("invalidRequest", "The line is too long"));
    return send(JSON.stringify(refusal));
  }
  if (line.trim() === "") return;
  const notify = (message: JsonObject) => void send(JSON.stringify(message));
  const peer: Peer = { scope: "stdio", notify, agent: null };
  const answer = await answerTo(server, parseMessage(line), peer);
  if (answer !== null) await send(JSON.stringify(answer));
}

/** The lines of a stream; null for one that is longer than a message may be. */
async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = () => {
    const line = size > MAX_MESSAGE_BYTES ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    return line;
  };
  for await (const chunk of input) {
    let rest: Buffer = Buffer.from(chunk);
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      size += end;
      if (size <= MAX_MESSAGE_BYTES) parts.push(rest.subarray(0, end));
      yield take();
      rest = rest.subarray(end + 1);
    }
    size += rest.length;
    if (size <= MAX_MESSAGE_BYTES) parts.push(rest);
    else parts = []; // Still counted, but not kept.
  }
  if (size > 0) yield take();
}
