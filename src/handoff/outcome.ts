import { type SettingSubject, settingOf } from "../agents/settings-records.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import type { Redaction } from "../redact/redactor.ts";
import type { AdaptedConversation } from "./adapt.ts";
import type { ConversationReport } from "./conversation-report.ts";
import type { SessionMove } from "./move-session.ts";

/** What arrived, and what of it is different. */
export interface HandoffOutcome {
  readonly conversation: ConversationReport;
  readonly loss: LossReport;
  readonly redactions: readonly Redaction[];
  /** Settings of a session that moved which do not apply any more. */
  readonly resetSettings: readonly SettingSubject[];
}

/** The outcome of a conversation that was adapted; `formLosses` is what the receiver's form could not express. */
export function adaptedOutcome(
  { losses, counts, kept, redactions }: AdaptedConversation,
  formLosses: readonly LossItem[],
): HandoffOutcome {
  const all = [...losses, ...formLosses];
  // Items that the receiver's form changes or drops were counted as kept.
  const { changed, dropped } = lossReport(0, formLosses);
  return {
    conversation: counts.report(all),
    loss: lossReport(Math.max(0, kept - changed - dropped), all),
    redactions,
    resetSettings: [],
  };
}

/** The outcome of a session that moved unchanged; `writtenLosses` is what its own records had to leave out. */
export function movedOutcome(
  { losses, counts, kept }: SessionMove,
  writtenLosses: readonly LossItem[],
): HandoffOutcome {
  const all = [...losses, ...writtenLosses];
  return {
    conversation: counts.report(all),
    loss: lossReport(kept, all),
    redactions: [],
    resetSettings: [...new Set(all.flatMap((loss) => settingOf(loss) ?? []))],
  };
}
