import { createHash, hash } from "node:crypto";

/** Lower-case hex SHA-256 of bytes, or of a string's UTF-8 form. */
export function sha256(data: Uint8Array | string): string {
  return hash("sha256", data, "hex");
}

/** Lower-case hex SHA-256 and length of a stream of bytes. */
export async function sha256Stream(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ sha256: string; size: number }> {
  const digest = createHash("sha256");
  let size = 0;
  for await (const chunk of chunks) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { sha256: digest.digest("hex"), size };
}

/** Whether a text is a lower-case hex SHA-256. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** A SHA-256 that is fed piece by piece. */
export function growingSha256(): { add(text: string): void; hex(): string } {
  const digest = createHash("sha256");
  return {
    add: (text) => void digest.update(text),
    hex: () => digest.digest("hex"),
  };
}
