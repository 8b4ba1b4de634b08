import { formatCount } from "../../../base/text/format-count.ts";
import type { Answer } from "../../answers.ts";

/** What waits for a decision, and what was decided. */
type ReviewData = Answer<"state review">;

/** A statement that waits for someone to keep it, edit it or skip it. */
export type ProposalShown = ReviewData["waiting"][number];

/** What one session proposes, those that it bears out first. */
export interface SessionProposals {
  readonly agent: string | null;
  readonly session: string;
  readonly proven: readonly ProposalShown[];
  readonly unproven: readonly ProposalShown[];
}

/** The proposals by session, in the order in which they came. */
export function bySession(waiting: readonly ProposalShown[]): readonly SessionProposals[] {
  const sessions = [...new Set(waiting.map(({ citation }) => citation.session))];
  return sessions.map((session) => {
    const own = waiting.filter(({ citation }) => citation.session === session);
    return {
      agent: own[0]?.citation.agent ?? null,
      session,
      proven: own.filter(({ doubt }) => doubt === null),
      unproven: own.filter(({ doubt }) => doubt !== null),
    };
  });
}

/** What a session proposes, in one line. */
export function headline({ proven, unproven }: SessionProposals): string {
  const decided = `This session decided ${formatCount(proven.length, "thing")}`;
  const claims = formatCount(unproven.length, "unproven claim");
  if (proven.length === 0) return `This session came with ${claims}`;
  return unproven.length === 0 ? decided : `${decided}, and came with ${claims}`;
}

/** What became of decisions, for the person who took them; throws why nothing did. */
export function reportOf({ reviewed }: ReviewData): string {
  const [first] = reviewed;
  if (first !== undefined && reviewed.length === 1) return reportOne(first);
  const count = (...outcomes: readonly string[]) =>
    reviewed.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const parts = [
    { number: count("kept", "known"), what: "kept" },
    { number: count("skipped"), what: "skipped" },
    { number: count("waiting"), what: "left, because they contradict an entry or do not fit" },
  ];
  const some = parts.filter(({ number }) => number > 0);
  return (
    some.map(({ number, what }) => `${number} ${what}`).join(", ") || "Nothing was left to decide"
  );
}

function reportOne({ outcome, text, entry, contradicts, reason }: ReviewData["reviewed"][number]) {
  switch (outcome) {
    case "kept":
      return contradicts === null
        ? `Kept: ${text}`
        : `Kept in place of ${contradicts}, which is archived: ${text}`;
    case "known":
      return `It is in force already, as ${entry}: ${text}`;
    case "skipped":
      return `Skipped: ${text}`;
    case "waiting":
      throw new Error(`The state did not take it (${reason}): ${text}`);
    default:
      return outcome satisfies never;
  }
}
