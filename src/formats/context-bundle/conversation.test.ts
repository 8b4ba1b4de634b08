import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles, treeFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import type { ContextItem } from "../../model/context-items.ts";
import { limitsByFormat } from "../limits.ts";
import contextBundle from "./context-bundle.ts";
import { fromConversation, toConversation } from "./conversation.ts";

const limits = limitsByFormat["context-bundle"];
const message: ContextItem = { type: "message", role: "system", content: "hello", thread_seq: 7 };
const nothing = { kept: 0, loss: [] };

test("fromConversation() makes one file of the first version from messages alone", async () => {
  const bundle = fromConversation({ items: [message], texts: new Map(), ...nothing });
  const files = contextBundle.write(bundle);
  assert.deepEqual([...files.keys()], ["context.json"]);
  assert.equal(
    Buffer.from(files.get("context.json") as Uint8Array).toString(),
    '{"schema":"rip.context_bundle.v1","compiler":{"id":"holdall.convert.v1","strategy":"convert"},"source":{"thread_id":"00000000-0000-0000-0000-000000000000","from_seq":7,"from_message_id":null},"provenance":{"run_session_id":"00000000-0000-0000-0000-000000000000","actor_id":"holdall","origin":"holdall"},"items":[{"type":"message","role":"system","content":"hello","actor_id":null,"origin":null,"thread_seq":7,"thread_event_id":null}]}',
  );
});

test("fromConversation() makes a folder of the second version that reads cleanly", async () => {
  const text = new TextEncoder().encode("# State\n");
  const id = sha256(text);
  const state: ContextItem = { type: "state_ref", artifact_id: id, state_hash: id };
  const texts = new Map([[id, text]]);
  const files = contextBundle.write(
    fromConversation({ items: [state, message], texts, ...nothing }),
  );
  assert.deepEqual([...files.keys()], [`blobs/${id}`, "context.json"]);
  const findings = createFindings();
  const model = await contextBundle.read(treeFiles(files), { limits, findings, level: "full" });
  assert.deepEqual(findings.list(), []);
  assert.equal(model?.document.schema, "rip.context_bundle.v2");
});

test("toConversation() of what fromConversation() made gives the same items and texts", async () => {
  for (const { name, files } of contextBundle.samples) {
    const findings = createFindings();
    const set = memoryFiles(files);
    const model = await contextBundle.read(set, { limits, findings, level: "full" });
    assert.ok(model, name);
    const conversation = toConversation(model);
    const back = toConversation(fromConversation(conversation));
    assert.deepEqual(back.items, conversation.items, name);
    assert.deepEqual(back.texts, conversation.texts, name);
    assert.equal(back.kept, conversation.items.length);
  }
});

test("toConversation() names every part of the head that a conversation cannot hold", async () => {
  const bundle = fromConversation({ items: [message], texts: new Map(), ...nothing });
  const { loss } = toConversation(bundle);
  assert.deepEqual(
    loss.map(({ kind, where }) => `${kind} ${where}`),
    [
      "dropped context.json#/compiler",
      "dropped context.json#/source",
      "dropped context.json#/provenance",
    ],
  );
});
