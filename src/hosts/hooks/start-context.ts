/** What hooks give to a session when it starts. */

import { findHost } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { configFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { MIN_RESTORED_TOKENS } from "../../runtime/project-config.ts";
import { locateProject } from "../../runtime/project-folder.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { resumeInput, resumeState } from "../../state/disk/session/resume-session.ts";
import {
  type RestorableState,
  renderRestoredContext,
  restoredMarker,
} from "../../state/session/restored-context.ts";
import type { HookCall } from "./hook-input.ts";
import { hasMark } from "./hook-session.ts";
import { type Hooked, requestAtStart } from "./propose-at-hook.ts";
import { roleContext } from "./role-context.ts";

/** What a session starts with: the role of its folder, then the state; null when it has both already. */
export async function startContext(
  context: OperationContext,
  hooked: Hooked,
): Promise<string | null> {
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
  const { max_tokens, claims_on_compact } = hookSettings(context);
  const maxTokens = Math.max(max_tokens, MIN_RESTORED_TOKENS);
  // The output of an operation is JSON, whatever its schema leaves open.
  const plain: RestorableState = JSON.parse(JSON.stringify(packet));
  const text = renderRestoredContext(plain, maxTokens);
  if (text === null || isKnown(hooked, restoredMarker(packet.snapshot.state_hash))) return null;
  const request = claims_on_compact ? requestAtStart(host) : null;
  return redactorFor(context).text(request === null ? text : `${text}\n${request}`, "state");
}

/**
 * The state of the host's session if a checkpoint named it, otherwise the workspace's current one.
 */
export async function currentPacket(
  context: OperationContext,
  host: string,
  { session_id }: HookCall,
) {
  const look = async (input: Readonly<Record<string, unknown>>) => {
    try {
      return (await resumeState(context, resumeInput.parse({ ...input, peek: true }))).packet;
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

/** What a project says about hooks. */
export function hookSettings(context: OperationContext) {
  return configFor(context, locateProject(context, undefined)).hooks;
}
