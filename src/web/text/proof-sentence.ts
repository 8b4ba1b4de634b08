import { formatCount, formatNumber } from "../../base/text/format-count.ts";

interface Count {
  readonly sent: number;
  readonly shown: number;
}

/** The part of a proof that its sentence needs. */
export interface ProofData {
  readonly state: "complete" | "incomplete" | "unavailable";
  readonly receiver: string;
  readonly server: string | null;
  readonly messages: Count | null;
  readonly calls: Count | null;
  readonly results: Count | null;
  readonly reported: number;
  readonly shown_as_plan: number;
  readonly reason: string | null;
}

/** What the receiver's own program shows, such as "Codex itself shows 36 of 36 messages and 245 of 245 calls". */
export function proofSentence(proof: ProofData): string {
  const { state, receiver, server, reason, reported, shown_as_plan } = proof;
  if (state === "unavailable") {
    return `Not proven: ${server === null ? "" : `\`${server}\` did not show the session: `}${reason}`;
  }
  const counts = [
    ...countOf(proof.messages, "messages"),
    ...countOf(proof.calls, "calls"),
    ...countOf(proof.results, "results"),
  ];
  const notes = [
    ...(reported === 0 ? [] : [`${formatNumber(reported)} on the loss report`]),
    ...(shown_as_plan === 0
      ? []
      : [`${formatCount(shown_as_plan, "call")} shown as a plan, not compared`]),
  ];
  const known = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  const list = `${counts.slice(0, -1).join(", ")}${counts.length > 1 ? " and " : ""}${counts.at(-1)}`;
  return `${receiver} itself shows ${list}${known}, by \`${server}\``;
}

function countOf(count: Count | null, name: string): readonly string[] {
  return count === null || count.sent === 0
    ? []
    : [`${formatNumber(count.shown)} of ${formatNumber(count.sent)} ${name}`];
}
