/**
 * What happens when a host fires an event: restore the state at the start of a session, write a
 * checkpoint before a compaction, or dream. Two rules: it never fails (errors go to the log of the
 * workspace), and it always ends in time (each step is bounded), because a host waits for its hooks
 * and a person waits for the host.
 */

import { readHookCall } from "../../hosts/hook-input.ts";
import { logHookFault } from "../../hosts/hook-log.ts";
import {
  hasResponsibilities,
  inFolder,
  within,
  withoutUnusable,
} from "../../hosts/hook-session.ts";
import { keepAtEvent } from "../../hosts/keeping-hooks.ts";
import type { Hooked } from "../../hosts/propose-at-hook.ts";
import { proposeAtHook } from "../../hosts/propose-at-hook.ts";
import { startDream } from "../../hosts/start-dream.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeChoice } from "../../runtime/workspace.ts";
import { locateStore } from "../../stores/locate.ts";
import dream from "../kit/dream.ts";
import sessionCheckpoint from "../session/checkpoint.ts";
import { currentPacket, hookSettings, startContext } from "./start-context.ts";

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

/**
 * Handles a host's event. Never throws and always ends in time, because a host waits for its hooks.
 */
export async function runHook(
  context: OperationContext,
  { event, host }: { readonly event: string; readonly host: string },
): Promise<HookResult> {
  let here: OperationContext = { ...context, note: () => {} };
  try {
    const call = await within(MAX_INPUT_MS, () => readHookCall(context));
    here = withoutUnusable(inFolder(here, call.cwd), `${host} ${event}`);
    const { timeout_ms } = hookSettings(here);
    keepSessions(here, { event, host });
    // Waiting for a lock may block the process: it must end before the time is up.
    here = { ...here, lockWaitMs: Math.ceil(timeout_ms / 3) };
    if (event === "dream") return { ...NOTHING, dream: (await dream.run(here, {})).out };
    return await within(timeout_ms, () => act(here, { event, host, call }));
  } catch (error) {
    logHookFault(here, `${host} ${event}`, error);
    return { ...NOTHING, fault: error instanceof Error ? error.message : String(error) };
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
    const { default: fresh } = await import("../context/fresh.ts");
    await fresh.run(context, { fix: true });
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
  const { summary } = await sessionCheckpoint.run(context, {
    "agent-id": host,
    actor: host,
    origin: "hook",
    user,
    session,
    task,
    ...(call.session_id === undefined ? {} : { host, "host-session": call.session_id }),
  });
  if (dream_on_compact) startDream(context, host);
  return summary.state_hash;
}
