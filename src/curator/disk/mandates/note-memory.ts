import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { Metric } from "../../workspace/record.ts";
import type { PlaceInput } from "../workspace.ts";
import { runMandate } from "./run-mandate.ts";

/** Whose memory gets lines, and what is measured with them. */
export interface MemoryNote extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
  readonly lines: (at: string) => readonly string[];
  readonly metrics?: readonly Metric[];
}

/** Adds lines to the memory of a responsibility, and to its recent activity. */
export function noteInMemory(context: OperationContext, note: MemoryNote) {
  const { id, workspace, store, now, lines, metrics = [] } = note;
  return runMandate(
    context,
    { id, workspace, store, now, telemetry: "sql", notes: lines, metrics },
    {
      mandate: "note_memory",
      files: ["recent_activity"],
      checksModel: false,
      compacts: false,
      alerts: false,
      gated: false,
    },
  );
}
