import path from "node:path";
import * as z from "zod";
import { emptyState } from "../backup/chain-state.ts";
import { readChain } from "../backup/run-log.ts";
import type { BackupFolder } from "../backup/sealing.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { knownMachine, usualBackup } from "../sessions/kept/usual-backup.ts";
import { type FoundSessions, keyOf, withAllSessions } from "./find-all.ts";
import { listGone } from "./list-gone.ts";
import { skippedFilter } from "./skipped-filter.ts";
import {
  createStoreView,
  isForgotten,
  isUnchanged,
  type StoreView,
  subAgentsOf,
} from "./store-view.ts";

/** What agents have now and the backup does not: it would be lost with them. */
export const unkeptSchema = () =>
  z.object({
    /** How many sessions there are of which nothing is kept. */
    sessions: z.number(),
    /** The newest of them; null where there is none. */
    newest: z
      .object({
        agent: z.string(),
        id: z.string(),
        title: z.string().nullable(),
        cwd: z.string().nullable(),
      })
      .nullable(),
    /** Kept sessions that were written to since. */
    changed: z.number(),
    /** The folder to name to keep them there; null for the one in which this user keeps sessions. */
    to: z.string().nullable(),
  });

/** What the next run of `keep now` would find. */
export interface StoresToday {
  readonly unkept: z.infer<ReturnType<typeof unkeptSchema>>;
  /** Keys of the sessions of this machine that were kept, and that their agents do not have now. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Compares the stores of all agents with what this machine kept; null where a seal hides what that is, and in a folder
 * that it never kept anything in, except the usual one.
 */
export async function storesToday(
  context: OperationContext,
  backup: BackupFolder,
): Promise<StoresToday | null> {
  const chain = knownMachine(agentEnvironment(context));
  let isSealed = false;
  const state =
    chain === null
      ? emptyState("")
      : readChain(backup, chain, ({ code }) => {
          if (code === "E_KEY") isSealed = true;
        });
  const usual = usualBackup(context, agentEnvironment(context));
  const to = path.resolve(usual) === backup.folder ? null : backup.folder;
  if (isSealed || (to !== null && state.newest === null)) return null;
  const view = createStoreView(context, backup, state);
  return withAllSessions(context, async (found) => {
    const { unkept, gone } = compare(view, found);
    return { unkept: { ...unkept, to }, gone };
  });
}

function compare(view: StoreView, found: FoundSessions) {
  const { sessions: kept } = view.state;
  const isSkipped = skippedFilter(view.context);
  const seen = new Set<string>();
  let sessions = 0;
  let newest: StoresToday["unkept"]["newest"] = null;
  let changed = 0;
  for (const one of found.sessions) {
    const { agent, id, cwd } = one.session;
    const key = keyOf(agent, id);
    if (seen.has(key)) continue;
    seen.add(key);
    if (isForgotten(view, one.session) || isSkipped(one)) continue;
    const before = kept.get(key);
    if (before === undefined) {
      sessions++;
      newest ??= { agent, id, title: found.titleOf(one), cwd };
    } else if (before.gone === null) {
      const all = [one.session, ...subAgentsOf(one.session, found)];
      if (!isUnchanged(view, one, all, before)) changed++;
    } else if (before.modified_ms !== one.session.modified_ms) changed++;
  }
  const missing = listGone(view, seen, found.unreadable);
  const before = [...kept].filter(([key, { gone }]) => gone !== null && !seen.has(key));
  const gone = new Set([
    ...before.map(([key]) => key),
    ...missing.map(({ agent, id }) => keyOf(agent, id)),
  ]);
  return { unkept: { sessions, newest, changed }, gone };
}
