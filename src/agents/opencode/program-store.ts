import { basename } from "node:path";
import type { AgentEnvironment, FoundSession, ProgramStore, SourceFile } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { statRegularFile } from "../regular-file.ts";
import { filesIn, sessionsIn } from "./database.ts";
import { exportedDocument } from "./export-document.ts";
import { ownDatabase } from "./locate.ts";
import { read } from "./read.ts";
import { deleteSession } from "./run-program.ts";

/** Sessions that opencode has imported into its database. */
export const programStore: ProgramStore = {
  async inspect(session_id, file, environment) {
    const session = await sessionOf(session_id, environment);
    if (session === null) return "absent";
    // Without the document nobody can know what was added to it.
    if ((await statRegularFile(file)) === null) return "changed";
    const before = await itemsIn(session, await exportedDocument(file, basename(file)));
    const [rows] = filesIn(session);
    const now = rows === undefined ? 0 : await itemsIn(session, rows);
    return now === before ? "placed" : "changed";
  },
  async prepareRemoval(session_id, environment) {
    const program = await findProgram("opencode", environment.env);
    if (program === null) return null;
    return () => deleteSession(program, session_id, environment);
  },
  async remove(session_id, environment) {
    const session = await sessionOf(session_id, environment);
    if (session === null) return true;
    const remove = await programStore.prepareRemoval(session_id, environment);
    remove?.();
    // What it did counts, not what it said.
    return (await sessionOf(session_id, environment)) === null;
  },
  removeCommand: (session_id) => ["opencode", "session", "delete", session_id],
};

async function sessionOf(id: string, environment: AgentEnvironment): Promise<FoundSession | null> {
  const database = await ownDatabase(environment);
  const sessions = database === null ? [] : sessionsIn(database);
  return sessions.find((session) => session.id === id) ?? null;
}

/** How many things a session contains that its conversation consists of. */
async function itemsIn(session: FoundSession, file: SourceFile): Promise<number> {
  const { items } = await read({ session, files: [file] });
  let count = 0;
  for await (const { kind } of items()) {
    if (kind === "message" || kind === "tool_call" || kind === "tool_result") count++;
  }
  return count;
}
