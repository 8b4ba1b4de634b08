import assert from "node:assert/strict";
import { test } from "node:test";
import type { LossItem } from "../model/loss.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import type { SessionDraft } from "./agent.ts";
import { groupIntoSteps, isCall, type Step, withOneText } from "./steps.ts";

const place = {
  parent_id: null,
  at: null,
  source: { file: "s", line: 1, type: "t" },
  raw: null,
  thread: null,
  branch: null,
};
let count = 0;

function message(role: "user" | "assistant", text: string): TranscriptItem {
  const id = `${++count}`;
  return { ...place, id, actor: role, kind: "message", role, text, model: null, attachments: [] };
}

function called(call_id: string, input: Record<string, unknown> | string = {}): TranscriptItem {
  const id = `${++count}`;
  const body = { kind: "tool_call", call_id, name: "look", arguments: input } as const;
  return { ...place, id, actor: "assistant", ...body };
}

function answered(call_id: string, content: string): TranscriptItem {
  const id = `${++count}`;
  const body = { call_id, ok: true, content, attachments: [] };
  return { ...place, id, actor: "tool", kind: "tool_result", ...body };
}

async function gather(items: readonly TranscriptItem[]) {
  const losses: LossItem[] = [];
  const draft: SessionDraft = {
    header: {
      type: "transcript",
      version: 1,
      agent: "x",
      agent_version: null,
      session_id: "s",
      cwd: null,
      started_at: null,
      title: null,
      model: null,
      git_branch: null,
    },
    async *items() {
      yield* items;
    },
    session_id: "s",
    cwd: "/x",
    title: "t",
    note: "",
    now: new Date(0),
    settings: {},
    loss: (item) => losses.push(item),
  };
  const steps: Step[] = await Array.fromAsync(groupIntoSteps(draft));
  return { steps, losses };
}

function outline(steps: readonly Step[]): string[] {
  return steps.map((step) => {
    if (step.kind !== "answer") return step.kind;
    const parts = step.parts.map((part) =>
      isCall(part) ? `${part.id}=${part.result.content}` : part.text,
    );
    return parts.join(" + ");
  });
}

test("stepsOf() keeps parallel calls in one answer, whatever order their results come in", async () => {
  const { steps, losses } = await gather([
    message("user", "go"),
    message("assistant", "both"),
    called("a"),
    called("b"),
    answered("b", "2"),
    answered("a", "1"),
    message("assistant", "done"),
  ]);
  assert.deepEqual(outline(steps), ["user", "both + a=1 + b=2", "done"]);
  assert.deepEqual(losses, []);
});

test("stepsOf() begins another answer after results and after a text", async () => {
  const { steps } = await gather([
    called("a"),
    answered("a", "1"),
    called("b"),
    answered("b", "2"),
    message("assistant", "x"),
    message("assistant", "y"),
  ]);
  assert.deepEqual(outline(steps), ["a=1", "b=2", "x", "y"]);
});

test("withOneText() begins another answer with each further text", async () => {
  const { steps } = await gather([
    called("a"),
    message("assistant", "x"),
    called("b"),
    message("assistant", "y"),
    answered("a", "1"),
    answered("b", "2"),
  ]);
  const answers = steps.flatMap((step) => (step.kind === "answer" ? withOneText(step) : []));
  assert.deepEqual(outline(steps), ["a=1 + x + b=2 + y"]);
  assert.deepEqual(outline(answers), ["a=1 + x + b=2", "y"]);
});

test("stepsOf() closes a call without a result and drops a result without a call, both as losses", async () => {
  const { steps, losses } = await gather([
    called("a"),
    message("user", "stop"),
    answered("z", "?"),
  ]);
  assert.match(outline(steps)[0] ?? "", /^a=No result/);
  assert.deepEqual(
    losses.map(({ kind }) => kind),
    ["dropped", "changed"],
  );
});

test("stepsOf() numbers ids that come twice, wraps bare text and mends half characters", async () => {
  const { steps, losses } = await gather([
    called("a", "bare"),
    answered("a", "1"),
    called("a"),
    answered("a", "2\ud83d"),
  ]);
  const [first, second] = steps;
  assert.ok(first?.kind === "answer" && second?.kind === "answer");
  const [call] = first.parts.filter(isCall);
  assert.deepEqual(call?.arguments, { input: "bare" });
  assert.deepEqual(outline([second]), ["a-2=2\ufffd"]);
  assert.equal(losses.length, 2);
});

test("groupIntoSteps() keeps results that come behind words typed between them", async () => {
  const { steps, losses } = await gather([
    called("a"),
    called("b"),
    answered("a", "1"),
    message("user", "test it, too"),
    message("user", "and commit"),
    answered("b", "2"),
    message("assistant", "done"),
  ]);
  assert.deepEqual(outline(steps), ["a=1 + b=2", "user", "user", "done"]);
  assert.deepEqual(losses, []);
});

test("groupIntoSteps() keeps the order of messages when a result comes late", async () => {
  const { steps, losses } = await gather([
    called("a"),
    message("user", "go on"),
    message("assistant", "done"),
    answered("a", "1"),
  ]);
  const texts = steps.flatMap((step) =>
    step.kind === "user" ? [step.message.text] : outline([step]),
  );
  assert.match(texts[0] ?? "", /^a=No result/);
  assert.deepEqual(texts.slice(1), ["go on", "done"]);
  assert.deepEqual(
    losses.map(({ kind }) => kind),
    ["changed", "dropped"],
  );
});
