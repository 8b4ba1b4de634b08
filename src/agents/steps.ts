import { type BatchedSequence, expand } from "../base/batches.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import type { SessionDraft } from "./agent.ts";
import { apiToolName } from "./api-tool-name.ts";
import { dropAttachment } from "./attachment-location.ts";
import { replaceSurrogates } from "./replace-surrogates.ts";

type Kind<Name extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: Name }>;
/** What a person or a model said. */
export type MessageItem = Kind<"message">;
/** What a tool answered. */
export type ResultItem = Kind<"tool_result">;

/** A tool call and its answer. */
export interface StepCall {
  /** The call's id, unique in the order. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly at: string | null;
  readonly result: Pick<ResultItem, "ok" | "content" | "attachments" | "at" | "source">;
}

/** One thing that a model was sent, or one answer of it with the results that came back. */
export type Step =
  | { readonly kind: "user"; readonly message: MessageItem }
  | { readonly kind: "summary"; readonly text: string; readonly at: string | null }
  | {
      readonly kind: "answer";
      readonly model: string | null;
      readonly at: string | null;
      /** Texts and calls in the order in which the model gave them. */
      readonly parts: readonly (MessageItem | StepCall)[];
    };

/** Whether a part of an answer is a call. */
export function isCall(part: MessageItem | StepCall): part is StepCall {
  return "result" in part;
}

type AnswerStep = Extract<Step, { kind: "answer" }>;

/** For a format in which an answer has one text, before its calls: each further text begins another answer. */
export function withOneText(step: AnswerStep): readonly AnswerStep[] {
  const answers: (MessageItem | StepCall)[][] = [];
  for (const part of step.parts) {
    const last = answers.at(-1);
    if (last === undefined || (!isCall(part) && !last.every(isCall))) answers.push([part]);
    else last.push(part);
  }
  return answers.map((parts) => ({ ...step, parts }));
}

/** A new answer begins after this many parts, whatever is still unanswered: memory is bounded by it. */
const MAX_PARTS = 1000;

type AddStep = (step: Step) => void;

/** Gathers the items of an order into steps; every call has a result, and what cannot be said is a loss. */
export function groupIntoSteps(draft: SessionDraft): BatchedSequence<Step> {
  const gathering: StepBuilder = { parts: [], waiting: [], used: new Set(), draft };
  let isFirst = true;
  const gather = (item: TranscriptItem, add: AddStep) => {
    addItem(gathering, item, { add, isFirst });
    isFirst = false;
  };
  return expand(draft.items(), gather, (add) => closeAnswer(gathering, add));
}

/** The text of a session, step by step; a piece of it for each batch of its items. */
export async function* writeSteps(
  draft: SessionDraft,
  write: (step: Step) => Iterable<string>,
): AsyncGenerator<string> {
  for await (const steps of groupIntoSteps(draft).batches()) {
    let text = "";
    for (const step of steps) for (const piece of write(step)) text += piece;
    yield text;
  }
}

function addItem(
  gathering: StepBuilder,
  item: TranscriptItem,
  { add, isFirst }: { readonly add: AddStep; readonly isFirst: boolean },
): void {
  const { draft } = gathering;
  if (item.kind === "tool_call") {
    closeIfAnswered(gathering, add);
    addCall(gathering, item);
  } else if (item.kind === "tool_result") {
    addResult(gathering, item);
    if (gathering.waiting.length > 0 && !gathering.parts.some(isOpen)) closeAnswer(gathering, add);
  } else if (item.kind === "message" && item.role === "assistant") {
    closeIfAnswered(gathering, add);
    // Two texts in one answer would run into each other in some receivers.
    if (gathering.parts.length > 0 && !gathering.parts.some(isOpen)) closeAnswer(gathering, add);
    gathering.parts.push(replaceSurrogates(withoutAttachments(item, draft), draft));
  } else if (item.kind === "message") {
    gathering.waiting.push(replaceSurrogates(item, draft));
    // Words typed between the results of one answer come after the last of them.
    const isFull = gathering.waiting.length >= MAX_PARTS;
    if (isFull || !gathering.parts.some(isOpen)) closeAnswer(gathering, add);
  } else if (item.kind === "compaction" && item.summary !== null) {
    closeAnswer(gathering, add);
    add(summaryStep(item, item.summary.toWellFormed(), isFirst));
  } else {
    const why = `the receiver's format has no field for ${item.kind}`;
    draft.loss({ kind: "dropped", where: locationOf(item), why });
  }
}

/** No receiver has a place for a picture in an answer. */
function withoutAttachments(item: MessageItem, draft: SessionDraft): MessageItem {
  const why = "attachment of an answer of the model; the receiver's format has no field for it";
  for (const attachment of item.attachments) dropAttachment(draft, item, { attachment, why });
  return item.attachments.length === 0 ? item : { ...item, attachments: [] };
}

/** Receivers forget what is before a summary: after something that was kept it is sent like a message. */
function summaryStep(item: Kind<"compaction">, text: string, isFirst: boolean): Step {
  if (isFirst) return { kind: "summary", text, at: item.at };
  const { trigger: _trigger, summary: _summary, kept: _kept, summary_last: _last, ...place } = item;
  const message = { kind: "message", role: "user", text, model: null, attachments: [] } as const;
  return { kind: "user", message: { ...place, ...message, attachments: [] } };
}

interface OpenCall {
  readonly item: Kind<"tool_call">;
  readonly id: string;
  result: ResultItem | null;
}

interface StepBuilder {
  parts: (MessageItem | OpenCall)[];
  /** What the user said before all calls were answered. */
  waiting: MessageItem[];
  readonly used: Set<string>;
  readonly draft: SessionDraft;
}

function addCall({ parts, used, draft }: StepBuilder, item: Kind<"tool_call">): void {
  let id = item.call_id === "" ? `call-${used.size + 1}` : item.call_id;
  if (used.has(id)) {
    const why = "duplicate id of a tool call; the later one got a new id";
    draft.loss({ kind: "changed", where: locationOf(item), why });
    id = `${id}-${used.size + 1}`;
  }
  used.add(id);
  parts.push({ item: replaceSurrogates(item, draft), id, result: null });
}

function addResult({ parts, draft }: StepBuilder, item: ResultItem): void {
  const call = parts.filter(isOpen).find((open) => open.item.call_id === item.call_id);
  if (call !== undefined) {
    call.result = replaceSurrogates(item, draft);
    return;
  }
  const why = "tool result without its tool call";
  draft.loss({ kind: "dropped", where: locationOf(item), why });
}

function isOpen(part: MessageItem | OpenCall): part is OpenCall {
  return "item" in part && part.result === null;
}

/** A model speaks again when it has its results, or what the user said: that is another answer. */
function closeIfAnswered(gathering: StepBuilder, add: AddStep): void {
  const { parts, waiting } = gathering;
  const isAnswered = parts.some((part) => "item" in part) && !parts.some(isOpen);
  if (isAnswered || waiting.length > 0 || parts.length >= MAX_PARTS) closeAnswer(gathering, add);
}

/** Ends an answer, and adds what the user said meanwhile. */
function closeAnswer(gathering: StepBuilder, add: AddStep): void {
  const { parts, waiting, draft } = gathering;
  gathering.parts = [];
  gathering.waiting = [];
  if (parts.length > 0) addAnswer(parts, draft, add);
  for (const message of waiting) add({ kind: "user", message });
}

function addAnswer(parts: StepBuilder["parts"], draft: SessionDraft, add: AddStep): void {
  const models = parts.flatMap((part) => ("item" in part ? [] : [part.model]));
  add({
    kind: "answer",
    model: models[0] ?? null,
    at:
      parts.map((part) => ("item" in part ? part.item.at : part.at)).find((at) => at !== null) ??
      null,
    parts: parts.map((part) => ("item" in part ? completeCall(part, draft) : part)),
  });
}

const NO_RESULT = "No result was recorded: the call was interrupted.";

function completeCall({ item, id, result }: OpenCall, draft: SessionDraft): StepCall {
  if (result === null) {
    const why = "tool call without a result; completed with a note that it was interrupted";
    draft.loss({ kind: "changed", where: locationOf(item), why });
  }
  return {
    id,
    name: apiToolName(item.name, draft),
    arguments: typeof item.arguments === "string" ? { input: item.arguments } : item.arguments,
    at: item.at,
    result: result ?? {
      ok: false,
      content: NO_RESULT,
      attachments: [],
      at: item.at,
      source: item.source,
    },
  };
}
