import type { SessionSource } from "./agent.ts";
import { createParsedRecords, ONCE_BYTES, SMALL_BYTES } from "./records/parsed-records.ts";

/** The same session, whose items come without the hashes of their records, so that parsed ones can be held. */
export function withoutHashes(source: SessionSource): SessionSource {
  const isSmall = source.files.reduce((sum, { bytes }) => sum + bytes, 0) <= SMALL_BYTES;
  const space = { bytes: isSmall ? SMALL_BYTES : ONCE_BYTES };
  const until = isSmall ? "for-good" : "read-once";
  return {
    ...source,
    files: source.files.map((file) => ({
      ...file,
      isUnhashed: true,
      held: createParsedRecords(space, until),
    })),
  };
}
