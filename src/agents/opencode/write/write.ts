import { isObject, type JsonObject } from "../../../base/json/value.ts";
import type { SessionDraft } from "../../agent.ts";
import { dropAttachment } from "../../attachment-location.ts";
import { isCall, type MessageItem, type Step, type StepCall, writeSteps } from "../../steps.ts";
import type { OpencodeProgram } from "../program.ts";
import { type DocumentForm, documentForm } from "./document-form.ts";
import { type IdSequence, idSequence } from "./ids.ts";

/** The document that the command `import` takes: what the session is, and messages with their parts. */
export async function* write(
  program: OpencodeProgram,
  draft: SessionDraft,
): AsyncGenerator<string> {
  const writing: Writing = {
    draft,
    form: documentForm(draft.settings),
    ids: idSequence(draft.session_id, draft.now),
    time: 0,
    user: null,
    count: 0,
  };
  const info = writing.form.sessionInfo(sessionInfo(program, draft));
  yield `{"info":${JSON.stringify(info)},"messages":[`;
  yield* writeSteps(draft, function* (step) {
    // What comes before a summary is out of force, so that the note must come after it.
    const isSummary = writing.count === 0 && step.kind === "summary";
    if (isSummary) yield* summary(writing, step);
    if (writing.count === 0 || isSummary) yield* note(writing, timeOf(writing, step));
    if (!isSummary) yield* stepMessages(writing, step);
  });
  if (writing.count === 0) yield* note(writing, draft.now.getTime());
  yield "\n]}\n";
}

interface Writing {
  readonly draft: SessionDraft;
  readonly form: DocumentForm;
  readonly ids: IdSequence;
  /** Times never go back: opencode sorts by them. */
  time: number;
  /** The user's message that answers belong to. */
  user: string | null;
  count: number;
}

function sessionInfo(
  { testedVersions }: OpencodeProgram,
  { session_id, cwd, title, now }: SessionDraft,
) {
  return {
    id: session_id,
    slug: `handoff-${session_id.slice(-6).toLowerCase()}`,
    projectID: "global",
    directory: cwd,
    title,
    version: testedVersions.newest,
    time: { created: now.getTime(), updated: now.getTime() },
  };
}

function timeOf(writing: Writing, step: Step): number {
  return advance(writing, step.kind === "user" ? step.message.at : step.at);
}

function advance(writing: Writing, at: string | null): number {
  const recorded = at === null ? Number.NaN : Date.parse(at);
  const time = Number.isNaN(recorded) ? writing.time || writing.draft.now.getTime() : recorded;
  writing.time = Math.max(writing.time, time);
  return writing.time;
}

/** A part without the keys that all parts have. */
type Part = JsonObject;

function* message(writing: Writing, info: Part, parts: readonly Part[]) {
  const { ids, draft } = writing;
  const id = ids.next("msg");
  const sessionID = draft.session_id;
  if (info.role === "user") writing.user = id;
  const placed = parts.map((part) => ({
    ...part,
    id: ids.next("prt"),
    sessionID,
    messageID: id,
  }));
  for (const each of writing.form.messages({ info: { ...info, id, sessionID }, parts: placed })) {
    yield `${writing.count++ === 0 ? "" : ","}\n${JSON.stringify(each)}`;
  }
}

/** For a draft whose settings name no agent. */
const DEFAULT_AGENT = "build";

function userInfo({ settings }: SessionDraft, time: number): Part {
  const { provider = "unknown", model = "unknown", agent = DEFAULT_AGENT } = settings;
  return {
    role: "user",
    time: { created: time },
    agent,
    model: { providerID: provider, modelID: model },
  };
}

function* note(writing: Writing, time: number): Generator<string> {
  const { draft } = writing;
  if (draft.note === "") return;
  const text = { type: "text", text: draft.note, synthetic: true };
  yield* message(writing, userInfo(draft, time), [text]);
}

/** A compaction as opencode notes it: a message that asks for it, and the answer that is the summary. */
function* summary(writing: Writing, step: Extract<Step, { kind: "summary" }>): Generator<string> {
  const time = advance(writing, step.at);
  const asked = { type: "compaction", auto: false };
  yield* message(writing, userInfo(writing.draft, time), [asked]);
  const info = { ...answerInfo(writing, time, "stop"), mode: "compaction", agent: "compaction" };
  const text = { type: "text", text: step.text };
  yield* message(writing, { ...info, summary: true }, [{ type: "step-start" }, text]);
}

function* stepMessages(writing: Writing, step: Step): Generator<string> {
  const { draft } = writing;
  const time = timeOf(writing, step);
  if (step.kind === "user") {
    const text = { type: "text", text: step.message.text };
    const files = fileParts(step.message, draft);
    yield* message(writing, userInfo(draft, time), [text, ...files]);
    return;
  }
  if (step.kind === "summary") {
    const text = { type: "text", text: step.text, synthetic: true };
    yield* message(writing, userInfo(draft, time), [text]);
    return;
  }
  if (writing.user === null) {
    const text = { type: "text", text: "(The conversation continues.)", synthetic: true };
    yield* message(writing, userInfo(draft, time), [text]);
  }
  const calls = step.parts.some(isCall);
  const parts = step.parts.map((part) =>
    isCall(part) ? toolPart(part, time, draft) : { type: "text", text: part.text },
  );
  const info = answerInfo(writing, time, calls ? "tool-calls" : "stop");
  yield* message(writing, info, [{ type: "step-start" }, ...parts]);
}

function answerInfo({ draft, user }: Writing, time: number, finish: string): Part {
  const { provider = "unknown", model = "unknown", agent = DEFAULT_AGENT } = draft.settings;
  return {
    role: "assistant",
    parentID: user,
    modelID: model,
    providerID: provider,
    mode: agent,
    agent,
    path: { cwd: draft.cwd, root: draft.cwd },
    cost: 0,
    tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } },
    time: { created: time, completed: time },
    finish,
  };
}

function toolPart(
  { id, name, arguments: args, result }: StepCall,
  time: number,
  draft: SessionDraft,
): Part {
  const input = isObject(args) ? args : {};
  const span = { start: time, end: time };
  const part = { type: "tool", callID: id, tool: name };
  if (!result.ok) {
    const why = "file of a failed tool call; opencode keeps only the text of the error";
    for (const attachment of result.attachments) dropAttachment(draft, result, { attachment, why });
    return { ...part, state: { status: "error", input, error: result.content, time: span } };
  }
  const files = fileParts(result, draft);
  const { session_id: sessionID } = draft;
  const attachments = files.map((file, at) => ({
    ...file,
    id: `prt_${id}_${at}`,
    sessionID,
    messageID: "msg_",
  }));
  return {
    ...part,
    state: {
      status: "completed",
      input,
      output: result.content,
      title: name,
      metadata: {},
      time: span,
      ...(attachments.length === 0 ? {} : { attachments }),
    },
  };
}

function fileParts(item: Pick<MessageItem, "attachments" | "source">, draft: SessionDraft): Part[] {
  return item.attachments.flatMap((attachment) => {
    const { media_type, base64 } = attachment;
    if (base64 !== null) {
      return [{ type: "file", mime: media_type, url: `data:${media_type};base64,${base64}` }];
    }
    const why = `attached ${media_type} that the session only refers to`;
    dropAttachment(draft, item, { attachment, why });
    return [];
  });
}
