import { sha256 } from "../../base/hash.ts";
import { openPlace, responsibilityAround } from "../../curator/disk/workspace.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { logHookFault } from "../hook-log.ts";
import { hasResponsibilities } from "./hook-session.ts";
import type { Hooked } from "./propose-at-hook.ts";

/** What a session gets about the role in whose folder it works. */
export interface RoleContext {
  readonly text: string;
  /** By which a later hook sees that the conversation contains it. */
  readonly marker: string;
}

/** Enough digits to distinguish texts within one conversation. */
const MARKER_DIGITS = 16;

/**
 * The context of the responsibility whose folder a session starts in, within its budget and quoted like a state: the
 * files come with the project. Null in any other folder; a fault here does not keep the state back.
 */
export async function roleContext(
  context: OperationContext,
  { host }: Hooked,
): Promise<RoleContext | null> {
  try {
    if (!hasResponsibilities(context.cwd)) return null;
    const place = openPlace(context, {});
    const id = responsibilityAround(place, context.cwd);
    if (id === null) return null;
    const { loadResponsibility } = await import("../../curator/disk/load-responsibility.ts");
    const request = { id, workspace: place.root, with: [], "with-links": false, frozen: false };
    const { text } = await loadResponsibility(context, request);
    const safe = redactorFor(context).text(text, "context");
    const marker = `holdall role ${sha256(safe).slice(0, MARKER_DIGITS)}`;
    const title = `You work in the folder of the role "${id}" (${marker}). What its people keep about it:`;
    return { text: `${title}\n${quoteContext(safe)}`, marker };
  } catch (error) {
    logHookFault(context, `${host} role`, error);
    return null;
  }
}
