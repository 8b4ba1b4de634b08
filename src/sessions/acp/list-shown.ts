import { HoldallError } from "../../base/errors.ts";
import { namedFolder } from "../../runtime/named-folder.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, folderFilter } from "../agent-sessions.ts";
import { listCopies } from "../handoff-record.ts";
import type { ListInput } from "../list-input.ts";
import { timeFilter } from "../listed-session.ts";
import { findNamedServer } from "./find-server.ts";
import { listWithServer } from "./shown-sessions.ts";

/** The sessions that a server lists, in the form of those that are found in stores. */
export async function listShownSessions(
  context: OperationContext,
  { all, folder, since, until, at, limit, ...asked }: ListInput,
  acp: string,
) {
  refuseStoreOptions(asked);
  const named = folder === undefined ? null : namedFolder(context, folder, "list sessions of");
  const isWanted = timeFilter(context, { since, until, at });
  const server = await findNamedServer(context, acp, asked["acp-live"]);
  const listed = await listWithServer(context, server, named ?? context.cwd);
  const isEverywhere = all && named === null;
  const isHere = folderFilter(named ?? context.cwd);
  const timely = listed.filter(
    ({ updated_at }) => isWanted === null || isWanted(Date.parse(updated_at ?? "")),
  );
  // Stars are for sessions in stores: what a server lists has none.
  const marked = asked.starred ? [] : timely;
  const found = marked.filter((entry) => isEverywhere || isHere(entry));
  const copies = listCopies(agentEnvironment(context));
  return {
    folder: isEverywhere ? null : (named ?? context.cwd),
    agent: server.name,
    found: found.length,
    elsewhere: marked.length - found.length,
    at_other_times: listed.length - timely.length,
    runs: 0,
    now: context.now().toISOString(),
    unreadable: [],
    sessions: found.slice(0, limit).map(({ id, cwd, title, updated_at }) => ({
      ...UNKNOWN,
      agent: server.name,
      id,
      title,
      cwd,
      path: server.command.join(" "),
      modified_at: updated_at,
      handed_over: copies.has(id),
    })),
  };
}

/** A server lists its own sessions and does not mark those of tasks. */
function refuseStoreOptions({ agent, runs }: Pick<ListInput, "agent" | "runs">): void {
  const option = agent === undefined ? runs && "--runs" : "--agent";
  if (option === false) return;
  const state = "it chooses among sessions in the stores of agents";
  throw new HoldallError("E_USAGE", `Cannot use ${option} with --acp: ${state}`, {
    cure: `leave out --acp, or ${option}`,
  });
}

/** What a server does not list. */
const UNKNOWN = {
  number: null,
  model: null,
  version: null,
  branch: null,
  bytes: null,
  messages: null,
  tokens: null,
  calls: null,
  worked_ms: null,
  tokens_in: null,
  tokens_out: null,
  cost_usd: null,
  resume: null,
  archived: false,
  starred: false,
  kept: null,
  fault: null,
} as const;
