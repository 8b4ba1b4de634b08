import type http from "node:http";
import type { JsonObject } from "../base/json/value.ts";
import { SECURITY_HEADERS } from "../http/headers.ts";

/** The answer to one HTTP request: one JSON text, unless there is something to send before it. */
export interface Reply {
  refuse(status: number, headers: http.OutgoingHttpHeaders): void;
  /** Sends the client a message at once, which makes the answer a stream of events. */
  notify(message: JsonObject): void;
  /** Sends the answer with a status; null when none is due. */
  end(answer: JsonObject | readonly JsonObject[] | null, status?: number): void;
}

// Proxies would otherwise keep events until the answer is complete.
const STREAM = { "content-type": "text/event-stream", "x-accel-buffering": "no" };

/** Answers a request. Nothing is sent to a client that has left. */
export function createReply(response: http.ServerResponse): Reply {
  const begin = (status: number, headers: http.OutgoingHttpHeaders) =>
    response.writeHead(status, { ...SECURITY_HEADERS, ...headers });
  const send = (text: string) => {
    if (response.writable) response.write(`event: message\ndata: ${text}\n\n`);
  };
  return {
    refuse: (status, headers) => void begin(status, headers).end(),
    notify(message) {
      if (!response.headersSent) begin(200, STREAM);
      send(JSON.stringify(message));
    },
    end(answer, status = 200) {
      const text = answer === null ? null : JSON.stringify(answer);
      if (response.headersSent) {
        if (text !== null) send(text);
        response.end();
      } else if (text === null) begin(202, {}).end();
      else begin(status, { "content-type": "application/json" }).end(text);
    },
  };
}
