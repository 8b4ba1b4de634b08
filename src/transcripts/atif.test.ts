import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptHeader, TranscriptItem } from "../model/transcript.ts";
import { writeAtif } from "./atif.ts";
import { atifSchema } from "./atif-schema.ts";
import { isAtif, readAtif } from "./read-atif.ts";

const header: TranscriptHeader = {
  type: "transcript",
  version: 1,
  agent: "pi",
  agent_version: "0.73.1",
  session_id: "s1",
  cwd: "/home/rosa/orchard",
  started_at: "2026-03-04T05:00:00.000Z",
  title: "Pumps",
  model: "m",
  git_branch: null,
};

/** A transcript from bodies, one after the other. */
function transcript(bodies: readonly Record<string, unknown>[]): TranscriptItem[] {
  const read = readAtif(
    { schema_version: "ATIF-v1.7", steps: [{ source: "user", message: "" }] },
    "x",
  );
  const [first] = read.items;
  assert.ok(first);
  // The tests below give every key that their kinds have.
  return bodies.map((body, at) => ({ ...first, id: `i${at}`, ...body }) as TranscriptItem);
}

const textMessage = { kind: "message", model: null, attachments: [] };
const items = transcript([
  { ...textMessage, role: "user", actor: "user", text: "Check the pumps" },
  { kind: "reasoning", actor: "assistant", text: "hm", sealed: true },
  { ...textMessage, role: "assistant", actor: "assistant", text: "Both at once" },
  { kind: "tool_call", actor: "assistant", call_id: "a", name: "look", arguments: { n: 1 } },
  { kind: "tool_call", actor: "assistant", call_id: "b", name: "look", arguments: "bare" },
  { kind: "tool_result", actor: "tool", call_id: "a", ok: true, content: "1", attachments: [] },
  { kind: "tool_result", actor: "tool", call_id: "b", ok: false, content: "2", attachments: [] },
  {
    kind: "usage",
    actor: "assistant",
    model: "m",
    input_uncached: 5,
    cache_read: 3,
    cache_write: 2,
    output: 7,
    reasoning: 1,
  },
  { kind: "compaction", actor: "system", trigger: "auto", summary: "SUM", kept: [] },
  { ...textMessage, role: "assistant", actor: "assistant", text: "Done" },
  { ...textMessage, role: "user", actor: "user", text: "child", thread: "t1" },
  { ...textMessage, role: "user", actor: "user", text: "left", branch: "x" },
]);

async function* each(list: readonly TranscriptItem[]) {
  yield* list;
}

test("writeAtif() gives a trajectory of version 1.7, one step per prompt and answer", async () => {
  const { trajectory, losses } = await writeAtif(header, each(items));
  atifSchema.parse(trajectory);
  assert.deepEqual(
    trajectory.steps.map(({ source, message }) => `${source} ${message}`),
    ["user Check the pumps", "agent Both at once", "system SUM", "agent Done"],
  );
  assert.equal(trajectory.steps[1]?.metrics?.prompt_tokens, 10);
  assert.equal(trajectory.subagent_trajectories?.[0]?.trajectory_id, "t1");
  assert.deepEqual(
    losses.map(({ kind }) => kind),
    ["dropped", "dropped"],
  );
});

test("writeAtif() leaves out totals of tokens that nobody counted", async () => {
  const silent = items.filter(({ kind }) => kind !== "usage");
  const { trajectory } = await writeAtif(header, each(silent));
  assert.deepEqual(trajectory.final_metrics, { total_steps: trajectory.steps.length });
  assert.ok(atifSchema.safeParse(trajectory).success);
});

test("readAtif() reads back what writeAtif() wrote", async () => {
  const { trajectory } = await writeAtif(header, each(items));
  const document: unknown = JSON.parse(JSON.stringify(trajectory));
  assert.ok(isAtif(document));
  const read = readAtif(document, "t.atif.json");
  assert.deepEqual(read.header, header);
  const outline = read.items.map((item) =>
    item.kind === "tool_result" ? `${item.call_id} ${item.ok} ${item.content}` : item.kind,
  );
  const calls = ["tool_call", "tool_call", "a true 1", "b false 2", "usage"];
  const before = ["message", "reasoning", "message", ...calls];
  assert.deepEqual(outline, [...before, "compaction", "message", "message"]);
  assert.deepEqual(read.findings, []);
});

test("readAtif() is lenient: parts of messages, results that name no call, versions to come", () => {
  const { items: read, findings } = readAtif(
    {
      schema_version: "ATIF-v1.9",
      session_id: null,
      agent: { name: "other" },
      steps: [
        { step_id: 1, source: "user", message: [{ type: "text", text: "go" }, { type: "image" }] },
        {
          step_id: 2,
          source: "agent",
          message: "",
          tool_calls: [{ tool_call_id: "c", function_name: "f", arguments: {} }],
          observation: { results: [{ content: "out" }] },
          novelty: 1,
        },
        7,
      ],
    },
    "x",
  );
  assert.deepEqual(
    read.map(({ kind }) => kind),
    ["message", "tool_call", "tool_result"],
  );
  assert.deepEqual(
    findings.map(({ code }) => code),
    ["W_UNKNOWN_VERSION", "W_JSONL_LINE"],
  );
});

test("writeAtif() counts every token once: in the step of its answer, or beside the steps", async () => {
  const usage = items.find(({ kind }) => kind === "usage");
  assert.ok(usage);
  const first = items.slice(0, 1);
  const counted = [
    ...first,
    usage, // Before any answer: it belongs to the next one.
    ...items.slice(1),
    usage,
    { ...usage, branch: "x" },
    { ...usage, thread: "silent" },
  ];
  const costOf = () => 0.5;
  const { trajectory, losses } = await writeAtif(header, each(counted), { costOf });
  atifSchema.parse(trajectory);
  const metrics = trajectory.steps.map((step) => step.metrics?.prompt_tokens);
  assert.deepEqual(metrics, [undefined, 20, undefined, 10]);
  assert.equal(trajectory.steps[1]?.llm_call_count, 2);
  assert.equal(trajectory.steps[1]?.metrics?.cost_usd, 1);
  const final = trajectory.final_metrics;
  assert.equal(final?.total_prompt_tokens, 30);
  assert.equal(final?.total_cost_usd, 2.5);
  assert.equal(Object(final?.extra?.outside_of_steps).prompt_tokens, 20);
  // A sub-agent that left no step is no trajectory.
  assert.deepEqual(
    trajectory.subagent_trajectories?.map(({ trajectory_id }) => trajectory_id),
    ["t1"],
  );
  assert.ok(losses.some(({ why }) => why.includes("in the totals only")));
});

test("writeAtif() leaves out costs as soon as one is not known", async () => {
  const usage = items.find(({ kind }) => kind === "usage");
  assert.ok(usage);
  let calls = 0;
  const costOf = () => (calls++ === 0 ? 1 : null);
  const { trajectory } = await writeAtif(header, each([...items, usage]), { costOf });
  assert.equal(trajectory.final_metrics?.total_cost_usd, undefined);
  assert.equal(trajectory.steps[1]?.metrics?.cost_usd, 1);
});
