import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionDraft } from "../../src/agents/agent.ts";
import { write } from "../../src/agents/claude/write/write.ts";
import { asked, createItems, header, ran } from "../transcripts/create-items.ts";

/** What the written session says of a result, for the model and for the program's screen. */
async function written(content: string) {
  const items = createItems(asked("go"), ...ran("c1", "ls", content));
  const draft: SessionDraft = {
    header,
    async *items() {
      yield* items;
    },
    session_id: "00000000-0000-4000-8000-000000000000",
    cwd: "/p",
    title: "go",
    note: "",
    now: new Date(0),
    settings: {},
    loss: () => undefined,
  };
  let text = "";
  for await (const piece of write(draft)) text += piece;
  const records = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { message, toolUseResult } = records.find(({ toolUseResult }) => toolUseResult);
  const shown = toolUseResult.stdout ?? toolUseResult;
  return { given: message.content[0].content, shown };
}

test("a short result is shown on the screen of Claude Code as the model has it", async () => {
  assert.deepEqual(await written("total 0"), { given: "total 0", shown: "total 0" });
});

test("a long result is given to the model in full, and its beginning to the screen", async () => {
  const content = `${"x".repeat(1999)}😀${"y".repeat(100_000)}`;
  const { given, shown } = await written(content);
  assert.equal(given, content);
  assert.match(shown, /^x{1999}\n\(100002 more characters/);
});
