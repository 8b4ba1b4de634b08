/** A checkpoint and a handoff without a text of their own get the digest of the thread. */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { createHoldall } from "../../src/library/create-holdall.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();

/** A thread in which a wrong answer was taken back. */
async function createThread(name: string) {
  const cwd = path.join(scratch, name);
  mkdirSync(cwd);
  const h = createHoldall({ cwd, store: path.join(cwd, ".holdall"), actor: "test" });
  await h.init();
  const { thread_id: id } = await h.thread.new({ title: "Lamp" });
  const turns = [
    ["Why does the lamp flicker?", "The cable is broken."],
    ["That is wrong, it is new", "The bulb in lamp.ts is loose."],
  ] as const;
  let message = "";
  for (const [text, answer] of turns) {
    message = (await h.thread.post({ id, text })).message_id;
    const { run_session_id: run } = await h.thread.run.begin({ id });
    const frame = [JSON.stringify({ type: "output_text_delta", delta: answer })];
    await h.thread.run.append({ run, frame });
    await h.thread.run.end({ run, reason: "completed" });
  }
  await h.thread.post({ id, text: "Now the last thing." });
  return { h, id, message };
}

/** What was taken back is shown by the request alone, what is in force by its answer. */
function assertDigest(request: string): void {
  assert(request.includes("### Requests and outcomes"));
  assert(request.includes("[1 test] Why does the lamp flicker?\\n"));
  assert(request.includes("it is new -> The bulb in lamp.ts is loose."));
}

suite("a summary that nobody wrote", () => {
  test("thread checkpoint binds the digest to the message that it covers last", async () => {
    const { h, id, message } = await createThread("checkpoint");
    const created = await h.thread.checkpoint({ id, to_message: message });
    assert.equal(created.to_message_id, message);
    const { run_session_id: run } = await h.thread.run.begin({ id });
    const compiled = await h.thread.compile({
      id,
      run,
      record: true,
      strategy: "summaries_recent_messages_v1",
      render: "anthropic",
      model: "m",
    });
    assertDigest(JSON.stringify(compiled.request));
    assert.equal((await h.verify({ recompute: true })).ok, true);
  });

  test("thread handoff begins the child with the digest", async () => {
    const { h, id } = await createThread("handoff");
    const { thread_id: child, summary_artifact_id } = await h.thread.handoff({ id });
    await h.thread.post({ id: child, text: "Go on." });
    const options = { render: "anthropic", model: "m" };
    const { request, raw } = await h.thread.compile({ id: child, raw: false, ...options });
    assert.equal(raw, null);
    assertDigest(JSON.stringify(request));
    assert.match(summary_artifact_id, /^[0-9a-f]{64}$/);
    const { thread_id: other } = await h.thread.new({});
    await assert.rejects(h.thread.handoff({ id: other }), { code: "E_USAGE" });
  });
});
