/**
 * Optimistic concurrency for entries: a change names the version it is based on. A refusal is
 * recorded in the trail and returns the present entry, so that the caller can decide again.
 */

import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { type Change, noteChange } from "./change.ts";
import { type LiveEntry, versionOf } from "./state.ts";

/** A refusal of a change that was based on another version, and the note it leaves in the trail. */
export interface StaleVersion {
  readonly changes: readonly Change[];
  readonly refusal: HoldallError;
}

/**
 * Refuses a change that was based on another version of an entry than the present one; null when it was not.
 * Whoever changes an existing entry must name its version, so that no writer silently undoes another's change.
 */
export function checkVersion(
  { namespace, id }: { readonly namespace: string; readonly id: string },
  existing: LiveEntry | undefined,
  expected: number | undefined,
): StaleVersion | null {
  const actual = existing === undefined ? null : versionOf(existing);
  if ((expected ?? 0) === (actual ?? 0)) return null;
  const versions = { expected_version: expected ?? null, actual_version: actual };
  const reason = `expected version ${expected ?? "none"}, found ${actual ?? "none"}`;
  const details: JsonObject = { namespace, id, ...versions, reason_code: "stale_version" };
  const current_entry =
    existing === undefined ? null : { ...existing.image, namespace: existing.namespace };
  const message = `Cannot change entry "${id}": ${reason}`;
  const refusal = new HoldallError("E_CONFLICT", message, {
    cure: "read the entry again and pass its version with --expect-version",
    findings: [
      {
        severity: "error",
        code: "E_CONFLICT",
        file: null,
        pointer: null,
        line: null,
        message,
        details: { expected: expected ?? null, actual, current_entry },
      },
    ],
  });
  return { changes: [noteChange("state_rejected", { reason, details })], refusal };
}
