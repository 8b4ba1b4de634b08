import type { SessionSource } from "./agent.ts";

/** The same session, whose items come without the hashes of their records. */
export function withoutHashes(source: SessionSource): SessionSource {
  return { ...source, files: source.files.map((file) => ({ ...file, isUnhashed: true })) };
}
