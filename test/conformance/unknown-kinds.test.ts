import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { Agent } from "../../src/agents/agent.ts";
import { type AgentId, agents } from "../../src/agents/registry.ts";
import { namesOf } from "../../src/base/registry.ts";
import { countConversation } from "../../src/handoff/conversation-report.ts";
import { findInForce } from "../../src/transcripts/in-force.ts";
import { createLossTally } from "../../src/transcripts/loss-tally.ts";
import { memoryFile } from "./agent-suite.ts";

const at = "2026-03-04T05:06:07.000Z";
const future = "from-the-future";

/** A session without anything unknown, and records and parts of records that nobody knows, by kind. */
interface Case {
  readonly known: readonly object[];
  readonly unknown: Readonly<Record<string, object>>;
}

const claudeRecord = { uuid: "u2", parentUuid: "u1", sessionId: "s", timestamp: at };
const cases: Readonly<Record<AgentId, Case>> = {
  claude: {
    known: [
      {
        type: "user",
        uuid: "u1",
        parentUuid: null,
        sessionId: "s",
        timestamp: at,
        message: { role: "user", content: "Check the pumps." },
      },
    ],
    unknown: {
      [future]: { ...claudeRecord, type: future },
      [`system/${future}`]: { ...claudeRecord, type: "system", subtype: future, content: "Words" },
      [`attachment/${future}`]: {
        ...claudeRecord,
        type: "attachment",
        attachment: { type: future, content: "Words that the model is given" },
      },
      [`user/${future}`]: {
        ...claudeRecord,
        type: "user",
        message: { role: "user", content: [{ type: future, words: "Look" }] },
      },
      [`assistant/${future}`]: {
        ...claudeRecord,
        type: "assistant",
        message: { role: "assistant", content: [{ type: future, words: "I look." }] },
      },
    },
  },
  codex: {
    known: [
      { timestamp: at, type: "session_meta", payload: { id: "s", timestamp: at, cwd: "/x" } },
      codexItem({ type: "message", role: "user", content: [{ type: "input_text", text: "Go" }] }),
    ],
    unknown: {
      [future]: { timestamp: at, type: future, payload: { words: "x" } },
      [`event_msg/${future}`]: {
        timestamp: at,
        type: "event_msg",
        payload: { type: future, message: "x" },
      },
      [`response_item/${future}`]: codexItem({ type: future, content: [] }),
      [`response_item/message/${future}`]: codexItem({
        type: "message",
        role: "assistant",
        content: [{ type: future, words: "x" }],
      }),
    },
  },
  gemini: {
    known: [
      { sessionId: "s", projectHash: "h", startTime: at, lastUpdated: at },
      { id: "m1", timestamp: at, type: "user", content: [{ text: "Check the pumps." }] },
    ],
    unknown: {
      [future]: { id: "m2", timestamp: at, type: future, content: "x" },
      [`$set/${future}`]: { $set: { [future]: ["x"] } },
      [`user/${future}`]: { id: "m3", timestamp: at, type: "user", content: [{ [future]: "x" }] },
    },
  },
  opencode: opencodeCase("1.18.18"),
  kilo: opencodeCase("7.7.9"),
  pi: {
    known: [
      { type: "session", version: 3, id: "s", timestamp: at, cwd: "/x" },
      piEntry("a1", null, { role: "user", content: "Check the pumps." }),
    ],
    unknown: {
      [future]: { type: future, id: "a2", parentId: "a1", timestamp: at, words: "x" },
      [`message/${future}`]: piEntry("a2", "a1", { role: future, content: "x" }),
      [`message/user-${future}`]: piEntry("a2", "a1", {
        role: "user",
        content: [{ type: `user-${future}`, words: "x" }],
      }),
      [`message/block-${future}`]: piEntry("a2", "a1", {
        role: "assistant",
        content: [{ type: `block-${future}`, words: "x" }],
      }),
    },
  },
  copilot: {
    known: [{ type: "user.message", id: "e1", timestamp: at, data: { content: "Go" } }],
    unknown: {
      [future]: { type: future, id: "e2", timestamp: at, data: {} },
      [`session.${future}`]: { type: `session.${future}`, id: "e2", timestamp: at, data: {} },
      [`assistant.${future}`]: { type: `assistant.${future}`, id: "e2", timestamp: at, data: {} },
    },
  },
  qwen: {
    known: [
      {
        uuid: "q1",
        parentUuid: null,
        sessionId: "s",
        timestamp: at,
        type: "user",
        cwd: "/p",
        version: "0.24.4",
        message: { role: "user", parts: [{ text: "Go" }] },
      },
    ],
    unknown: {
      [future]: { uuid: "q2", parentUuid: "q1", sessionId: "s", timestamp: at, type: future },
      [`system/${future}`]: {
        uuid: "q2",
        parentUuid: "q1",
        sessionId: "s",
        timestamp: at,
        type: "system",
        subtype: future,
        systemPayload: {},
      },
    },
  },
  goose: {
    known: [
      { type: "session", data: { id: "s", working_dir: "/p" } },
      { type: "message", id: "g1", role: "user", content: [{ type: "text", text: "Go" }] },
    ],
    unknown: {
      [future]: { type: future, data: {} },
      [`message/${future}`]: { type: "message", id: "g2", role: future, content: [] },
      [`message/assistant/${future}`]: {
        type: "message",
        id: "g2",
        role: "assistant",
        content: [{ type: future, words: "x" }],
      },
    },
  },
  kimi: {
    known: [
      { type: "metadata", protocol_version: "1.5", created_at: 1 },
      {
        type: "context.append_message",
        agentId: "main",
        message: {
          role: "user",
          content: [{ type: "text", text: "Go" }],
          toolCalls: [],
          origin: { kind: "user" },
        },
        time: 2,
      },
    ],
    unknown: {
      [future]: { type: future, agentId: "main", time: 3 },
      [`context.append_loop_event/${future}`]: {
        type: "context.append_loop_event",
        agentId: "main",
        event: { type: future },
        time: 3,
      },
    },
  },
  grok: {
    known: [{ type: "user", content: [{ type: "text", text: "<user_query>\nGo\n</user_query>" }] }],
    unknown: {
      [future]: { type: future, content: "x" },
      [`user/${future}`]: { type: "user", content: [], synthetic_reason: future },
      [`update/${future}`]: {
        method: "session/update",
        params: { update: { sessionUpdate: future } },
      },
      [`user/part-${future}`]: {
        type: "user",
        content: [{ type: `part-${future}`, words: "x" }],
        prompt_index: 1,
      },
    },
  },
  cursor: {
    known: [{ role: "user", message: { content: [{ type: "text", text: "Go" }] } }],
    unknown: {
      [future]: { type: future, data: {} },
      [`assistant/${future}`]: { role: "assistant", message: { content: [{ type: future }] } },
    },
  },
};

for (const name of namesOf(agents)) {
  const { default: agent } = await agents[name]();
  const { known, unknown } = cases[name];
  suite(`agent ${name}`, () => {
    test("a conversation of known kinds is complete", async () => {
      const report = await reportOn(agent, known);
      assert.deepEqual([report.complete, report.missing, report.messages], [true, 0, 1]);
    });
    for (const [kind, record] of Object.entries(unknown)) {
      test(`a record of the kind ${kind} counts as missing`, async () => {
        const report = await reportOn(agent, [...known, record]);
        assert.deepEqual(report.unknown_kinds, [{ kind, records: 1 }]);
        assert.deepEqual([report.complete, report.missing], [false, 1]);
      });
    }
  });
}

test("names of unknown kinds are bounded in number, length and characters", async () => {
  const { default: pi } = await agents.pi();
  const strangers = Array.from({ length: 40 }, (_, number) => ({
    type: `odd \u202e${number}\n${"x".repeat(500)}`,
  }));
  const { unknown_kinds, missing } = await reportOn(pi, [...cases.pi.known, ...strangers]);
  assert.equal(missing, 40);
  assert.equal(unknown_kinds.length, 21);
  assert.ok(unknown_kinds.every(({ kind }) => kind.length <= 60 && /^[\w?./ ]+$/.test(kind)));
});

/** What a handoff of these records would report. */
async function reportOn(agent: Agent, records: readonly object[]) {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const file = memoryFile("session.jsonl", lines);
  const session = {
    agent: agent.id,
    id: "s",
    path: "session.jsonl",
    cwd: null,
    bytes: file.bytes,
    modified_ms: 0,
    parent_id: null,
  };
  const reading = await agent.read({ session, files: [file] });
  const losses = createLossTally();
  const inForce = await findInForce(() => reading.items(), {}, losses);
  const counter = countConversation();
  for await (const item of inForce.items()) counter.add(item);
  return counter.report(losses.items());
}

function codexItem(payload: object): object {
  return { timestamp: at, type: "response_item", payload };
}

function opencodeCase(version: string): Case {
  return {
    known: [
      { type: "session", data: { id: "ses_1", directory: "/x", version } },
      { type: "message", id: "msg_1", data: { role: "user", time: { created: 1 } } },
      { type: "part", id: "prt_1", data: { type: "text", text: "Check the pumps." } },
    ],
    unknown: {
      [future]: { type: future, data: { words: "x" } },
      [`part/${future}`]: { type: "part", id: "prt_2", data: { type: future, words: "x" } },
      [`message/${future}`]: { type: "message", id: "msg_2", data: { role: future } },
    },
  };
}

function piEntry(id: string, parentId: string | null, message: object): object {
  return { type: "message", id, parentId, timestamp: at, message };
}
