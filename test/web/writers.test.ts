/** Who wrote what, and what the user answered, is the same in a terminal, with sub-agents and on a page. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { assertFits, noBrowser, openPage, startBrowser } from "../support/browser.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall } from "../support/warm-program.ts";

const QUESTION = { question: "Which store do we take?", options: [{ label: "SQLite" }] };
const ASKED = { type: "tool_use", name: "AskUserQuestion", input: { questions: [QUESTION] } };
const SKILL = { type: "tool_use", id: "t3", name: "Skill", input: { skill: "tides" } };
const answered = (tool_use_id: string, content: string) => ({
  message: { role: "user", content: [{ type: "tool_result", tool_use_id, content }] },
});

/** Records of a session in which more than the user writes in the user's place. */
const RECORDS = [
  user('<teammate-message teammate_id="lead">\nCount the gauges\n</teammate-message>'),
  user("Which gauge is silent?"),
  assistant({ ...ASKED, id: "t1" }),
  answered("t1", 'User has answered your questions: "Which store do we take?"="SQLite".'),
  assistant({ ...ASKED, id: "t2" }),
  answered("t2", '{"answers":["PostgreSQL, on the second machine"]}'),
  assistant(SKILL),
  answered("t3", "Launching skill: tides"),
  { ...user("Base directory for this skill: /skills/tides"), isMeta: true, sourceToolUseID: "t3" },
  user("<task-notification>\n<result>12 gauges</result>\n</task-notification>"),
  assistant({ type: "text", text: "Gauge 7." }),
];

function user(content: string): object {
  return { message: { role: "user", content } };
}

function assistant(block: object): object {
  return { type: "assistant", message: { role: "assistant", content: [block] } };
}

function writeSession(folder: string): string {
  const lines = RECORDS.map((record, at) =>
    JSON.stringify({
      type: "user",
      sessionId: "s1",
      cwd: folder,
      version: "2.1.0",
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      timestamp: new Date(Date.UTC(2026, 0, 31, 8, 0, at)).toISOString(),
      ...record,
    }),
  );
  const file = path.join(folder, "s1.jsonl");
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

interface Item {
  readonly sender?: string;
  readonly text: string;
  readonly tool?: { readonly answer?: string | null } | null;
}

test("show --sub-agents has the senders and the answers that show has", async () => {
  const folder = makeScratch();
  const what = writeSession(folder);
  const shown = async (more: object) => {
    const input = { what, all: true, ...more };
    const run = runOperation<{
      items: readonly Item[];
      conversation: { rows: readonly Item[] } | null;
    }>(contextIn(folder), "show", input);
    const { items, conversation } = (await run).out;
    return (conversation?.rows ?? items).map(({ sender, text, tool }) => [
      sender ?? null,
      text,
      tool?.answer ?? null,
    ]);
  };
  const plain = await shown({});
  assert.deepEqual(
    plain.map(([sender]) => sender),
    ["teammate", null, null, null, null, "prompt", "task", null],
  );
  assert.equal(plain.filter(([, , answer]) => answer !== null).length, 2);
  assert.deepEqual(await shown({ "sub-agents": true }), plain);
});

test("show prints the same conversation with --sub-agents, and the same headings as Markdown", () => {
  const folder = makeScratch();
  const what = writeSession(folder);
  const print = (...more: string[]) => {
    const { code, stdout } = holdall(["show", what, "--all", ...more], { cwd: folder });
    assert.equal(code, 0);
    return stdout;
  };
  assert.equal(print("--sub-agents"), print());
  assert.match(print(), /→ PostgreSQL, on the second machine/);
  const headings = (text: string) => text.split("\n").filter((line) => line.startsWith("## "));
  assert.deepEqual(headings(print("--sub-agents", "--markdown")), headings(print("--markdown")));
});

describe("a page", { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  test("names who wrote a message, shows answers in view and takes its title from the user", async () => {
    const folder = makeScratch();
    const out = path.join(folder, "s1.html");
    await runOperation(contextIn(folder), "view", { what: writeSession(folder), out });
    for (const width of [360, 1280]) await assertFits(browser, out, { width });
    const { page, faults } = await openPage(browser, out);
    assert.equal(await page.locator("h1").textContent(), "Which gauge is silent?");
    assert.equal(await page.locator(".by-user").count(), 1);
    assert.equal(await page.locator(".by-other").count(), 2);
    // The text of a skill is folded, as context is.
    assert.equal(await page.locator(".by-context details:not([open])").count(), 1);
    assert.deepEqual(
      await page.locator(".answer p:last-child").allTextContents(),
      ['"Which store do we take?"="SQLite".', "PostgreSQL, on the second machine"].map(
        (answer) => `Answer of the user: → ${answer}`,
      ),
    );
    // An answer that repeats its question is enough.
    assert.equal(await page.locator(".answer p").count(), 3);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
