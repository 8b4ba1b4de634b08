import type { IncomingMessage } from "node:http";

/** A request's body; null when it is larger than `most` bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Whether a request announces more than `most` bytes, so that it can be refused unread. */
export function announcesMore({ headers }: IncomingMessage, most: number): boolean {
  return Number(headers["content-length"] ?? 0) > most;
}
