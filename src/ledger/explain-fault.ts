import { HoldallError } from "../base/errors.ts";
import { createFindings } from "../base/findings.ts";
import { DAMAGE_CURE } from "../stores/damage.ts";
import type { Ledger } from "./ledger.ts";
import { verifyLedger } from "./verify.ts";

/**
 * An unexpected error of work in a workspace, as what it follows from: if the workspace is damaged, rules met values
 * that no program of ours wrote, and the error says what is damaged. Any other error is returned unchanged.
 */
export async function explainFault(ledger: Ledger, error: unknown): Promise<unknown> {
  if (error instanceof HoldallError || !isUnexpected(error)) return error;
  const findings = createFindings();
  try {
    await verifyLedger(ledger, findings);
  } catch {
    return error; // What keeps the check from running is a bug of its own.
  }
  const faults = findings.list().filter(({ severity }) => severity === "error");
  const [first] = faults;
  if (first === undefined) return error;
  const message = `Cannot use the workspace "${ledger.store.location}": it is damaged. ${first.message}`;
  return new HoldallError("E_STORE", message, {
    cure: DAMAGE_CURE,
    findings: faults,
    cause: error,
  });
}

/** Whether no surface knows what to say about it: errors of the operating system and of a stop are known. */
function isUnexpected(error: unknown): boolean {
  return !(error instanceof Error && ("syscall" in error || error.name === "AbortError"));
}
