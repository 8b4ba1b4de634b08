import type { IncomingMessage } from "node:http";

/**
 * A request's body; null when it is larger than `most` bytes: the rest stays unread. By its events, because an
 * iterator costs as much as a small read.
 */
export function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= most) {
        parts.push(part);
        return;
      }
      parts.length = 0;
      request.pause();
      resolve(null);
    });
    request.on("end", () =>
      resolve(parts.length === 1 ? (parts[0] ?? null) : Buffer.concat(parts)),
    );
    request.on("error", reject); // Also when the client has left.
  });
}

/** Whether a request announces more than `most` bytes, so that it can be refused unread. */
export function announcesMore({ headers }: IncomingMessage, most: number): boolean {
  return Number(headers["content-length"] ?? 0) > most;
}
