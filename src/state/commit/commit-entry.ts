import type { Ledger } from "../../ledger/ledger.ts";
import { changeState, type RecordedChange, type StateChoice } from "../change-state.ts";
import { askGate, type CommitJudges } from "./ask-gate.ts";
import type { CommitRequest, CommitResult, CommitRules } from "./commit-request.ts";
import { planCommit } from "./plan-commit.ts";

/** A commit with everything that decides about it. */
export interface Commit {
  readonly request: CommitRequest;
  readonly rules: CommitRules;
  /** Models that judge instead of the rules; null when none are configured. */
  readonly judges: CommitJudges | null;
  readonly goal: string | null;
}

/** Commits a text to a state: by the rules of the gate, or by judges when there are any. */
export function commitEntry(
  ledger: Ledger,
  choice: StateChoice,
  commit: Commit,
): Promise<RecordedChange<CommitResult>> {
  const { request, rules, judges } = commit;
  if (judges !== null) return commitByJudges(ledger, choice, { ...commit, judges });
  return changeState(ledger, choice, (view) => planCommit(view, request, rules));
}

const MAX_ATTEMPTS = 5;

/**
 * Asks the judges first and locks the workspace afterwards, because a model may take minutes. When the state has
 * changed meanwhile, the verdict is about other entries: the judges are asked again. After a few attempts the
 * last verdict counts, so that a busy workspace does not keep a commit waiting for ever.
 */
async function commitByJudges(
  ledger: Ledger,
  choice: StateChoice,
  commit: Commit & { readonly judges: CommitJudges },
): Promise<RecordedChange<CommitResult>> {
  const { request, rules, judges, goal } = commit;
  for (let attempt = 1; ; attempt++) {
    const candidate = { ...request, goal };
    const { verdict, state } = await askGate(ledger, choice, {
      candidate,
      gate: rules.gate,
      judges,
    });
    const recorded = await changeState(ledger, choice, (view) => {
      const isCurrent = view.state.head_seq === state.head_seq || attempt === MAX_ATTEMPTS;
      return isCurrent
        ? planCommit(view, request, { ...rules, verdict })
        : { changes: [], result: null };
    });
    const { result } = recorded;
    if (result !== null) return { ...recorded, result };
  }
}
