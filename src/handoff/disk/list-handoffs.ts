import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { listRecords } from "../../sessions/handoff-record.ts";
import { listSessions } from "../../sessions/index/list-sessions.ts";
import { withIndex } from "../../sessions/index/open-index.ts";
import { sessionDetails } from "../../sessions/index/session-details.ts";
import type { HandoffOutput } from "./report.ts";
import { isContinued, mainFileOf, NO_HANDOFF } from "./undo.ts";

/** The handoffs, the newest first, each with whether it can still be undone, with the title and the folder of the session it created. */
export async function listHandoffs(context: OperationContext): Promise<HandoffOutput> {
  const environment = agentEnvironment(context);
  const records = listRecords(environment).map(({ record }) => record);
  if (records.length === 0) return { ...NO_HANDOFF, kind: "list", handoffs: [] };
  const handoffs = await withIndex(context, async (database) => {
    const { sessions, known } = await listSessions(context, database, null);
    const details = sessionDetails(database, known);
    const byId = new Map(Array.from(sessions, (found) => [found.session.id, found]));
    const listed = [];
    for (const record of records) {
      const { agent, session_id, at } = record;
      const found = byId.get(session_id);
      // A session without a title is named by how it begins.
      const read = record.title === undefined && found ? details.of(found) : Promise.resolve(null);
      const title = record.title ?? (await read.catch(() => null))?.title ?? null;
      // A database that cannot be read does not hide the other handoffs.
      const continued = await isContinued(record, environment).catch(() => null);
      const facts = { continued, title, cwd: found?.session.cwd ?? null };
      listed.push({ agent, session_id, at, path: mainFileOf(record), ...facts });
    }
    details.save();
    return listed;
  });
  return { ...NO_HANDOFF, kind: "list", handoffs };
}
