/**
 * What happens when a host fires an event: restore the state at the start of a session, write a
 * checkpoint before a compaction, or dream. Two rules: it never fails (errors go to the log of the
 * workspace), and it always ends in time (each step is bounded), because a host waits for its hooks
 * and a person waits for the host.
 */

import { messageOf } from "../../base/errors.ts";
import { withTemporaries } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../runtime/workspace.ts";
import { checkpointInput, recordCheckpoint } from "../../state/disk/session/checkpoint.ts";
import { locateStore } from "../../stores/locate.ts";
import { logHookFault } from "../hook-log.ts";
import { keepAtEvent } from "../keeping-hooks.ts";
import { type HookCall, readHookCall } from "./hook-input.ts";
import { hasResponsibilities, inFolder, within, withoutUnusable } from "./hook-session.ts";
import type { Hooked } from "./propose-at-hook.ts";
import { proposeAtHook } from "./propose-at-hook.ts";
import { currentPacket, hookSettings, startContext } from "./start-context.ts";
import { startDream } from "./start-dream.ts";

/**
 * Time for a host to write its message, in ms: one that never closes the stream must not be waited
 * for.
 */
const MAX_INPUT_MS = 5_000;

/** What a hook did; every key is null when it had nothing to do. */
export interface HookResult {
  /** The text that the host gives to its model. */
  readonly context: string | null;
  /** What the host asks whoever summarises the session. */
  readonly request: string | null;
  /** Hash of the state that was recorded. */
  readonly checkpoint: string | null;
  /** Folder of a dream over the state, to be reviewed with `dream diff`. */
  readonly dream: string | null;
  /** Why nothing was done; it is also in the workspace's log. */
  readonly fault: string | null;
}

/** Which event of which host. */
interface HookEvent {
  readonly event: string;
  readonly host: string;
}

/**
 * Handles a host's event. Never throws and always ends in time, because a host waits for its hooks.
 */
export function runHook(
  context: OperationContext,
  { event, host }: HookEvent,
): Promise<HookResult> {
  return guarded(context, { event, host }, (here, call) => {
    const work = () => act(here, { event, host, call });
    return within(hookSettings(here).timeout_ms, () => withTemporaries(work));
  });
}

/** Dreams in the background, where no host waits; `dream` returns the folder of its proposal. */
export function runDream(
  context: OperationContext,
  host: string,
  dream: (context: OperationContext) => Promise<string>,
): Promise<HookResult> {
  return guarded(context, { event: "dream", host }, async (here) => ({
    ...NOTHING,
    dream: await dream(here),
  }));
}

/** Does the work of a hook in the host's folder; its errors go to the log of the workspace. */
async function guarded(
  context: OperationContext,
  { event, host }: HookEvent,
  work: (context: OperationContext, call: HookCall) => Promise<HookResult>,
): Promise<HookResult> {
  let here: OperationContext = { ...context, note: () => {} };
  try {
    const call = await within(MAX_INPUT_MS, () => readHookCall(context));
    here = withoutUnusable(inFolder(here, call.cwd), `${host} ${event}`);
    const { timeout_ms } = hookSettings(here);
    keepSessions(here, { event, host });
    // Waiting for a lock may block the process: it must end before the time is up.
    here = { ...here, lockWaitMs: Math.ceil(timeout_ms / 3) };
    return await work(here, call);
  } catch (error) {
    logHookFault(here, `${host} ${event}`, error);
    return { ...NOTHING, fault: messageOf(error) };
  }
}

const NOTHING: HookResult = {
  context: null,
  request: null,
  checkpoint: null,
  dream: null,
  fault: null,
};

async function act(context: OperationContext, hooked: Hooked): Promise<HookResult> {
  if (locateStore(storeChoice(context, undefined)) === null) return NOTHING;
  const proposes = hookSettings(context).claims_on_compact;
  const propose = () => (proposes ? proposeAtHook(context, hooked) : null);
  if (hooked.event === "session-start") {
    await refreshResponsibilities(context, hooked);
    if (hooked.call.source === "compact") await propose();
    return { ...NOTHING, context: await startContext(context, hooked) };
  }
  if (hooked.event === "session-end") return { ...NOTHING, request: await propose() };
  if (hooked.event !== "pre-compact") return NOTHING;
  const recorded = await checkpoint(context, hooked);
  return { ...NOTHING, checkpoint: recorded, request: await propose() };
}

/** Lets the sessions be kept, in any folder; what prevents that does not keep the state back. */
function keepSessions(
  context: OperationContext,
  { event, host }: Pick<Hooked, "event" | "host">,
): void {
  try {
    keepAtEvent(context, event);
  } catch (error) {
    logHookFault(context, `${host} keep`, error);
  }
}

/** Brings the files of responsibilities up to date; a fault there does not keep the state back. */
async function refreshResponsibilities(context: OperationContext, { host }: Hooked): Promise<void> {
  try {
    // Most folders have no responsibilities: one look for the settings, and nothing is loaded.
    if (!hasResponsibilities(context.cwd)) return;
    const { checkAllFresh } = await import("../../curator/disk/mandates/check-fresh.ts");
    await checkAllFresh(context, { fix: true });
  } catch (error) {
    logHookFault(context, `${host} refresh`, error);
  }
}

/** Records the progress of the work before the host forgets most of it. */
async function checkpoint(context: OperationContext, hooked: Hooked): Promise<string | null> {
  const { host, call } = hooked;
  const { dream_on_compact } = hookSettings(context);
  const packet = await currentPacket(context, host, call);
  if (packet === null) return null;
  const { user_id: user, session_id: session, task_id: task } = packet.session;
  const input = checkpointInput.parse({
    "agent-id": host,
    user,
    session,
    task,
    ...(call.session_id === undefined ? {} : { host, "host-session": call.session_id }),
  });
  const actor = { id: host, origin: "hook" };
  const { summary } = await inWorkspace(context, { effect: "write" }, (ledger) =>
    recordCheckpoint({ context, ledger, actor }, input),
  );
  if (dream_on_compact) startDream(context, host);
  return summary.state_hash;
}
