import { basename } from "node:path";
import type { AgentPlaces, FoundSession, ProgramStore, SourceFile } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { regularFile } from "../regular-file.ts";
import { filesIn, sessionsIn } from "./database.ts";
import { exportedDocument } from "./document.ts";
import { ownDatabase } from "./locate.ts";
import { read } from "./read.ts";
import { runToEnd } from "./run-program.ts";

/** Sessions that opencode has imported into its database. */
export const store: ProgramStore = {
  async look(session_id, file, places) {
    const session = await sessionOf(session_id, places);
    if (session === null) return "absent";
    // Without the document nobody can tell what was added to it.
    if ((await regularFile(file)) === null) return "grown";
    const before = await itemsIn(session, await exportedDocument(file, basename(file)));
    const [rows] = filesIn(session);
    const now = rows === undefined ? 0 : await itemsIn(session, rows);
    return now === before ? "placed" : "grown";
  },
  async remover(session_id, cwd, places) {
    const program = await findProgram("opencode", places.env);
    if (program === null) return null;
    const words = ["session", "delete", session_id];
    return () => runToEnd(program, words, { cwd: cwd ?? places.home, places });
  },
  async remove(session_id, places) {
    const session = await sessionOf(session_id, places);
    if (session === null) return true;
    const remove = await store.remover(session_id, session.cwd, places);
    remove?.();
    // What it did counts, not what it said.
    return (await sessionOf(session_id, places)) === null;
  },
  command: (session_id) => ["opencode", "session", "delete", session_id],
};

async function sessionOf(id: string, places: AgentPlaces): Promise<FoundSession | null> {
  const database = await ownDatabase(places);
  const sessions = database === null ? [] : sessionsIn(database);
  return sessions.find((session) => session.id === id) ?? null;
}

/** How many things a session holds that its conversation consists of. */
async function itemsIn(session: FoundSession, file: SourceFile): Promise<number> {
  const { items } = await read({ session, files: [file] });
  let count = 0;
  for await (const { kind } of items()) {
    if (kind === "message" || kind === "tool_call" || kind === "tool_result") count++;
  }
  return count;
}
