import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Keeps the number of connections of a server within a limit. */
export interface Connections {
  admit(socket: Socket): void;
  /** Protects the connection of a known caller until its request is answered, as long as half of all are free. */
  protect(request: IncomingMessage, response: ServerResponse): void;
}

/**
 * Limits the connections of a server. A new one takes the place of the oldest that serves no known caller:
 * whoever opens many connections and sends nothing, or has no token, keeps nobody out.
 */
export function createConnections(limit: number): Connections {
  const replaceable = new Set<Socket>();
  const serving = new Map<Socket, number>();
  return {
    admit(socket) {
      if (replaceable.size + serving.size >= limit) {
        const [oldest = socket] = replaceable;
        replaceable.delete(oldest);
        oldest.destroy();
        if (oldest === socket) return;
      }
      replaceable.add(socket);
      socket.once("close", () => {
        replaceable.delete(socket);
        serving.delete(socket);
      });
    },
    protect({ socket }, response) {
      // A program with a token that opens many calls keeps the person out as little as anybody else.
      if (!serving.has(socket) && serving.size >= limit / 2) return;
      replaceable.delete(socket);
      serving.set(socket, (serving.get(socket) ?? 0) + 1);
      response.once("close", () => {
        const left = (serving.get(socket) ?? 1) - 1;
        if (left > 0) serving.set(socket, left);
        else if (serving.delete(socket) && !socket.destroyed) replaceable.add(socket);
      });
    },
  };
}
