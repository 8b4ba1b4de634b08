import type { LossItem } from "../../model/loss.ts";

/** What was counted in a session that a server showed. */
export interface ShownCounts {
  messages: number;
  thoughts: number;
  calls: number;
  /** Items without a time. */
  undated: number;
  /** Calls without the name of their tool. */
  unnamed: number;
  withoutArguments: number;
  /** Results that are shown in another form than the model had them. */
  replacedResults: number;
}

/** What the Agent Client Protocol does not carry of a session, as far as this one shows it. */
export function describeLosses(server: string, counts: ShownCounts): readonly LossItem[] {
  const losses: readonly LossItem[] = [
    {
      kind: "changed",
      scope: "conversation",
      where: server,
      why: "name of the tool not shown by the server; the title or kind of the call is used",
      count: counts.unnamed,
    },
    {
      kind: "dropped",
      scope: "conversation",
      where: server,
      why: "arguments of calls not shown by the server; its title for the call is used",
      count: counts.withoutArguments,
    },
    {
      kind: "changed",
      scope: "conversation",
      where: server,
      why: "result shown by the server as a change of a file or as data for an editor",
      count: counts.replacedResults,
    },
    {
      kind: "changed",
      scope: "background",
      where: server,
      why: "thinking without the signature by which its provider knows it",
      count: counts.thoughts,
    },
    {
      kind: "dropped",
      scope: "bookkeeping",
      where: server,
      why: "times not shown by the server",
      count: counts.undated,
    },
    {
      kind: "dropped",
      scope: "bookkeeping",
      where: server,
      why: "exit codes of calls, which the protocol does not carry",
      count: counts.calls,
    },
    {
      kind: "dropped",
      scope: "background",
      where: server,
      why: "anything that the server does not show; it may show results shorter than the model had them, and the protocol marks no compactions, sub-agents, left branches, models and system context",
      count: counts.messages === 0 ? 0 : 1,
    },
  ];
  return losses.filter(({ count }) => count !== 0);
}
