import * as z from "zod";
import { selectOpenAlerts } from "../../curator/telemetry/tables.ts";
import { checkHosts } from "../../hosts/doctor/check-hosts.ts";
import { readHookFaults } from "../../hosts/hook-log.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { readHealth } from "../../ledger/status.ts";
import { sortRefusals } from "../../model/open-refusals.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../runtime/workspace.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { findInterrupted } from "../../sessions/handoff-record.ts";
import { stateStream } from "../../state/address.ts";
import { cacheOf } from "../../state/change-state.ts";
import { listDreams } from "../../state/disk/kit/kept-dreams.ts";
import { findOutdatedEntries } from "../../state/disk/settings/outdated-entries.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { readTrail } from "../../state/history/read-trail.ts";
import { currentAddress } from "../../state/load.ts";
import { outdatedEntrySchema } from "../../state/session/freshness.ts";
import { entryKeySchema, showState } from "../../state/show.ts";
import { emptyState, type State } from "../../state/state.ts";
import { selectWaiting } from "../../state/tables/proposals.ts";
import { locateStore } from "../../stores/locate.ts";
import type { Transaction } from "../../stores/store.ts";
import { readRecentCommits } from "./recent-commits.ts";

const MAX_FAULTS = 5;
const MAX_ALERTS = 100;
/** Events of the state that are looked at for refused texts; the screen Gate looks at all. */
const RECENT_EVENTS = 500;

/** What waits for the person, each with the command that shows more. */
export const attentionSchema = () =>
  z.object({
    /** Pairs of entries that may contradict each other (`state show`). */
    conflicts: z.array(z.object({ ...entryKeySchema.shape, other: entryKeySchema })).readonly(),
    /** The newest refused texts that contradict an entry in force (`state log --type rejected`). */
    contradictions: z.array(
      z.object({ ...entryKeySchema.shape, seq: z.number(), at: z.string(), content: z.string() }),
    ),
    /** Folders of proposals, the newest first (`dream diff`). */
    proposals: z.array(z.string()),
    /** Proposals of sessions that wait for a review (`state review`). */
    claims: z.number(),
    /** Entries whose files or commit have changed since (`session resume`). */
    stale: z.array(outdatedEntrySchema()).readonly(),
    /** Handoffs whose process ended before they were complete; the next handoff removes what they left. */
    handoffs: z.array(z.object({ agent: z.string(), session_id: z.string(), at: z.string() })),
    /** Agents that do not load what was set up for them, such as hooks that wait for an approval (`doctor`). */
    hosts: z.array(z.object({ name: z.string(), detail: z.string(), cure: z.string().nullable() })),
    /** The last lines of the log of hooks (`hooks status`). */
    hook_faults: z.array(z.string()),
    /** Alerts that nobody has acknowledged, the newest last (`request list`). */
    alerts: z.array(
      z.object({
        id: z.number(),
        alert_type: z.string(),
        severity: z.string(),
        responsibility_id: z.string().nullable(),
        note: z.string(),
        created_at: z.string(),
      }),
    ),
    /** Runs that nobody works on any more (`ledger recover`). */
    abandoned_runs: z.number(),
  });

/** Reads what a person wants to know first; without a workspace, what there is outside of one. */
export async function readOverview(
  context: OperationContext,
  { store }: { readonly store?: string | undefined },
) {
  const outside = {
    proposals: listDreams(context, store),
    handoffs: interruptedHandoffs(context),
    hosts: await faultyHosts(context),
    hook_faults: readHookFaults(context, MAX_FAULTS),
  };
  const commits = await readRecentCommits(context.cwd);
  if (locateStore(storeChoice(context, store)) === null) {
    const nothing = { conflicts: [], contradictions: [], claims: 0, stale: [], alerts: [] };
    const attention = { ...nothing, abandoned_runs: 0, ...outside };
    return { workspace: null, state: null, commits, attention };
  }
  return inWorkspace(context, { store, effect: "read" }, async (ledger) => {
    const { ok, events, streams, last_at, expired_leases } = await readHealth(ledger);
    const { location, engine } = ledger.store;
    const workspace = { location, engine: engine.name, events, streams, last_at, ok };
    const { shown, ...waiting } = await readState(context, ledger);
    const alerts = await readAlerts(ledger);
    const attention = { ...waiting, alerts, abandoned_runs: expired_leases, ...outside };
    return { workspace, state: shown, commits, attention };
  });
}

/** What keeps agents from loading what was set up for them. */
async function faultyHosts(context: OperationContext) {
  const checks = await checkHosts(context);
  return checks
    .filter(({ status }) => status === "problem")
    .map(({ subject, detail, cure }) => ({ name: subject, detail, cure }));
}

/** Alerts of every workspace in the store that wait for somebody. */
async function readAlerts(ledger: Ledger) {
  const rows = await ledger.read((tx) => selectOpenAlerts(tx, { limit: MAX_ALERTS }));
  return rows.map(({ id, alert_type, severity, responsibility_id, note, created_at }) => ({
    id,
    alert_type,
    severity,
    responsibility_id,
    note: note ?? alert_type,
    created_at,
  }));
}

/** The current state, and what of it waits for a decision. */
async function readState(context: OperationContext, ledger: Ledger) {
  const { bounds, root } = stateSettings(context, ledger, {});
  const { shown, state, waiting } = await ledger.read(async (tx) => {
    const address = await currentAddress(tx);
    const state = (await cacheOf(ledger).load(tx, address))?.state ?? emptyState(address, bounds);
    const viewer = { namespace: state.bounds.namespace };
    const shown = await showState(tx, state, { archived: false, viewer });
    const claims = (await selectWaiting(tx, state.id)).length;
    const contradictions = await readContradictions(tx, state, shown.entries);
    return { state, shown, waiting: { claims, contradictions } };
  });
  const stale = await findOutdatedEntries(root, state);
  return { shown, conflicts: shown.conflicts, ...waiting, stale };
}

/** Refused texts among the newest events that contradict an entry in force, and nobody dismissed. */
async function readContradictions(
  tx: Transaction,
  { id, head_seq }: State,
  inForce: readonly { readonly namespace: string; readonly id: string; readonly content: string }[],
) {
  const lines = await readTrail(tx, stateStream(id), {
    type: ["rejected", "dismissed"],
    from: head_seq - RECENT_EVENTS,
    limit: RECENT_EVENTS,
  });
  const rejected = lines.filter(({ type }) => type === "state_rejected");
  const dismissed = lines.filter(({ refused }) => refused !== null);
  const { open } = sortRefusals({ rejected, dismissed, inForce });
  return open.map(({ line: { seq, at }, text, entry }) => {
    const { namespace, id } = entry;
    return { namespace, id, seq, at, content: text };
  });
}

function interruptedHandoffs(context: OperationContext) {
  return findInterrupted(agentEnvironment(context)).map(
    ({ record: { agent, session_id, at } }) => ({ agent, session_id, at }),
  );
}
