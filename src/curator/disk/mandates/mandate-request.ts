import type { Override } from "../../mandates/mandate.ts";
import type { ModelController } from "../../model/check.ts";
import type { Metric } from "../../workspace/record.ts";
import type { UntimedLine } from "../read/read-snapshot.ts";
import type { PlaceInput } from "../workspace.ts";

/** What a mandate is run with. */
export interface MandateRequest extends PlaceInput {
  readonly id: string;
  readonly now?: string | undefined;
  /** Where the mandate and its measurements are recorded: in the ledger, in a file, or nowhere. */
  readonly telemetry: "sql" | "file" | "off";
  readonly dryRun?: boolean;
  /** The model in use, when the caller knows it. */
  readonly detected?: string | undefined;
  readonly forMandate?: string | undefined;
  readonly isBoot?: boolean;
  readonly override?: Override | null;
  /** The steward's id, when it accepts a memory whose earlier lines changed. */
  readonly acceptMemoryBy?: string | undefined;
  readonly controller?: ModelController | null;
  /** Lines that the memory gets besides those of the mandate. */
  readonly notes?: readonly UntimedLine[];
  /** Measurements besides those of the mandate. */
  readonly metrics?: readonly Metric[];
  /** How long to wait for another process that works on the same responsibility. */
  readonly waitMs?: number;
}
