import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Actor } from "../model/event.ts";
import { endRun } from "./runs.ts";
import type { RunRow } from "./tables/runs.ts";

/** What says that there can be no context for the run, whoever asks and however often. */
const FATAL: readonly string[] = [
  "E_BLOB",
  "E_LINEAGE",
  "E_NO_SUMMARY",
  "E_OVER_BUDGET",
  "E_REQUEST",
];

/** A run without a context must not go on: it ends, and says why. */
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
