import type { HookEvent, HostPlace, Scope } from "../agents/host.ts";
import { type HostId, hostIds, hosts } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { startOwnProgramApart } from "../programs/own-program.ts";
import { neutralFolder } from "../programs/program-order.ts";
import { userConfigFor } from "../runtime/config.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { realPath } from "../runtime/workspace-paths.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { unreviewedBy, untrustedBy } from "./check-trust.ts";
import { isHostHere } from "./find-hosts.ts";
import { hookFileOf } from "./hook-registration.ts";
import { readHostFile } from "./host-file.ts";
import { hostPlace } from "./host-place.ts";
import { programCommand } from "./program-command.ts";
import { UNATTENDED } from "./schedulers/scheduler.ts";

/** The events at which a session may lose something, or is complete. */
const KEEPING_EVENTS: readonly HookEvent[] = ["pre-compact", "session-end"];

/**
 * Keeps the sessions of this user after an event of a host, if that is on. It starts apart and returns: a host waits
 * for its hooks, and what goes wrong is shown by `keep status`.
 */
export function keepAtEvent(context: OperationContext, event: string): void {
  if (!KEEPING_EVENTS.some((each) => each === event) || !userConfigFor(context).keep.on) return;
  startOwnProgramApart([...programCommand(), ...UNATTENDED], neutralFolder());
}

/** A host that keeps sessions at its events, in every folder or only in this project. */
export interface KeepingHost {
  readonly host: HostId;
  readonly scope: Scope;
  /** What its user must do before the host runs them; null when it does. */
  readonly waitsFor: string | null;
}

/** The hosts with hooks of ours at those events. */
export function keepingHosts(context: OperationContext): readonly KeepingHost[] {
  // A project in the home folder itself has the user's own files.
  const isOneFolder = realPath(context.cwd) === realPath(agentEnvironment(context).home);
  const scopes: readonly Scope[] = isOneFolder ? ["user"] : ["user", "project"];
  return hostIds.flatMap((host) =>
    scopes
      .filter((scope) => hasHook(context, host, scope))
      .map((scope) => ({ host, scope, waitsFor: waitsFor(host, hostPlace(context, scope)) })),
  );
}

function waitsFor(host: HostId, place: HostPlace): string | null {
  return untrustedBy(host, place) ?? unreviewedBy(host, place);
}

/** The command that adds such hooks to the hosts of this machine; null where none of them runs any. */
export async function hooksCommand(context: OperationContext): Promise<string | null> {
  const able = hostIds.filter((id) => runsAtEvents(id));
  const used = await Promise.all(able.map((id) => isHostHere(context, id)));
  const flags = able.filter((_, at) => used[at]).map((id) => `--${id}`);
  return flags.length === 0 ? null : `holdall hooks install ${flags.join(" ")} --scope user`;
}

function runsAtEvents(id: HostId): boolean {
  const { hooks } = hosts[id];
  if (hooks === undefined) return false;
  return KEEPING_EVENTS.some((event) =>
    hooks.kind === "list" ? hooks.events[event] !== undefined : hooks.events.includes(event),
  );
}

function hasHook(context: OperationContext, host: HostId, scope: Scope): boolean {
  const place = hostPlace(context, scope);
  const found = hookFileOf(host, place);
  try {
    const text = found === null ? null : readHostFile(place, found.file);
    const hooks = text === null ? [] : (found?.find(text) ?? []);
    return hooks.some(({ event }) => KEEPING_EVENTS.includes(event));
  } catch (error) {
    if (error instanceof HoldallError) return false; // `hooks status` shows what is wrong with the file.
    throw error;
  }
}
