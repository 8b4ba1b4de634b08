import { sha256 } from "../../../base/hash.ts";
import type { SessionDraft } from "../../agent.ts";
import { apiToolName } from "../../api-tool-name.ts";
import { writtenTime } from "../../build-items.ts";
import { countedUuids } from "../../native-id.ts";
import {
  isCall,
  type MessageItem,
  type ResultItem,
  type Step,
  type StepCall,
  writeSteps,
} from "../../steps.ts";
import { testedVersions } from "../tested-versions.ts";
import { imagesOf } from "./write-images.ts";

/** The lines of a session as Claude Code writes them: one chain, one block per line, a title last. */
export async function* write(draft: SessionDraft): AsyncGenerator<string> {
  const chain = beginChain(draft);
  if (draft.note !== "") yield* chain.add("user", note(draft.note), null);
  yield* writeSteps(draft, function* (step) {
    for (const { type, fields, at } of linesOf(step, draft)) yield* chain.add(type, fields, at);
  });
  yield* chain.end();
  yield line({
    type: "custom-title",
    customTitle: draft.title,
    sessionId: draft.session_id,
  });
}

/** Gives lines their ids, each following the one before; the last one waits until it is known as such. */
interface Chain {
  add(type: string, fields: object, at: string | null): Generator<string>;
  end(): Generator<string>;
}

function beginChain({ session_id, cwd, header, now }: SessionDraft): Chain {
  let count = 0;
  let parentUuid: string | null = null;
  let waiting: { readonly timestamp: string } | null = null;
  const idOf = countedUuids(sha256(session_id));
  // Of several lines that are the latest, versions up to 2.0 go on from the first.
  const beforeLast = new Date(now.getTime() - 1).toISOString();
  return {
    *add(type, fields, at) {
      if (waiting !== null) yield line(waiting);
      const uuid = idOf(++count);
      waiting = {
        parentUuid,
        isSidechain: false,
        type,
        ...fields,
        uuid,
        timestamp: writtenTime(at) ?? beforeLast,
        userType: "external",
        entrypoint: "cli",
        cwd,
        sessionId: session_id,
        version: testedVersions.newest,
        gitBranch: header.git_branch ?? "",
      } as { timestamp: string };
      parentUuid = uuid;
    },
    *end() {
      // The program goes on from the line that is latest by its time.
      if (waiting !== null) yield line({ ...waiting, timestamp: now.toISOString() });
      waiting = null;
    },
  };
}

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

/** The model sees the note; the person's own list of prompts does not. */
function note(content: string) {
  return { message: { role: "user", content }, isMeta: true };
}

interface Line {
  readonly type: "user" | "assistant";
  readonly fields: object;
  readonly at: string | null;
}

function* linesOf(step: Step, draft: SessionDraft): Generator<Line> {
  switch (step.kind) {
    case "user":
      yield {
        type: "user",
        fields: { message: userMessage(step.message, draft) },
        at: step.message.at,
      };
      return;
    case "summary":
      yield {
        type: "user",
        fields: {
          message: { role: "user", content: step.text },
          isVisibleInTranscriptOnly: true,
          isCompactSummary: true,
        },
        at: step.at,
      };
      return;
    case "answer":
      yield* answerLines(step, draft);
      return;
    default:
      return step satisfies never;
  }
}

function userMessage(message: MessageItem, draft: SessionDraft) {
  const images = imagesOf(message, draft);
  if (images.length === 0) return { role: "user", content: message.text };
  const text = message.text === "" ? [] : [{ type: "text", text: message.text }];
  return { role: "user", content: [...text, ...images] };
}

type Answer = Extract<Step, { kind: "answer" }>;

function* answerLines(step: Answer, draft: SessionDraft): Generator<Line> {
  const [first] = step.parts;
  const id = `msg_${sha256(`${draft.session_id} ${first?.id ?? ""}`).slice(0, 24)}`;
  const ids = step.parts.map((role) => (isCall(role) ? callId(role.id, draft) : ""));
  for (const [at, role] of step.parts.entries()) {
    const block = isCall(role)
      ? useBlock(role, ids[at] ?? "", draft)
      : { type: "text", text: role.text };
    yield { type: "assistant", fields: { message: answer(id, block, step) }, at: role.at };
  }
  for (const [at, role] of step.parts.entries()) {
    if (!isCall(role)) continue;
    const block = resultBlock(role, ids[at] ?? "", draft);
    const fields = { message: { role: "user", content: [block] }, toolUseResult: detailsOf(role) };
    yield { type: "user", fields, at: role.result.at };
  }
}

const NO_USAGE = {
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
};

function answer(id: string, block: object, { model, parts }: Answer) {
  return {
    id,
    type: "message",
    role: "assistant",
    // Another maker's model cannot be restored; the program says nothing about this name.
    model: model?.startsWith("claude-") ? model : "<synthetic>",
    content: [block],
    stop_reason: parts.some(isCall) ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: NO_USAGE,
  };
}

function useBlock(call: StepCall, id: string, draft: SessionDraft) {
  return {
    type: "tool_use",
    id,
    name: apiToolName(call.name, draft),
    input: call.arguments,
  };
}

/** The id of a call in a session: the API takes ids of this form only. */
export function callId(id: string, { session_id }: Pick<SessionDraft, "session_id">): string {
  if (/^toolu_[A-Za-z0-9_-]+$/.test(id)) return id;
  return `toolu_${sha256(`${session_id} ${id}`).slice(0, 24)}`;
}

function resultBlock({ result }: StepCall, id: string, draft: SessionDraft) {
  const images = imagesOf(result, draft);
  const content =
    images.length === 0 ? result.content : [{ type: "text", text: result.content }, ...images];
  return {
    tool_use_id: id,
    type: "tool_result",
    content,
    ...(result.ok ? {} : { is_error: true }),
  };
}

/**
 * What the program's own screen shows of a result; the model is given all of it above. A long one is not written twice:
 * the screen folds it after a few lines.
 */
function detailsOf({ name, result }: StepCall): object | string {
  const { ok, content }: Pick<ResultItem, "ok" | "content"> = result;
  const shown = beginningOf(content);
  if (!ok) return `Error: ${shown}`;
  if (name !== "Bash") return shown;
  return { stdout: shown, stderr: "", interrupted: false, isImage: false };
}

const SHOWN_CHARACTERS = 2000;

function beginningOf(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  const beginning = text.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
  return `${beginning}\n(${text.length - beginning.length} more characters, which the model has)`;
}
