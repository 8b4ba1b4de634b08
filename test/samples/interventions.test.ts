import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { type AgentId, loadAgent } from "../../src/agents/registry.ts";
import { countInterventions } from "../../src/tasks/read/interventions.ts";

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";

/** Interventions by kind, counted by hand in the agents' own records. */
const counted: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "claude/v1.0.24_summary-lines.jsonl": { message: 1 },
  "claude/v1.0.51_interrupted.jsonl": { interrupt: 1 },
  "claude/v1.0.51_large.jsonl": { message: 5, refusal: 2 },
  "claude/v2.0.27_todo-session.jsonl": { message: 2 },
  "claude/v2.0.29_askuserquestion.jsonl": { answer: 1 },
  "claude/v2.0.69_plan.jsonl": {},
  "claude/v2.1.143_attachments.jsonl": { message: 3, interrupt: 1, answer: 1 },
  // A summary of a compaction is no message of a person.
  "claude/v2.1.14_microcompact.jsonl": { message: 8 },
  // Two of them were typed while the agent worked; hooks and skills add texts of their own.
  "claude/v2.1.219_large-compaction.jsonl": { message: 6 },
  "codex/v0.118_plan-item.jsonl": { answer: 3, message: 11 },
  "codex/v0.142.2_compaction.jsonl": { message: 9 },
  "gemini/2025-10-27_legacy-json.json": { message: 2, refusal: 1 },
  "opencode/v1.18.3_tool-errors.json": { answer: 1, message: 9, interrupt: 1 },
  // The first request failed, and the person asked again.
  "pi/v3_error-small.jsonl": { message: 1 },
};

for (const [name, expected] of Object.entries(counted)) {
  test(`countInterventions() agrees with a count by hand of ${name}`, { skip }, async () => {
    const agent = await loadAgent(name.split("/")[0] as AgentId);
    const session = await agent.recognise(path.join(samples ?? "", "agent-logs", name));
    assert.ok(session !== null);
    const { items } = await agent.read(await agent.open(session));
    const { count, list } = await countInterventions(items(), agent.personSigns);
    const kinds = Object.entries(Object.groupBy(list, ({ kind }) => kind));
    assert.deepEqual(Object.fromEntries(kinds.map(([kind, of]) => [kind, of.length])), expected);
    assert.equal(count, list.length);
  });
}
