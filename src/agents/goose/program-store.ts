import { existsSync } from "node:fs";
import { readLines } from "../../base/jsonl.ts";
import type { AgentEnvironment, ProgramStore } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { messageCount, ownerOf, sessionsIn } from "./database.ts";
import { databasePath, open, recognise } from "./locate.ts";
import { messageId } from "./message-id.ts";
import { deleteSession } from "./run-program.ts";

/**
 * Sessions that Goose has imported into its database. Each is known by the id that Goose gave it, and before that is
 * known, by the one that it was written with. Goose gives the id of a deleted session to the next one.
 */
export const programStore: ProgramStore = {
  async inspect(session_id, file, environment) {
    const found = idInGoose(session_id, environment);
    if (found === null) return "absent";
    const document = await recognise(file);
    // Without the document nobody can know what was added to it.
    if (document === null) return "changed";
    if (idInGoose(document.id, environment) !== found) return "absent";
    let written = 0;
    for (const source of (await open(document)).files) {
      for await (const lines of readLines(source.read(), LIMITS)) written += lines.length;
    }
    // The first line is the session itself.
    const isSame = messageCount(databasePath(environment), found) === written - 1;
    return isSame ? "placed" : "changed";
  },
  async prepareRemoval(session_id, environment) {
    const executable = await findProgram("goose", environment.env);
    if (executable === null) return null;
    return () => {
      const id = idInGoose(session_id, environment);
      if (id !== null) deleteSession(id, { executable, environment });
    };
  },
  async remove(session_id, environment) {
    if (idInGoose(session_id, environment) === null) return true;
    const remove = await programStore.prepareRemoval(session_id, environment);
    remove?.();
    // What it did counts, not what it said.
    return idInGoose(session_id, environment) === null;
  },
};

const LIMITS = { maxLineBytes: 256 * 1024 * 1024, maxBytes: Number.MAX_SAFE_INTEGER };

/** The id that a session has in Goose, by that itself or by the one that it was written with; null when it is not there. */
export function idInGoose(session_id: string, environment: AgentEnvironment): string | null {
  const path = databasePath(environment);
  if (!existsSync(path)) return null;
  const owner = ownerOf(path, messageId(session_id, 1));
  const isThere = owner !== null || sessionsIn(path).some(({ id }) => id === session_id);
  return isThere ? (owner ?? session_id) : null;
}
