import type { SessionSource } from "./agent.ts";
import { createParsedRecords, MAX_PARSED_BYTES } from "./records/parsed-records.ts";

/** The same session, whose items come without the hashes of their records; those of a small one are parsed once. */
export function withoutHashes(source: SessionSource): SessionSource {
  const space = { bytes: MAX_PARSED_BYTES };
  const isSmall = source.files.reduce((sum, { bytes }) => sum + bytes, 0) <= MAX_PARSED_BYTES;
  return {
    ...source,
    files: source.files.map((file) => ({
      ...file,
      isUnhashed: true,
      ...(isSmall ? { held: createParsedRecords(space) } : {}),
    })),
  };
}
