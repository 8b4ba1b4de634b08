import { basename } from "node:path";
import type { AgentEnvironment, FoundSession, ProgramStore, SourceFile } from "../agent.ts";
import { statRegularFile } from "../regular-file.ts";
import { filesIn, sessionsIn } from "./database.ts";
import { exportedDocument } from "./export-document.ts";
import { ownDatabase } from "./locate.ts";
import type { OpencodeProgram } from "./program.ts";
import { findVersion } from "./program-version.ts";
import { read } from "./read.ts";
import { deleteSession } from "./run-program.ts";

/** Sessions that a program has imported into its database. */
export function programStoreOf(program: OpencodeProgram): ProgramStore {
  const store: ProgramStore = {
    async inspect(session_id, file, environment) {
      const session = await sessionOf(program, session_id, environment);
      if (session === null) return "absent";
      // Without the document nobody can know what was added to it.
      if ((await statRegularFile(file)) === null) return "changed";
      const document = await exportedDocument(file, basename(file));
      const before = await itemsIn(program, session, document);
      const [rows] = filesIn(program, session);
      const now = rows === undefined ? 0 : await itemsIn(program, session, rows);
      return now === before ? "placed" : "changed";
    },
    async prepareRemoval(session_id, environment) {
      const { executable, isVersion2 } = await findVersion(program, environment);
      if (executable === null) return null;
      return () => deleteSession(program, session_id, { executable, isVersion2, environment });
    },
    async remove(session_id, environment) {
      const session = await sessionOf(program, session_id, environment);
      if (session === null) return true;
      const remove = await store.prepareRemoval(session_id, environment);
      remove?.();
      // What it did counts, not what it said.
      return (await sessionOf(program, session_id, environment)) === null;
    },
  };
  return store;
}

async function sessionOf(
  program: OpencodeProgram,
  id: string,
  environment: AgentEnvironment,
): Promise<FoundSession | null> {
  const database = await ownDatabase(program, environment);
  const sessions = database === null ? [] : sessionsIn(program, database);
  return sessions.find((session) => session.id === id) ?? null;
}

/** How many things a session contains that its conversation consists of. */
async function itemsIn(
  program: OpencodeProgram,
  session: FoundSession,
  file: SourceFile,
): Promise<number> {
  const { items } = await read(program, { session, files: [file] });
  let count = 0;
  for await (const { kind } of items()) {
    if (kind === "message" || kind === "tool_call" || kind === "tool_result") count++;
  }
  return count;
}
