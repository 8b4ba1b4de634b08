import { namedFolder } from "../runtime/named-folder.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { pricesFor } from "../runtime/prices.ts";
import {
  agentEnvironment,
  folderFilter,
  type UnreadableStore,
  unreadableRows,
} from "./agent-sessions.ts";
import { listCopies } from "./handoff-record.ts";
import { listSessions } from "./index/list-sessions.ts";
import { withIndex } from "./index/open-index.ts";
import { sessionDetails } from "./index/session-details.ts";
import type { ListInput } from "./list-input.ts";
import { describe, pickSessions, timeFilter } from "./listed-session.ts";
import { keepShownList, MAX_NUMBER } from "./shown-list.ts";
import { starredSessions } from "./stars/stars.ts";

/** The sessions in the stores of all agents, or of one, newest first. */
export async function listStoredSessions(
  context: OperationContext,
  { all, agent, folder, limit, since, until, at, starred, runs: withRuns }: ListInput,
) {
  const asked = folder === undefined ? null : namedFolder(context, folder, "list sessions of");
  const isWanted = timeFilter(context, { since, until, at });
  return withIndex(context, async (database) => {
    const unreadable: UnreadableStore[] = [];
    const { sessions: list, known } = await listSessions(
      context,
      database,
      agent ?? null,
      (store) => void unreadable.push(store),
    );
    const isEverywhere = all && asked === null;
    const isStarred = starredSessions(agentEnvironment(context));
    const { picked, found, elsewhere, atOtherTimes, runs } = pickSessions(list, {
      here: context.cwd,
      isListed: isEverywhere ? null : folderFilter(asked ?? context.cwd),
      isWanted,
      isStarred: starred ? isStarred : null,
      withRuns,
      limit,
    });
    const copies = listCopies(agentEnvironment(context));
    const details = sessionDetails(database, known);
    const prices = pricesFor(context);
    const sessions = [];
    for (const [place, rank] of picked.entries()) {
      context.signal.throwIfAborted();
      context.progress(`reading session ${sessions.length + 1}`);
      const one = list.at(rank);
      const described = await describe(one, (session) => details.of(session), prices);
      const number = place < MAX_NUMBER ? place + 1 : null;
      sessions.push({
        number,
        ...described,
        title: copies.get(one.session.id)?.title ?? described.title,
        handed_over: copies.has(one.session.id),
        starred: isStarred(one.session),
      });
    }
    details.save();
    if (context.keepsLists) keepShownList(context, sessions);
    return {
      folder: isEverywhere ? null : (asked ?? context.cwd),
      agent: agent ?? null,
      found,
      elsewhere,
      at_other_times: atOtherTimes,
      runs,
      now: context.now().toISOString(),
      unreadable: unreadableRows(unreadable),
      sessions,
    };
  });
}
