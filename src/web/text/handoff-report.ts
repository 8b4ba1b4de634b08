import { groupLosses, type LossData, type LossGroup } from "./group-losses.ts";

/** What arrived of a conversation. */
export interface ArrivedConversation {
  readonly complete: boolean;
  readonly messages: number;
  readonly calls: number;
  readonly results: number;
  readonly summaries: number;
  readonly changed: number;
  readonly missing: number;
  readonly in_force: { readonly messages: number; readonly calls: number };
  readonly renamed_tools: readonly {
    readonly from: string;
    readonly to: string;
    readonly calls: number;
  }[];
}

/** How many things arrived in which form. */
export type Amounts = Readonly<Record<"kept" | "changed" | "summarised" | "dropped", number>>;

/** The part of a handoff's result that its picture is drawn from. */
export interface HandoffResult {
  /** Null when the source contains no conversation, but other texts. */
  readonly conversation: ArrivedConversation | null;
  readonly tokens: number;
  readonly window: number | null;
  readonly loss: Amounts & { readonly items: readonly LossData[] };
  readonly redactions: readonly { readonly count: number }[];
  readonly notes: readonly string[];
}

/** A handoff as a picture shows it: losses by their reasons, however many there are. */
export interface HandoffReport
  extends Pick<HandoffResult, "conversation" | "tokens" | "window" | "notes"> {
  readonly amounts: Amounts;
  readonly losses: readonly LossGroup[];
  /** Secrets that the receiver does not get. */
  readonly secrets: number;
}

/** What a picture of this handoff shows. */
export function handoffReport(result: HandoffResult): HandoffReport {
  const { conversation, tokens, window, notes, redactions } = result;
  const { kept, changed, summarised, dropped, items } = result.loss;
  return {
    conversation,
    tokens,
    window,
    notes,
    amounts: { kept, changed, summarised, dropped },
    losses: groupLosses(items),
    secrets: redactions.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Whether something that is lost is part of the conversation; of other texts everything is. */
export function isInside(
  { conversation }: Pick<HandoffReport, "conversation">,
  { scope }: Pick<LossGroup, "scope">,
): boolean {
  return conversation === null || scope === "conversation";
}

/** How many items of the conversation arrive in which form. */
export function arrivingAmounts(report: HandoffReport): Amounts {
  const { conversation, losses, amounts } = report;
  if (conversation === null) return amounts;
  const { messages, calls, results, summaries, changed } = conversation;
  const groups = losses.filter((group) => isInside(report, group));
  const countOf = (kind: LossGroup["kind"]) =>
    groups.filter((group) => group.kind === kind).reduce((sum, { count }) => sum + count, 0);
  return {
    kept: Math.max(0, messages + calls + results + summaries - changed),
    changed,
    summarised: countOf("summarised"),
    dropped: countOf("dropped"),
  };
}
