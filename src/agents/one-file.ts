import type { FoundSession, SessionFiles } from "./agent.ts";

/** The files of a session that is one file. */
export async function oneFile({ path }: FoundSession): Promise<SessionFiles> {
  return { files: [path] };
}
