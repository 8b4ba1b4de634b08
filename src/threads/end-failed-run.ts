import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Actor } from "../model/event.ts";
import { endRun } from "./runs.ts";
import type { RunRow } from "./tables/runs.ts";

/**
 * Errors that would occur again on every attempt. Anything else (a lock, a full disk, a provider
 * that cannot be reached) may pass, so the run stays open for another attempt.
 */
const FATAL: readonly string[] = [
  "E_BLOB",
  "E_LINEAGE",
  "E_NO_SUMMARY",
  "E_OVER_BUDGET",
  "E_REQUEST",
];

/**
 * A run without a context cannot continue: it is ended and the reason recorded. Other errors are
 * left alone.
 */
export async function endFailedRun(
  ledger: Ledger,
  run: RunRow,
  { error, actor }: { readonly error: unknown; readonly actor: Actor },
): Promise<void> {
  if (!(error instanceof HoldallError) || !FATAL.includes(error.code)) return;
  const { code, message } = error;
  const reason = "context_compile_failed";
  await ledger.write((unit) => endRun(unit, run, { reason, actor, error: { code, message } }));
}
