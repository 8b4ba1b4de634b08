import type { SessionSource } from "./agent.ts";
import { createHeldRecords, MAX_HELD_BYTES } from "./held-records.ts";

/** The same session, whose items come without the hashes of their records; those of a small one are parsed once. */
export function withoutHashes(source: SessionSource): SessionSource {
  const space = { bytes: MAX_HELD_BYTES };
  const isSmall = source.files.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_HELD_BYTES;
  return {
    ...source,
    files: source.files.map((file) => ({
      ...file,
      isUnhashed: true,
      ...(isSmall ? { held: createHeldRecords(space) } : {}),
    })),
  };
}
