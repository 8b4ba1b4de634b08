import type * as z from "zod";
import { remembered } from "../hosts/schedulers/last-outcome.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { nowInput } from "./inputs.ts";
import { type Kept, keepNow } from "./keep-now.ts";

/** Two hooks may fire together, or a timer and a hook: the second one waits, as its session may be newer. */
const LOCK_WAIT_MS = 10 * 60 * 1000;

/** Keeps sessions for a person, or for nobody: then how it ended is remembered. */
export function keepNamed(
  context: OperationContext,
  input: z.output<typeof nowInput>,
): Promise<Kept> {
  if (!input.unattended) return keepNow(context, input);
  const patient = { ...context, lockWaitMs: LOCK_WAIT_MS };
  return remembered(patient, () => keepNow(patient, input));
}
