import type { OperationContext } from "../../../runtime/operation-context.ts";
import { memoryNote } from "../../mandates/choices.ts";
import type { Metric } from "../../workspace/record.ts";
import type { UntimedLine } from "../read/read-snapshot.ts";
import type { PlaceInput } from "../workspace.ts";
import { runMandate } from "./run-mandate.ts";

/** Whose memory gets a line, and what is measured with it. */
export interface MemoryNote extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
  readonly line: UntimedLine;
  readonly metrics?: readonly Metric[];
}

/** Adds a line to the memory of a responsibility, and to its recent activity. */
export function noteInMemory(context: OperationContext, note: MemoryNote) {
  const { id, workspace, store, now, line, metrics = [] } = note;
  return runMandate(
    context,
    { id, workspace, store, now, telemetry: "sql", notes: [line], metrics },
    memoryNote,
  );
}
