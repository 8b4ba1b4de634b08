/**
 * What happens when a host fires an event: restore the state at the start of a session, write a
 * checkpoint before a compaction, or dream. Two rules: it never fails (errors go to the log of the
 * workspace), and it always ends in time (each step is bounded), because a host waits for its hooks
 * and a person waits for the host.
 */

import fs from "node:fs";
import path from "node:path";
import { findHost } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { CONFIG } from "../../curator/workspace/layout.ts";
import { deriveSessionState } from "../../handoff/transfer/derive-session-state.ts";
import { type HookCall, readHookCall } from "../../hosts/hook-input.ts";
import { logHookFault } from "../../hosts/hook-log.ts";
import { configFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { LEAST_RESTORED_TOKENS } from "../../runtime/project-config.ts";
import { locateProject } from "../../runtime/project-folder.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { inWorkspace, storeChoice } from "../../runtime/workspace.ts";
import { resolveSession } from "../../sessions/agent-sessions.ts";
import {
  type RestorableState,
  renderRestoredContext,
  restoredMarker,
} from "../../state/session/restored-context.ts";
import { locateStore } from "../../stores/locate.ts";
import dream from "../kit/dream.ts";
import sessionCheckpoint from "../session/checkpoint.ts";
import sessionResume from "../session/resume.ts";
import { startDream } from "./hook-dream.ts";

/**
 * Time for a host to write its message, in ms: one that never closes the stream must not be waited
 * for.
 */
const MAX_INPUT_MS = 5_000;

/** A larger conversation could not be read in time. */
const MAX_DERIVED_BYTES = 32 * 1024 * 1024;

/** How much of a conversation is searched, from its end. */
const MAX_SEARCH_BYTES = 64 * 1024 * 1024;

/** What a hook did; every key is null when it had nothing to do. */
export interface HookResult {
  /** The text that the host gives to its model. */
  readonly context: string | null;
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
    // Waiting for a lock may block the process: it must end before the time is up.
    here = { ...here, lockWaitMs: Math.ceil(timeout_ms / 3) };
    if (event === "dream") return { ...NOTHING, dream: (await dream.run(here, {})).out };
    return await within(timeout_ms, () => act(here, { event, host, call }));
  } catch (error) {
    logHookFault(here, `${host} ${event}`, error);
    return { ...NOTHING, fault: error instanceof Error ? error.message : String(error) };
  }
}

const NOTHING: HookResult = { context: null, checkpoint: null, dream: null, fault: null };

interface Hooked {
  readonly event: string;
  readonly host: string;
  readonly call: HookCall;
}

async function act(context: OperationContext, hooked: Hooked): Promise<HookResult> {
  if (locateStore(storeChoice(context, undefined)) === null) return NOTHING;
  if (hooked.event === "session-start") {
    await refreshResponsibilities(context, hooked);
    return { ...NOTHING, context: await restore(context, hooked) };
  }
  if (hooked.event === "pre-compact")
    return { ...NOTHING, checkpoint: await checkpoint(context, hooked) };
  return NOTHING;
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

function hasResponsibilities(cwd: string): boolean {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, CONFIG))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

/** The state as context for the session; null if there is none, or the session has it already. */
async function restore(context: OperationContext, { host, call }: Hooked): Promise<string | null> {
  const packet = await currentPacket(context, host, call);
  if (packet === null) return null;
  const maxTokens = Math.max(configOf(context).hooks.max_tokens, LEAST_RESTORED_TOKENS);
  // The output of an operation is JSON, whatever its schema leaves open.
  const plain: RestorableState = JSON.parse(JSON.stringify(packet));
  const text = renderRestoredContext(plain, maxTokens);
  // The output of a hook is in every host's transcript, but some hosts do not send it to the model
  // again.
  const remembers = call.source === "resume" && (findHost(host)?.remembersHooks ?? true);
  const isKnown = remembers && hasMark(call, packet.snapshot.state_hash);
  return isKnown || text === null ? null : redactorFor(context).text(text, "state");
}

/** Records the progress of the work before the host forgets most of it. */
async function checkpoint(context: OperationContext, hooked: Hooked): Promise<string | null> {
  const { host, call } = hooked;
  const { derive_on_compact, dream_on_compact } = configOf(context).hooks;
  if (derive_on_compact) await deriveFromCall(context, hooked);
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
 * Offers statements of the session to the gate; a transcript that cannot be read does not prevent
 * the checkpoint.
 */
async function deriveFromCall(context: OperationContext, { host, call }: Hooked): Promise<void> {
  const { transcript_path: place } = call;
  if (place === undefined || !fs.existsSync(place)) return;
  try {
    if (fs.statSync(place).size > MAX_DERIVED_BYTES) {
      throw new HoldallError("E_LIMIT", `Cannot derive from "${place}": too large for a hook`);
    }
    const { agent, session } = await resolveSession(context, place, undefined);
    const said = { ...(await agent.read(await agent.open(session))), tools: agent.tools };
    const by = { id: host, origin: "hook" };
    await inWorkspace(context, { effect: "write" }, (ledger) =>
      deriveSessionState(context, ledger, said, { by }),
    );
  } catch (error) {
    logHookFault(context, `${host} derive`, error);
  }
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

/** Whether the conversation already contains this very state, by the marker with its hash. */
function hasMark({ transcript_path }: HookCall, stateHash: string): boolean {
  if (transcript_path === undefined || !fs.existsSync(transcript_path)) return false;
  const descriptor = fs.openSync(transcript_path, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    const tail = Buffer.alloc(Math.min(size, MAX_SEARCH_BYTES));
    fs.readSync(descriptor, tail, 0, tail.length, size - tail.length);
    return tail.includes(restoredMarker(stateHash));
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The context with the host's folder, if the host names one. */
function inFolder(context: OperationContext, cwd: string | undefined): OperationContext {
  const isThere = cwd !== undefined && fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
  return isThere ? { ...context, cwd } : context;
}

/** The context of a hook that goes on with the defaults where a project's file cannot be used, and logs that once. */
function withoutUnusable(context: OperationContext, what: string): OperationContext {
  let isLogged = false;
  const onUnusableProject = (error: HoldallError) => {
    if (!isLogged) logHookFault(context, what, error);
    isLogged = true;
  };
  return { ...context, onUnusableProject };
}

function configOf(context: OperationContext) {
  return configFor(context, locateProject(context, undefined));
}

/** Gives up when the time is over; the abandoned work continues, but nobody waits for it. */
async function within<Result>(timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fault = new HoldallError("E_LOCKED", `Cannot finish within ${timeoutMs} ms`);
    timer = setTimeout(() => reject(fault), timeoutMs);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
