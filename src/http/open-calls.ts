import type { IncomingMessage, ServerResponse } from "node:http";

/** Counts the open calls of one kind of caller. */
export interface OpenCalls {
  /** Counts a call until its answer is closed; false when too many are open already. */
  enter(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Limits how many calls are open at once: those whose input still arrives, those that wait for their turn, and
 * those that are followed. Where the limit is reached, the oldest call whose input still arrives is ended, so
 * that clients that send slowly or not at all keep nobody out.
 */
export function createOpenCalls(limit: number): OpenCalls {
  const arriving = new Set<ServerResponse>();
  const received = new Set<ServerResponse>();
  return {
    enter(request, response) {
      if (arriving.size + received.size >= limit) {
        const [oldest] = arriving;
        if (oldest === undefined) return false;
        arriving.delete(oldest);
        oldest.destroy();
      }
      if (hasBody(request)) {
        arriving.add(response);
        request.once("end", () => {
          if (arriving.delete(response)) received.add(response);
        });
      } else {
        received.add(response);
      }
      response.once("close", () => {
        arriving.delete(response);
        received.delete(response);
      });
      return true;
    },
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > 0;
}
