import { formatNumber } from "../base/text/format-count.ts";

/** What happened to something in a conversion, from best to worst. */
export const lossKinds = ["kept", "changed", "summarised", "dropped"] as const;
/** One of the four outcomes. */
export type LossKind = (typeof lossKinds)[number];

/**
 * What a loss in a session concerns: the conversation itself, its background (thinking, sub-agents,
 * abandoned branches, context that the agent added), or records that no reader misses (token counts).
 */
export const lossScopes = ["conversation", "background", "bookkeeping"] as const;
/** One of the three scopes. */
export type LossScope = (typeof lossScopes)[number];

/** One thing that did not arrive unchanged, or whose arrival needs an explanation. */
export interface LossItem {
  /** `kept` for what was restored from a place that readers of the source ignore. */
  readonly kind: LossKind;
  /** File and JSON pointer or line in the source. */
  readonly where: string;
  /** The reason, and after a semicolon what only a reader of the report can use. */
  readonly why: string;
  /** How many things it covers; 1 when absent. */
  readonly count?: number | undefined;
  /** Set for sessions only; a bundle has no conversation to distinguish from the rest. */
  readonly scope?: LossScope | undefined;
  /** Kind of the records, for records that may be part of the conversation because nobody knows their kind. */
  readonly unknown_kind?: string | undefined;
}

/** The reason of a loss, without what follows for readers of the report. */
export function reasonOf({ why }: Pick<LossItem, "why">): string {
  return why.split(";", 1)[0] ?? why;
}

/** What a conversion kept and what it lost. */
export interface LossReport {
  readonly kept: number;
  readonly changed: number;
  readonly summarised: number;
  readonly dropped: number;
  readonly items: readonly LossItem[];
}

/** Counts the items of a conversion beside the number of things that arrived unchanged. */
export function lossReport(kept: number, items: readonly LossItem[]): LossReport {
  const count = (kind: LossKind) =>
    items.reduce((sum, item) => sum + (item.kind === kind ? (item.count ?? 1) : 0), 0);
  return {
    kept,
    changed: count("changed"),
    summarised: count("summarised"),
    dropped: count("dropped"),
    items,
  };
}

/** The counts of a report in words: "2 changed, 0 summarised, 1 dropped". */
export function describeLoss(loss: Omit<LossReport, "kept" | "items">): string {
  const counts = (["changed", "summarised", "dropped"] as const).map(
    (kind) => `${formatNumber(loss[kind])} ${kind}`,
  );
  return counts.join(", ");
}
