import { textsIn } from "../../acp/session-update.ts";
import type { Agent } from "../../agents/agent.ts";
import { createFindings, type Finding, type Findings } from "../../base/findings.ts";
import { locationOf, type TranscriptItem } from "../../model/transcript.ts";
import { createTextFinder } from "./find-texts.ts";
import { type ShownCall, type ShownSession, squeeze } from "./shown-session.ts";

/** How many of something were sent, and how many of these the receiver shows. */
export interface ShownCount {
  sent: number;
  shown: number;
}

/** What a receiver shows of a session, compared with what was sent. */
export interface ShownReport {
  readonly messages: Readonly<ShownCount>;
  /** Null when calls and results were not compared. */
  readonly calls: Readonly<ShownCount> | null;
  readonly results: Readonly<ShownCount> | null;
  /** Differences that the writer had reported as losses. */
  readonly reported: number;
  /** Calls that the receiver shows as a plan, which are neither counted nor compared. */
  readonly shown_as_plan: number;
  /** Every other difference, at its place in the source. */
  readonly findings: readonly Finding[];
}

/** What the comparison must know besides the two sides. */
export interface ShownComparison {
  /** Locations of records that the writer reported as not written as they were. */
  readonly reported: ReadonlySet<string>;
  /**
   * Whether the session consists of its agent's own records. Then only messages are compared: an agent does not show
   * every call of its own, shows them in the order in which they ended, and results in another form than to its model.
   */
  readonly isMove: boolean;
  /** The receiver's tools: of these, programs show the arguments that are named here, and of others all. */
  readonly tools: Agent["tools"];
  /** Names of the receiver's tools that it shows as a plan. */
  readonly planTools: readonly string[];
  /** The id under which the receiver shows a call. */
  shownId(call_id: string): string;
}

type Kind<Name extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Name }>;
type Call = Kind<"tool_call">;
type Result = Kind<"tool_result">;

/** Compares every message, tool call and result that was sent with what the receiver's own program shows. */
export async function compareShown(
  sent: AsyncIterable<TranscriptItem>,
  shown: ShownSession,
  comparison: ShownComparison,
): Promise<ShownReport> {
  const findings = createFindings();
  const messages = { sent: 0, shown: 0 };
  const tally = { reported: 0 };
  const differ = (item: TranscriptItem, what: string) =>
    addDifference(item, what, { findings, tally, reported: comparison.reported });
  const texts = createTextFinder<TranscriptItem>(shown.texts);
  const calls = comparison.isMove ? null : createCallComparison(shown, comparison, differ);
  for await (const item of sent) {
    if (item.kind === "tool_call") calls?.addCall(item);
    if (item.kind === "tool_result") calls?.addResult(item);
    const text = item.kind === "message" ? squeeze(item.text) : "";
    if (item.kind !== "message" || text === "") continue;
    // What a program added to its own session by itself, it need not show.
    if (comparison.isMove && item.sender !== undefined) continue;
    messages.sent++;
    texts.add({ role: item.role, text }, item);
  }
  const problems = texts.end();
  messages.shown = messages.sent - problems.length;
  for (const { sent: item, state } of problems) {
    differ(item, state === "absent" ? "a message is not shown" : "a message is shown out of order");
  }
  return {
    messages,
    calls: calls?.counts.calls ?? null,
    results: calls?.counts.results ?? null,
    reported: tally.reported,
    shown_as_plan: calls?.counts.plans.size ?? 0,
    findings: findings.list(),
  };
}

interface Differences {
  readonly findings: Findings;
  readonly tally: { reported: number };
  readonly reported: ReadonlySet<string>;
}

function addDifference(
  item: TranscriptItem,
  what: string,
  { findings, tally, reported }: Differences,
): void {
  if (reported.has(locationOf(item))) tally.reported++;
  else findings.error("E_PROOF", { file: item.source.file, line: item.source.line }, what);
}

/** Compares calls with their results. */
function createCallComparison(
  { calls: shown }: ShownSession,
  { tools, planTools, shownId }: ShownComparison,
  differ: (item: TranscriptItem, what: string) => void,
) {
  const calls = { sent: 0, shown: 0 };
  const results = { sent: 0, shown: 0 };
  const plans = new Set<string>();
  const open = new Map<string, Call>();
  let last = -1;
  return {
    counts: { calls, results, plans },
    addCall(call: Call) {
      if (planTools.includes(call.name)) return void plans.add(call.call_id);
      calls.sent++;
      open.set(call.call_id, call);
      const found = shown.get(shownId(call.call_id));
      if (found === undefined) return differ(call, `the call of ${call.name} is not shown`);
      if (found.position < last) {
        return differ(call, `the call of ${call.name} is shown out of order`);
      }
      last = found.position;
      if (!showsArguments(namedArguments(call, tools), found)) {
        return differ(call, `the call of ${call.name} is shown with other arguments`);
      }
      calls.shown++;
    },
    addResult(result: Result) {
      if (plans.has(result.call_id)) return;
      results.sent++;
      const call = open.get(result.call_id);
      open.delete(result.call_id);
      const found = shown.get(shownId(result.call_id));
      if (found?.text.includes(squeeze(result.content)) === true) results.shown++;
      // A call that is not shown at all has been reported above.
      else if (found !== undefined)
        differ(result, `the result of ${call?.name ?? "a call"} is not shown`);
    },
  };
}

/** The arguments of a call that its tool takes by the receiver's table; all of a tool that is not in it. */
function namedArguments({ name, arguments: values }: Call, tools: Agent["tools"]): unknown {
  const tool = tools.find(([, each]) => each.name === name)?.[1];
  const names = Object.keys(tool?.arguments ?? {});
  if (names.length === 0 || typeof values === "string") return values;
  return names.map((each) => values[each] ?? "");
}

/** Whether every text of the arguments is shown; a program that shows no arguments is not asked for them. */
function showsArguments(values: unknown, { text, input }: ShownCall): boolean {
  return input === null || textsIn(values).every((each) => text.includes(squeeze(each)));
}
