/**
 * What is remembered of a transcript while its items go by, within bounds however long it is: the turns (what
 * was asked and what was answered last), what was changed and run, the latest plan, the last summary.
 */
import type { TranscriptItem } from "../../model/transcript.ts";
import { isProgramCommand } from "../../model/typed-request.ts";
import { isConversation, textBytesOf } from "../conversation-item.ts";
import { isFailedSummary } from "../failed-summary.ts";
import { createItemNumbers, type ItemNumbers } from "../item-numbers.ts";
import { type Stop, stopOf } from "../stop.ts";
import { type ToolTable, toolKindOf } from "../tool-names.ts";
import { type Action, type Actions, createActions } from "./actions.ts";
import { answerIn, isFinishingTool, isQuestion, refusalIn } from "./answers.ts";
import { commandOf } from "./commands.ts";
import { hasFailed } from "./cues.ts";
import {
  createTaskList,
  isTaskTool,
  type PlanStep,
  planStepsOf,
  type TaskList,
} from "./plan-steps.ts";
import { type PathRewriter, relativeTo } from "./relative-paths.ts";
import { assignmentIn, requestText } from "./requests.ts";

/** What a person asked, and what came of it. */
export interface DigestTurn {
  readonly at: string | null;
  /**
   * What the person wrote, or answered when the agent asked; empty for what came before the first request, and for what
   * was done after a message of a teammate.
   */
  readonly request: string;
  readonly item_id: string;
  /** What the agent said last; empty when it said nothing. */
  reply: string;
  reply_id: string | null;
  /** Whether nothing was done after the reply: what is said between two calls is only progress. */
  isAnswered: boolean;
  /** When the reply was written. */
  reply_at: string | null;
  /** What was changed, run or refused in it. */
  readonly actions: Action[];
  /** Whether it came while the agent still worked for the request before: what comes later answers both. */
  readonly isQueued: boolean;
  /** What broke the work for it off, unless it went on. */
  stop: Stop | null;
}

/** What is remembered of a transcript. */
export interface Digest {
  readonly tools: ToolTable;
  /** Makes paths relative to the folder of the session. */
  readonly relative: PathRewriter;
  /** The numbers that a reader looks items up by. */
  readonly numbers: ItemNumbers;
  readonly turns: DigestTurn[];
  readonly actions: Actions;
  /** The steps of the latest plan, and where they were written. */
  plan: {
    readonly steps: readonly PlanStep[];
    readonly item_id: string;
    readonly at: string | null;
    /** The request for which it was written. */
    readonly asked: string;
  } | null;
  /** The last summary that an agent wrote of what came before. */
  summary: {
    readonly text: string;
    readonly item_id: string;
    /** How many turns there were then, and how much was done in the last of them. */
    readonly turns: number;
    readonly done: number;
  } | null;
  readonly tasks: TaskList;
  /** Calls that still wait for their result. */
  readonly calls: Map<string, ToolCall>;
  /** The turns for which calls were made, by the ids of the calls: a task reports when others have been asked for. */
  readonly callers: Map<string, string>;
  /** The turn whose background task has just reported, until something is asked. */
  reporting: DigestTurn | null;
  /** Bytes of the conversation since the last summary. */
  bytes: number;
}

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

const MAX_CALLS = 256;
const MAX_CALLERS = 2000;
const MAX_TURNS = 2000;
/** Of these, how many of the first are never forgotten: what the work began with is still true. */
const PROTECTED_TURNS = 20;
const FORGOTTEN_TURNS = 200;
/** Longest request and reply of a turn that is not the last one. */
const MAX_REQUEST = 4000;
const MAX_REPLY = 12_000;
const MAX_SUMMARY = 48_000;

/** A digest of nothing yet; `tools` says what the agent's tools do, `folder` where it works. */
export function createDigest(
  tools: ToolTable,
  folder: string | null = null,
  numbers: ItemNumbers = createItemNumbers(),
): Digest {
  const relative = relativeTo(folder);
  const actions = createActions(tools, relative);
  const calls = new Map();
  const callers = new Map();
  const tasks = createTaskList();
  const nothing = { turns: [], plan: null, summary: null, bytes: 0, reporting: null };
  return { tools, relative, numbers, actions, tasks, calls, callers, ...nothing };
}

/**
 * Remembers of one item what work depends on. Paths that were left count for nothing, and of sub-agents only what they
 * do to the tasks that they share with the conversation.
 */
export function digestItem(digest: Digest, item: TranscriptItem): void {
  if (item.branch !== null) return;
  digest.numbers.note(item);
  if (item.thread !== null) {
    digestShared(digest, item);
    return;
  }
  if (isConversation(item)) digest.bytes += textBytesOf(item);
  switch (item.kind) {
    case "message":
      digestMessage(digest, item);
      break;
    case "tool_call":
      digestCall(digest, item);
      break;
    case "tool_result":
      digestResult(digest, item);
      break;
    case "file_change":
      digest.actions.files.change(item.path, item.change);
      break;
    case "compaction":
      digestSummary(digest, item);
      break;
    case "error":
      digestStop(digest, item);
      break;
    default: // Says nothing about the work.
  }
}

/**
 * Remembers of one item only which files it changed, as `digestItem` does, for who reads nothing else of the
 * digest: most of the work is about what was said and run.
 */
export function digestFiles(digest: Digest, item: TranscriptItem): void {
  if (item.thread !== null || item.branch !== null) return;
  if (item.kind === "tool_call") keepCall(digest, item);
  else if (item.kind === "file_change") digest.actions.files.change(item.path, item.change);
  if (item.kind !== "tool_result") return;
  const call = takeCall(digest, item.call_id);
  if (call === undefined || hasFailed(item) || isQuestion(call)) return;
  digest.actions.files.changeBy(call, commandOf(call, digest.tools));
}

/** Files that were written or changed, oldest change first. */
export function changedFiles({ actions }: Digest): readonly string[] {
  return actions.files.list();
}

function digestMessage(digest: Digest, item: Extract<TranscriptItem, { kind: "message" }>): void {
  if (item.sender === "teammate" || item.sender === "task") {
    const steps = digest.tasks.report(item.text);
    if (steps !== null) setPlan(digest, steps, item);
    if (item.sender === "task") digest.reporting = turnOfTask(digest, item.text);
  }
  if (item.sender === "prompt") digestPrompt(digest, item);
  // A teammate's message is a request; a task's report and what the program adds are none.
  if (item.text.trim() === "" || (item.sender ?? "teammate") !== "teammate") return;
  if (item.role === "user") {
    const request = digest.relative(requestText(item.text));
    if (request !== "") startTurn(digest, item, request);
    else if (item.sender === "teammate") digestTeammate(digest, item);
    return;
  }
  const turn = digest.reporting ?? digest.turns.at(-1) ?? startTurn(digest, item, "");
  turn.reply = digest.relative(item.text.trim());
  turn.reply_id = item.id;
  turn.reply_at = item.at;
  turn.isAnswered = true;
  turn.stop = null;
}

/**
 * A session that a teammate began has its assignment as the first request. A later message of one is no request, but
 * what the agent had replied before it is over, as before a request.
 */
function digestTeammate(digest: Digest, item: Extract<TranscriptItem, { kind: "message" }>): void {
  const { turns } = digest;
  if (turns.length === 0) startTurn(digest, item, digest.relative(assignmentIn(item.text)));
  else if (turns.at(-1)?.isAnswered === true) startTurn(digest, item, "");
}

/**
 * The prompt of a command says in its first line what the person asked for who typed the name. Of a command that nobody is
 * recorded to have typed that line is a request: what the agent had replied before belongs to the request before.
 */
function digestPrompt(digest: Digest, item: Extract<TranscriptItem, { kind: "message" }>): void {
  const [first = ""] = requestText(item.text).split("\n", 1);
  const last = digest.turns.at(-1);
  if (first === "" || last === undefined) return;
  if (last.isAnswered) startTurn(digest, item, first);
  else if (isProgramCommand(last.request)) {
    digest.turns[digest.turns.length - 1] = { ...last, request: `${last.request}: ${first}` };
  }
}

/** The call that started a background task, as its report names it. */
const TASK_CALL = /<tool-use-id>([\w-]{1,128})<\/tool-use-id>/;

/** The turn that started a task which reports; null when that is the last one, or unknown. */
function turnOfTask({ callers, turns }: Digest, report: string): DigestTurn | null {
  const caller = callers.get(TASK_CALL.exec(report.slice(0, MAX_REQUEST))?.[1] ?? "");
  const turn = turns.find(({ item_id }) => item_id === caller);
  return turn === turns.at(-1) ? null : (turn ?? null);
}

/** Marks that the work for the last request was broken off; what the agent said before is no answer to it. */
function digestStop(digest: Digest, item: Extract<TranscriptItem, { kind: "error" }>): void {
  const turn = digest.turns.at(-1);
  // An error after the answer, such as one of a title or of a check for updates, stopped nothing.
  if (turn !== undefined && !turn.isAnswered) turn.stop = stopOf(item);
}

/** Follows the tasks that a sub-agent changes. */
function digestShared(digest: Digest, item: TranscriptItem): void {
  if (item.kind === "tool_call" && isTaskTool(item.name)) keepCall(digest, item);
  if (item.kind !== "tool_result" || hasFailed(item)) return;
  const call = digest.calls.get(item.call_id);
  if (call === undefined || call.thread === null) return;
  digest.calls.delete(item.call_id);
  const steps = digest.tasks.apply(call, item.content);
  if (steps !== null) setPlan(digest, steps, call);
}

function setPlan(digest: Digest, steps: readonly PlanStep[], { id, at }: TranscriptItem): void {
  const asked = digest.turns.findLast(({ request }) => request !== "");
  digest.plan = { steps, item_id: id, at, asked: asked?.item_id ?? "" };
}

function startTurn(digest: Digest, { at, id }: TranscriptItem, request: string): DigestTurn {
  const { turns } = digest;
  const last = turns.at(-1);
  digest.reporting = null;
  if (last !== undefined) {
    // Only the newest turn is kept as it is.
    turns[turns.length - 1] = {
      ...last,
      request: beginningOf(last.request),
      reply: last.reply.slice(0, MAX_REPLY),
    };
  }
  const isAsked = turns.some((turn) => turn.request !== "");
  const isQueued = isAsked && last !== undefined && !last.isAnswered && !last.stop;
  const unanswered = { reply: "", reply_id: null, reply_at: null, isAnswered: false, stop: null };
  const turn = { at, request, item_id: id, isQueued, ...unanswered };
  turns.push({ ...turn, actions: [] });
  if (turns.length > MAX_TURNS) {
    // Many at once: taking out one of a long list moves all that follow.
    turns.splice(PROTECTED_TURNS, FORGOTTEN_TURNS);
  }
  return turns.at(-1) ?? { ...turn, actions: [] };
}

/** The beginning of a long request, with a mark: the paragraph that was cut is not the one that it ended with. */
function beginningOf(request: string): string {
  return request.length <= MAX_REQUEST ? request : `${request.slice(0, MAX_REQUEST)}\n\n…`;
}

function digestCall(digest: Digest, item: ToolCall): void {
  const { tools, turns } = digest;
  const turn = digest.reporting ?? turns.at(-1) ?? startTurn(digest, item, "");
  // Whoever asks, or ends the task, has reported first.
  if (!isQuestion(item) && !isFinishingTool(item.name)) turn.isAnswered = false;
  turn.stop = null;
  keepCall(digest, item);
  digest.callers.set(item.call_id, turn.item_id);
  if (digest.callers.size > MAX_CALLERS) {
    digest.callers.delete(digest.callers.keys().next().value ?? "");
  }
  if (toolKindOf(item.name, tools) !== "plan") return;
  const steps = planStepsOf(item.arguments);
  if (steps.length > 0) setPlan(digest, steps, item);
}

function keepCall({ calls }: Digest, item: ToolCall): void {
  calls.set(item.call_id, item);
  if (calls.size > MAX_CALLS) calls.delete(calls.keys().next().value ?? "");
}

function takeCall({ calls }: Digest, id: string): ToolCall | undefined {
  const call = calls.get(id);
  calls.delete(id);
  return call;
}

function digestResult(
  digest: Digest,
  item: Extract<TranscriptItem, { kind: "tool_result" }>,
): void {
  const call = takeCall(digest, item.call_id);
  if (call === undefined) return;
  const refusal = refusalIn(item);
  if (refusal !== null) {
    digest.turns.at(-1)?.actions.push(digest.actions.refuse(call, item));
    // What a person says while refusing is a request like any other.
    if (refusal !== "") startTurn(digest, item, requestText(refusal));
    return;
  }
  const steps = hasFailed(item) ? null : digest.tasks.apply(call, item.content);
  if (steps !== null) setPlan(digest, steps, call);
  const answer = isQuestion(call) ? answerIn(call, item) : null;
  if (answer !== null) {
    startTurn(digest, item, answer);
    return;
  }
  const action = digest.actions.finish(call, item);
  if (action !== null) digest.turns.at(-1)?.actions.push(action);
}

function digestSummary(
  digest: Digest,
  { summary, id }: Extract<TranscriptItem, { kind: "compaction" }>,
): void {
  if (summary === null || summary.trim() === "" || isFailedSummary(summary, digest.bytes)) return;
  const text = digest.relative(summary.slice(0, MAX_SUMMARY));
  const { length: turns } = digest.turns;
  const done = digest.turns.at(-1)?.actions.length ?? 0;
  digest.bytes = 0;
  digest.summary = { text, item_id: id, turns, done };
}
