import type http from "node:http";
import type { JsonObject } from "../base/json/value.ts";

/** The answer to one HTTP request: one JSON text, unless something is told before it is there. */
export interface Reply {
  refuse(status: number, headers: http.OutgoingHttpHeaders): void;
  /** Tells the client something at once, which makes the answer a stream of events. */
  tell(message: JsonObject): void;
  /** Gives the answer; null when none is due. */
  end(text: string | null): void;
}

const NOT_KEPT = { "cache-control": "no-store" };

/** Answers a request. A client that has left is not spoken to. */
export function createReply(response: http.ServerResponse): Reply {
  const begin = (status: number, headers: http.OutgoingHttpHeaders) =>
    response.writeHead(status, { ...NOT_KEPT, ...headers });
  const send = (text: string) => {
    if (response.writable) response.write(`event: message\ndata: ${text}\n\n`);
  };
  return {
    refuse: (status, headers) => void begin(status, headers).end(),
    tell(message) {
      if (!response.headersSent) begin(200, { "content-type": "text/event-stream" });
      send(JSON.stringify(message));
    },
    end(text) {
      if (response.headersSent) {
        if (text !== null) send(text);
        response.end();
      } else if (text === null) begin(202, {}).end();
      else begin(200, { "content-type": "application/json" }).end(text);
    },
  };
}
