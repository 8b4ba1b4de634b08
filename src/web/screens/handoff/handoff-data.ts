import type { LossData } from "../../text/group-losses.ts";

/** What the operation `handoff` returns, as far as the screen shows it. */

/** The result of a handoff, of its dry run or of its undoing. */
export interface HandoffData {
  readonly agent: string | null;
  readonly session_id: string;
  readonly path: string;
  readonly resume: readonly (readonly string[])[];
  readonly conversation: {
    readonly complete: boolean;
    readonly messages: number;
    readonly calls: number;
    readonly results: number;
    readonly summaries: number;
    readonly changed: number;
    readonly missing: number;
    readonly renamed_tools: readonly {
      readonly from: string;
      readonly to: string;
      readonly calls: number;
    }[];
  } | null;
  readonly tokens: number;
  readonly window: number | null;
  readonly undo: readonly string[] | null;
  readonly loss: {
    readonly kept: number;
    readonly changed: number;
    readonly summarised: number;
    readonly dropped: number;
    readonly items: readonly LossData[];
  };
  readonly redactions: readonly {
    readonly kind: string;
    readonly placeholder: string;
    readonly count: number;
  }[];
  readonly from: { readonly agent: string; readonly title: string | null } | null;
  readonly notes: readonly string[];
  readonly handoffs?: readonly HandoffRecord[];
}

/** A handoff that can be undone. */
export interface HandoffRecord {
  readonly agent: string;
  readonly session_id: string;
  readonly at: string;
  readonly path: string;
}
