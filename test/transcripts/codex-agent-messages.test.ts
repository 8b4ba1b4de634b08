import assert from "node:assert/strict";
import { test } from "node:test";
import codex from "../../src/agents/codex/codex.ts";
import { findInForce } from "../../src/transcripts/in-force.ts";
import { createLossTally } from "../../src/transcripts/loss-tally.ts";
import { messageLine, recordOf, turn, writeRollout } from "../support/codex-threads.ts";
import { makeScratch } from "../support/scratch.ts";

/** What of a rollout is handed over, and what is missing. */
async function handedOver(records: readonly object[]) {
  const { file } = writeRollout(makeScratch(), records, {});
  const session = await codex.recognise(file);
  assert.ok(session);
  const { items } = await codex.read(await codex.open(session));
  const losses = createLossTally();
  const inForce = await Array.fromAsync((await findInForce(items, {}, losses)).items());
  const missing = losses
    .items()
    .filter(({ scope, kind }) => scope === "conversation" && kind === "dropped");
  return {
    messages: inForce.flatMap((item) =>
      item.kind === "message" ? [[item.role, item.sender ?? null, item.text]] : [],
    ),
    missing: missing.map(({ why }) => why),
  };
}

const answer =
  "Message Type: FINAL_ANSWER\nTask name: /root\nSender: /root/counter\nPayload:\n42 trees";
const agentMessage = (content: readonly object[]) =>
  recordOf("response_item", {
    type: "agent_message",
    author: "/root/counter",
    recipient: "/root",
    content,
  });

test("the final answer of a sub-agent is part of the conversation", async () => {
  const { messages, missing } = await handedOver([
    messageLine("user", "Count"),
    recordOf("inter_agent_communication_metadata", { trigger_turn: false }),
    agentMessage([{ type: "input_text", text: answer }]),
    messageLine("assistant", "Counted."),
  ]);
  assert.deepEqual(messages, [
    ["user", null, "Count"],
    ["user", "task", answer],
    ["assistant", null, "Counted."],
  ]);
  assert.deepEqual(missing, []);
});

test("a message between agents in the form of earlier versions is part of the conversation", async () => {
  const { messages } = await handedOver([
    ...turn("Count"),
    recordOf("inter_agent_communication", {
      author: "/root/counter",
      recipient: "/root",
      other_recipients: [],
      content: "Half of them",
      trigger_turn: true,
    }),
  ]);
  assert.deepEqual(messages.at(-1), ["user", "teammate", "Half of them"]);
});

const sealed: readonly (readonly [string, object])[] = [
  [
    "message of an agent",
    agentMessage([{ type: "encrypted_content", encrypted_content: "gAAAA" }]),
  ],
  [
    "message between agents",
    recordOf("inter_agent_communication", { content: "", encrypted_content: "gAAAA" }),
  ],
  [
    "part of a result",
    recordOf("response_item", {
      type: "function_call_output",
      call_id: "c",
      output: [{ type: "encrypted_content", encrypted_content: "gAAAA" }],
    }),
  ],
  [
    "argument of a call",
    recordOf("response_item", {
      type: "function_call",
      call_id: "d",
      name: "spawn_agent",
      arguments: "{}",
      encrypted_function_args: ["message"],
    }),
  ],
];

for (const [what, record] of sealed) {
  test(`an encrypted ${what} counts as missing`, async () => {
    const call = { type: "function_call", call_id: "c", name: "look", arguments: "{}" };
    const { missing } = await handedOver([...turn("Go"), recordOf("response_item", call), record]);
    assert.equal(missing.filter((why) => why.includes("encrypted")).length, 1, missing.join());
  });
}

test("what a hook, a goal or an editor tells the model is part of the conversation", async () => {
  const texts = [
    '<hook_prompt hook_run_id="stop:1">Run the linter</hook_prompt>',
    "<goal_context>\nWater all trees\n</goal_context>",
    '<codex_internal_context source="goal">Go on</codex_internal_context>',
    "<external_editor>Selected: orchard.ts</external_editor>",
  ];
  const { messages } = await handedOver([
    ...turn("Go"),
    ...texts.map((text) => messageLine("user", text)),
  ]);
  assert.deepEqual(
    messages.slice(2),
    texts.map((text) => ["user", "prompt", text]),
  );
});

test("a person's words are theirs although they begin like the program's", async () => {
  const text = "<environment_context> is what I want to ask about";
  const typed = recordOf("response_item", {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }],
    internal_chat_message_metadata_passthrough: { content_item_kinds: ["user.text"] },
  });
  const { messages } = await handedOver([typed]);
  assert.deepEqual(messages, [["user", null, text]]);
});

test("a record of a kind that nobody knows counts as missing", async () => {
  const unknown = [
    recordOf("response_item", { type: "spoken_reply", text: "x" }),
    recordOf("event_msg", { type: "thread_spliced" }),
    recordOf("event_msg", { type: "item_completed", item: { type: "Hologram" } }),
    recordOf("spliced", {}),
  ];
  for (const record of unknown) {
    const { missing } = await handedOver([...turn("Go"), record]);
    assert.equal(missing.length, 1, JSON.stringify(record));
  }
});
