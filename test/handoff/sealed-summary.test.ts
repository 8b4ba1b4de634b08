import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { messageLine, recordOf, THREAD, turn, writeRollout } from "../support/codex-threads.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdallJson } from "../support/warm-program.ts";

const KEPT = "Water the orchard";
/** About 300,000 tokens: more than any receiver with a known window takes. */
const ROUNDS = Array.from({ length: 60 }, (_, at) =>
  turn(`Round ${at}. ${"pear apple plum cherry quince ".repeat(340)}`),
);

/** A session of which its agent sends one message, an encrypted summary of 1,712 tokens, and one turn. */
function writeSealed(home: string): void {
  const compaction = { type: "compaction", encrypted_content: "g".repeat(10_000) };
  const kept = { type: "message", role: "user", content: [{ type: "input_text", text: KEPT }] };
  writeRollout(
    home,
    [
      messageLine("user", KEPT),
      ...ROUNDS.flat(),
      recordOf("compacted", { message: "", replacement_history: [kept, compaction] }),
      ...turn("And now?"),
    ],
    {},
  );
}

function handOver(home: string, receiver: string) {
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd, { recursive: true });
  const env = { HOME: home, PATH: "/nonexistent", XDG_DATA_HOME: "", CODEX_HOME: "" };
  const { json } = holdallJson(["handoff", THREAD, receiver, "--dry-run"], { cwd, env });
  // The fields that are looked at, as the schema of the output has them.
  return json as unknown as {
    readonly tokens: number;
    readonly window: number;
    readonly notes: readonly string[];
    readonly conversation: { readonly complete: boolean; readonly messages: number };
  };
}

test("another agent gets the messages behind an encrypted summary, as far as it takes them", () => {
  const home = makeScratch();
  writeSealed(home);
  const { tokens, window, notes, conversation } = handOver(home, "claude");
  assert.ok(tokens <= window / 2, `${tokens} of ${window}`);
  assert.equal(conversation.complete, false);
  assert.ok(notes.some((note) => /summary in this session is encrypted/.test(note)));
});

test("the same agent gets what is in force: the encrypted summary and what was kept beside it", () => {
  const home = makeScratch();
  writeSealed(home);
  const { tokens, notes, conversation } = handOver(home, "codex");
  assert.ok(tokens > 1700 && tokens < 2500, `${tokens}`);
  assert.deepEqual([conversation.complete, conversation.messages], [true, 3]);
  assert.ok(!notes.some((note) => /encrypted/.test(note)));
});
