import { HoldallError } from "../base/errors.ts";
import type { RunRow } from "./tables.ts";

/** Refuses a run that has ended. */
export function requireOpen({ run_session_id, ended_seq, reason }: RunRow): void {
  if (ended_seq === null) return;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot go on with run "${run_session_id}": it has ended (${reason})`,
    { cure: "begin another one" },
  );
}
