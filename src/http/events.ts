/** Server-sent events, within bounds: a client that does not read is dropped instead of filling memory. */

import type { ServerResponse } from "node:http";
import { SECURITY_HEADERS } from "./headers.ts";

/** A stream of events to one client. */
export interface EventStream {
  /** Sends an event; resolves when the next one may follow. */
  send(event: string, data: unknown): Promise<void>;
  /** Sends an event that is encoded already, as `encodeEvent()` does. */
  sendEncoded(bytes: Uint8Array): Promise<void>;
  end(): void;
}

/** Proxies would otherwise keep events until the answer is complete. */
const STREAM = { "content-type": "text/event-stream", "x-accel-buffering": "no" };
/** Longest wait for a client to read what was sent. */
const PATIENCE_MS = 10_000;
/** How often a silent stream shows that it is alive. */
const PULSE_MS = 15_000;

/** Begins a stream of events. */
export function createEvents(response: ServerResponse): EventStream {
  response.writeHead(200, { ...SECURITY_HEADERS, ...STREAM });
  response.flushHeaders();
  const pulse = setInterval(() => response.writable && response.write(":\n\n"), PULSE_MS);
  response.once("close", () => clearInterval(pulse));
  const write = async (text: string | Uint8Array) => {
    if (response.writable && !response.write(text)) await drained(response);
  };
  return {
    send: (event, data) => write(textOf(event, data)),
    sendEncoded: write,
    end: () => void response.end(),
  };
}

/** An event with its id, in the form in which it is sent: several clients can be sent the same bytes. */
export function encodeEvent(event: string, data: unknown, id: string): Uint8Array {
  return Buffer.from(`id: ${id}\n${textOf(event, data)}`);
}

function textOf(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Waits until a client has read; one that does not is disconnected. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => response.destroy(), PATIENCE_MS);
    const done = () => {
      clearTimeout(late);
      response.off("drain", done).off("close", done);
      resolve();
    };
    response.once("drain", done).once("close", done);
  });
}
