import type { AgentSession } from "../agents/agent-session.ts";
import { ageOf } from "../base/age.ts";
import { excerptLine } from "../base/text/one-line.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { loadKnownSessions } from "./index/known-files.ts";
import { withIndex } from "./index/open-index.ts";
import { sessionDetails } from "./index/session-details.ts";

const MAX_TITLE = 40;
/** The beginning of an id that no other session of the same minute has. */
const SHORT_ID = 13;

/** A session in a few terms: its agent and the beginning of its id. */
export function shortName({ session: { agent, id } }: AgentSession): string {
  return `${agent} ${id.slice(0, SHORT_ID).replace(/-$/, "")}`;
}

/** Reports in one line which session was chosen, where the user did not name it by its id. */
export async function notePicked(
  context: OperationContext,
  found: AgentSession,
  listed: string | null,
): Promise<void> {
  const age = ageOf(context.now().getTime() - found.session.modified_ms);
  const title = listed ?? (await knownTitle(context, found));
  const name = title === null ? "" : `: ${excerptLine(title, MAX_TITLE)}`;
  const changed = age === "now" ? "just changed" : `changed ${age} ago`;
  context.note(`Picked ${shortName(found)}, ${changed}${name}`);
}

/** The title that the index has; a session that it does not know is not read for it. */
function knownTitle(context: OperationContext, found: AgentSession): Promise<string | null> {
  const quiet = { ...context, note: () => {} };
  return withIndex(quiet, async (database) => {
    const details = sessionDetails(database, loadKnownSessions(database));
    return details.known(found)?.title ?? null;
  });
}
