/** An item has one number everywhere, and a person who reads it reaches the item. */
import assert from "node:assert/strict";
import path from "node:path";
import { before, test } from "node:test";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const SESSION = "0a0a0a0a-0000-4000-8000-000000000001";
const home = makeScratch();
const cwd = path.join(home, "project");
const env = { HOME: home, CLAUDE_CONFIG_DIR: undefined };
const run = (...args: string[]) => holdall(args, { cwd, env });
const json = (...args: string[]) => holdallJson(args, { cwd, env }).json;

interface Item {
  readonly number: number;
  readonly place?: number;
  readonly kind: string;
  readonly text: string;
}
const itemsOf = (...args: string[]) => json("show", ...args).items as readonly Item[];

before(() => {
  const tool = (id: string, name: string, input: object) => ({ type: "tool_use", id, name, input });
  const contents: readonly (readonly ["user" | "assistant", unknown])[] = [
    ["user", "When does the ferry leave?"],
    ["assistant", [{ type: "thinking", thinking: "The board has it.", signature: "x" }]],
    ["assistant", [tool("t1", "Bash", { command: "cat board.txt" })]],
    ["user", [{ type: "tool_result", tool_use_id: "t1", content: "07:40" }]],
    ["assistant", [{ type: "text", text: "At 07:40." }]],
    ["user", "We decided to keep the timetable in a text file."],
  ];
  const lines = contents.map(([role, content], at) => ({
    type: role,
    uuid: `${at}`.repeat(8).concat(`-0000-4000-8000-00000000000${at}`),
    parentUuid:
      at === 0 ? null : `${at - 1}`.repeat(8).concat(`-0000-4000-8000-00000000000${at - 1}`),
    sessionId: SESSION,
    cwd,
    version: "2.1.0",
    timestamp: `2026-01-05T10:00:0${at}.000Z`,
    message:
      role === "user"
        ? { role, content }
        : { role, content, id: `m${at}`, model: "claude-sonnet-4-5" },
  }));
  const folder = cwd.replaceAll(/[^A-Za-z0-9]/g, "-");
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFiles(cwd, {});
  writeFiles(home, { [`.claude/projects/${folder}/${SESSION}.jsonl`]: text });
});

test("show SESSION#NUMBER begins with the item that is shown under that number", () => {
  const all = itemsOf("claude", "--all");
  assert.deepEqual(
    all.map(({ number, kind }) => [number, kind]),
    [
      [1, "user"],
      [2, "tool"],
      [3, "assistant"],
      [4, "user"],
    ],
  );
  for (const { number, text } of all) {
    assert.deepEqual(itemsOf(`${SESSION}#${number}`)[0]?.text, text);
  }
  assert.equal(itemsOf(`last#3`)[0]?.number, 3);
});

test("a number that the session does not have is refused, with how many it has", () => {
  const { code, stderr } = run("show", `${SESSION}#5`);
  assert.notEqual(code, 0);
  assert.match(stderr, /Cannot show item 5: the session has 4 items/);
});

test("every line of an item has its number, and it stays the same with thinking and sub-agents", () => {
  const numbers = (text: string) => text.match(/(?<= )#\d+$/gm) ?? [];
  const plain = ["#1", "#2", "#3", "#4"];
  for (const more of [[], ["--tools"], ["--thinking"], ["--sub-agents"]]) {
    assert.deepEqual(numbers(run("show", "claude", "--all", ...more).stdout), plain, more.join());
  }
  assert.equal(itemsOf("claude", "--thinking", "--from", "3")[0]?.text, "At 07:40.");
  const { conversation } = json("show", `${SESSION}#3`, "--sub-agents");
  const { rows } = conversation as { readonly rows: readonly Item[] };
  assert.deepEqual([rows[0]?.place, rows[0]?.text], [3, "At 07:40."]);
});

test("the review, the state and a question of the person lead to the cited item by a printed command", () => {
  run("init");
  run("import", "claude", "--state");
  const review = run("state", "review").stdout;
  run("state", "review", "--yes");
  for (const text of [review, run("state", "show").stdout]) {
    const [, cited = ""] = /holdall show '?([^'\s]+)'?$/m.exec(text) ?? [];
    const [first] = itemsOf(cited);
    assert.deepEqual(
      [first?.number, first?.text],
      [4, "We decided to keep the timetable in a text file."],
    );
  }
});
