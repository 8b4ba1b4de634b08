import type { HandoffResult } from "../../../web/text/handoff-report.ts";

/** What the operation `handoff` returns, as far as the screen shows it. */

/** The result of a handoff, of its dry run or of its undoing. */
export interface HandoffData extends HandoffResult {
  readonly agent: string | null;
  readonly session_id: string;
  readonly path: string;
  readonly resume: readonly (readonly string[])[];
  readonly undo: readonly string[] | null;
  readonly from: { readonly agent: string; readonly title: string | null } | null;
  readonly handoffs?: readonly HandoffRecord[];
}

/** A handoff that can be undone. */
export interface HandoffRecord {
  readonly agent: string;
  readonly session_id: string;
  readonly at: string;
  readonly path: string;
}
