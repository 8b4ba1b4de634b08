import { remembered } from "../hosts/schedulers/last-outcome.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { type KeepInput, type Kept, keepNow } from "./keep-now.ts";

/** Two hooks may fire together, or a timer and a hook: the second one waits, as its session may be newer. */
const LOCK_WAIT_MS = 10 * 60 * 1000;

/** Keeps sessions when nobody watches: how it ended is remembered. */
export function keepUnattended(context: OperationContext, input: KeepInput): Promise<Kept> {
  const patient = { ...context, lockWaitMs: LOCK_WAIT_MS };
  return remembered(patient, () => keepNow(patient, input));
}
