import type { SessionDraft } from "../../agent.ts";
import { apiToolName } from "../../api-tool-name.ts";
import { dropAttachment } from "../../attachment-location.ts";
import { writtenTime } from "../../build-items.ts";
import { isCall, type MessageItem, type Step, type StepCall, writeSteps } from "../../steps.ts";
import { hasFailed } from "../outputs.ts";
import { testedVersions } from "../tested-versions.ts";
import { beginRollout, type Rollout } from "./rollout.ts";
import { shownAnswer, shownCall, shownPrompt } from "./shown-items.ts";

/**
 * The lines of a rollout in pages: for the model the messages, calls and results, and beside each the event from which
 * the program and its editors show it. Each prompt begins a turn.
 */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const rollout = beginRollout(draft);
  yield rollout.line("session_meta", metaOf(draft), draft.now.toISOString());
  let isFirst = true;
  yield* writeSteps(draft, function* (step) {
    if (isFirst) yield* beginning(step, rollout, draft);
    // The summary that begins a conversation replaces what came before it, as in the program itself.
    const isCompaction = isFirst && step.kind === "summary";
    if (!isCompaction) yield* linesOf(step, rollout, draft);
    isFirst = false;
  });
  if (isFirst) yield* beginning(null, rollout, draft);
  yield* rollout.endTurn();
}

function metaOf({ session_id, cwd, header, now, settings }: SessionDraft) {
  return {
    session_id,
    id: session_id,
    timestamp: now.toISOString(),
    cwd,
    originator: "holdall",
    cli_version: testedVersions.newest,
    source: "cli",
    // The program lists only sessions of the provider that it is set to.
    model_provider: settings.model_provider ?? "openai",
    history_mode: "paginated",
    ...(header.git_branch === null ? {} : { git: { branch: header.git_branch } }),
  };
}

function* beginning(step: Step | null, rollout: Rollout, draft: SessionDraft): Generator<string> {
  const now = draft.now.toISOString();
  // The list shows the first thing asked; a session without such an event is not in it.
  if (step?.kind !== "user") {
    yield* rollout.beginTurn(now);
    yield rollout.shownItem(shownPrompt(rollout.nextId(), draft.title), now);
  }
  const note = draft.note === "" ? [] : [messageOf("user", draft.note)];
  if (step?.kind !== "summary") {
    for (const item of note) yield rollout.line("response_item", item, now);
    return;
  }
  const at = timeOf(step.at, draft);
  const replacement_history = [...note, messageOf("user", step.text)];
  yield rollout.line("compacted", { message: step.text, replacement_history }, at);
  yield rollout.shownItem({ type: "ContextCompaction", id: rollout.nextId() }, at);
}

function messageOf(role: "user" | "assistant", text: string) {
  const type = role === "user" ? "input_text" : "output_text";
  return { type: "message", role, content: [{ type, text }] };
}

function* linesOf(step: Step, rollout: Rollout, draft: SessionDraft): Generator<string> {
  switch (step.kind) {
    case "user": {
      const { message } = step;
      const at = timeOf(message.at, draft);
      yield* rollout.beginTurn(at);
      yield rollout.line("response_item", userItem(message, draft), at);
      yield rollout.shownItem(shownPrompt(rollout.nextId(), message.text), at);
      return;
    }
    case "summary":
      yield rollout.line("response_item", messageOf("user", step.text), timeOf(step.at, draft));
      return;
    case "answer":
      yield* answerLines(step, rollout, draft);
      return;
    default:
      return step satisfies never;
  }
}

function userItem(item: MessageItem, draft: SessionDraft) {
  const message = messageOf("user", item.text);
  return { ...message, content: [...message.content, ...imagesOf(item, draft)] };
}

function* answerLines(
  step: Extract<Step, { kind: "answer" }>,
  rollout: Rollout,
  draft: SessionDraft,
): Generator<string> {
  for (const part of step.parts) {
    const at = timeOf(part.at, draft);
    if (isCall(part)) {
      yield rollout.line("response_item", callOf(part, draft), at);
      continue;
    }
    yield rollout.shownItem(shownAnswer(rollout.nextId(), part.text), at);
    yield rollout.line("response_item", messageOf("assistant", part.text), at);
  }
  for (const call of step.parts.filter(isCall)) {
    const at = timeOf(call.result.at, draft);
    yield rollout.shownItem(shownCall(call, draft.cwd), at);
    yield rollout.line("response_item", outputOf(call, draft), at);
  }
}

function callOf({ id, name, arguments: input }: StepCall, draft: SessionDraft) {
  return {
    type: "function_call",
    name: apiToolName(name, draft),
    arguments: JSON.stringify(input),
    call_id: id,
  };
}

/** Characters of an output that every model of the program is shown. */
const SHOWN_OUTPUT = 10_000;

function outputOf({ id, name, result }: StepCall, draft: SessionDraft) {
  const images = imagesOf(result, draft);
  const text = result.content;
  if (!result.ok && !hasFailed(text, text)) {
    const why =
      "Codex marks a failed tool call only in its output text, and this text does not mention the failure";
    draft.loss({ kind: "changed", where: `result of ${name} ${id}`, why });
  }
  if (text.length > SHOWN_OUTPUT) {
    const { file, line: number } = result.source;
    const why = "Codex truncates a long output when it continues; the limit depends on its model";
    draft.loss({ kind: "changed", where: `${file}:${number}`, why });
  }
  const output = images.length === 0 ? text : [{ type: "input_text", text }, ...images];
  return { type: "function_call_output", call_id: id, output };
}

/** A type with parameters would not be read again from the address that contains the picture. */
const PICTURE = /^image\/[\w.+*-]+$/;

function imagesOf(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft) {
  return item.attachments.flatMap((attachment) => {
    const { media_type, base64 } = attachment;
    if (base64 !== null && PICTURE.test(media_type)) {
      return [{ type: "input_image", image_url: `data:${media_type};base64,${base64}` }];
    }
    const why = "attachment that is not an image contained in the session";
    dropAttachment(draft, item, { attachment, why });
    return [];
  });
}

function timeOf(at: string | null, { now }: SessionDraft): string {
  return writtenTime(at) ?? now.toISOString();
}
