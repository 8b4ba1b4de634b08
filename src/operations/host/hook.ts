/**
 * What happens when a host fires an event: restore the state at the start of a session, write a
 * checkpoint before a compaction, or dream. Two rules: it never fails (errors go to the log of the
 * workspace), and it always ends in time (each step is bounded), because a host waits for its hooks
 * and a person waits for the host.
 */

import { findHost } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import type { HookCall } from "../../hosts/hook-input.ts";
import { readHookCall } from "../../hosts/hook-input.ts";
import { logHookFault } from "../../hosts/hook-log.ts";
import {
  hasMark,
  hasResponsibilities,
  inFolder,
  within,
  withoutUnusable,
} from "../../hosts/hook-session.ts";
import { keepAtEvent } from "../../hosts/keeping-hooks.ts";
import type { Hooked } from "../../hosts/propose-at-hook.ts";
import { proposeAtHook, requestAtStart } from "../../hosts/propose-at-hook.ts";
import { startDream } from "../../hosts/start-dream.ts";
import { configFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { MIN_RESTORED_TOKENS } from "../../runtime/project-config.ts";
import { locateProject } from "../../runtime/project-folder.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { storeChoice } from "../../runtime/workspace.ts";
import type { RestorableState } from "../../state/session/restored-context.ts";
import { renderRestoredContext, restoredMarker } from "../../state/session/restored-context.ts";
import { locateStore } from "../../stores/locate.ts";
import dream from "../kit/dream.ts";
import sessionCheckpoint from "../session/checkpoint.ts";
import sessionResume from "../session/resume.ts";
import { roleContext } from "./role-context.ts";

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
    const { timeout_ms } = configOf(here).hooks;
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
  const proposes = configOf(context).hooks.claims_on_compact;
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

/** What a session starts with: the role of its folder, then the state; null when it has both already. */
async function startContext(context: OperationContext, hooked: Hooked): Promise<string | null> {
  const role = await roleContext(context, hooked);
  const news = role === null || isKnown(hooked, role.marker) ? [] : [role.text];
  const state = await restore(context, hooked);
  const parts = state === null ? news : [...news, state];
  return parts.length === 0 ? null : parts.join("\n");
}

/**
 * Whether a resumed session has a text already. The output of a hook is in every host's transcript, but some hosts do not
 * send it to the model again.
 */
function isKnown({ host, call }: Hooked, marker: string): boolean {
  const remembers = call.source === "resume" && (findHost(host)?.remembersHooks ?? true);
  return remembers && hasMark(call, marker);
}

/** The state as context for the session; null if there is none, or the session has it already. */
async function restore(context: OperationContext, hooked: Hooked): Promise<string | null> {
  const { host, call } = hooked;
  const packet = await currentPacket(context, host, call);
  if (packet === null) return null;
  const { max_tokens, claims_on_compact } = configOf(context).hooks;
  const maxTokens = Math.max(max_tokens, MIN_RESTORED_TOKENS);
  // The output of an operation is JSON, whatever its schema leaves open.
  const plain: RestorableState = JSON.parse(JSON.stringify(packet));
  const text = renderRestoredContext(plain, maxTokens);
  if (text === null || isKnown(hooked, restoredMarker(packet.snapshot.state_hash))) return null;
  const request = claims_on_compact ? requestAtStart(host) : null;
  return redactorFor(context).text(request === null ? text : `${text}\n${request}`, "state");
}

/** Records the progress of the work before the host forgets most of it. */
async function checkpoint(context: OperationContext, hooked: Hooked): Promise<string | null> {
  const { host, call } = hooked;
  const { dream_on_compact } = configOf(context).hooks;
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

/**
 * The state of the host's session if a checkpoint named it, otherwise the workspace's current one.
 */
async function currentPacket(context: OperationContext, host: string, { session_id }: HookCall) {
  const look = async (input: Readonly<Record<string, unknown>>) => {
    try {
      return (await sessionResume.run(context, { ...input, peek: true })).packet;
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  };
  const aliased =
    session_id === undefined ? null : await look({ host, "host-session": session_id });
  return aliased ?? (await look({}));
}

function isAbsent(error: unknown): boolean {
  return error instanceof HoldallError && error.code === "E_NOT_FOUND";
}

function configOf(context: OperationContext) {
  return configFor(context, locateProject(context, undefined));
}
