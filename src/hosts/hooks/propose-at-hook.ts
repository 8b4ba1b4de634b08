import fs from "node:fs";
import { findHost, isAgentId } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { summaryRequest } from "../../handoff/disk/brief.ts";
import { proposeSession, proposeSummary } from "../../handoff/disk/session-tray.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { resolveSession } from "../../sessions/agent-sessions.ts";
import { keepProposals, openTray } from "../../state/disk/tray.ts";
import { logHookFault } from "../hook-log.ts";
import type { HookCall } from "./hook-input.ts";

/** A larger conversation could not be read in time. */
const MAX_SESSION_BYTES = 32 * 1024 * 1024;

/** An event of a host and what it says about it. */
export interface Hooked {
  readonly event: string;
  readonly host: string;
  readonly call: HookCall;
}

/**
 * Puts claims of the session into the tray: those that need no model, and those of its newest summary. None is in force
 * by that, unless the user's own settings keep what is proven. Returns what whoever summarises is asked, where the host
 * passes it on. A transcript that cannot be read does not prevent the checkpoint.
 */
export async function proposeAtHook(
  context: OperationContext,
  { event, host, call }: Hooked,
): Promise<string | null> {
  const { transcript_path: place } = call;
  if (place === undefined || !fs.existsSync(place)) return null;
  try {
    if (fs.statSync(place).size > MAX_SESSION_BYTES) {
      throw new HoldallError("E_LIMIT", `Cannot propose from "${place}": too large for a hook`);
    }
    const { agent, session } = await resolveSession(context, place, undefined);
    const reading = { ...(await agent.read(await agent.open(session))), tools: agent.tools };
    const by = { id: host, origin: "hook" };
    await inWorkspace(context, { effect: "write" }, async (ledger) => {
      const tray = await openTray(context, ledger, { by });
      const found = await proposeSession(context, ledger, reading, tray);
      const written = await proposeSummary(context, ledger, reading, tray);
      const { keep_proven_claims } = userConfigFor(context).hooks;
      if (keep_proven_claims) await keepProposals(ledger, tray, [...found.ids, ...written.ids]);
    });
    const isAsked = event === "pre-compact" && findHost(host)?.asksSummariser === true;
    return isAsked ? await summaryRequest(context, reading) : null;
  } catch (error) {
    logHookFault(context, `${host} propose`, error);
    return null;
  }
}

/** What a model is asked that no hook can ask before a compaction; null for a host whose summaries contain claims. */
export function requestAtStart(host: string): string | null {
  if (findHost(host)?.asksSummariser === true) return null;
  const command = isAgentId(host) ? ` or run \`holdall brief ${host}\`` : "";
  return `Before this work ends, record what was decided: call the tool session.brief${command}, and answer its request. Each claim is checked and waits for a person.`;
}
