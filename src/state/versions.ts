import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { type Change, noteChange } from "./change.ts";
import { type HeldEntry, versionOf } from "./state.ts";

/** A refusal of a change that was decided over another version, and the line it leaves in the trail. */
export interface Stale {
  readonly changes: readonly Change[];
  readonly refusal: HoldallError;
}

/**
 * Whether a change was decided over another version of an entry than the one there is; null when it was not.
 * An entry that exists must always be named with its version: the last writer never wins silently.
 */
export function staleVersion(
  { namespace, id }: { readonly namespace: string; readonly id: string },
  held: HeldEntry | undefined,
  expected: number | undefined,
): Stale | null {
  const actual = held === undefined ? null : versionOf(held);
  if ((expected ?? 0) === (actual ?? 0)) return null;
  const versions = { expected_version: expected ?? null, actual_version: actual };
  const reason = `expected version ${expected ?? "none"}, found ${actual ?? "none"}`;
  const details: JsonObject = { namespace, id, ...versions, reason_code: "stale_version" };
  const current_entry = held === undefined ? null : { ...held.image, namespace: held.namespace };
  const message = `Cannot change entry "${id}": ${reason}`;
  const refusal = new HoldallError("E_CONFLICT", message, {
    cure: "read the entry again, and name its version with --expect-version",
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
