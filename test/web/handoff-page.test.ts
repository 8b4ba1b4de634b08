import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { assertFits, noBrowser, openPage, startBrowser } from "../support/browser.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
const HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)">\u202e';

/** A session of Claude Code: a prompt with a secret, thinking, an edit, its result, and a long answer. */
function writeSession(folder: string): string {
  const edit = { file_path: "a.ts", old_string: "1", new_string: "2" };
  const messages = [
    ["user", `Push with ${SECRET} ${HOSTILE}`],
    ["assistant", [{ type: "thinking", thinking: "It is short.", signature: "" }]],
    ["assistant", [{ type: "tool_use", id: "t1", name: "Edit", input: edit }]],
    ["user", [{ type: "tool_result", tool_use_id: "t1", content: "done" }]],
    ["assistant", [{ type: "text", text: `Changed. ${"word ".repeat(4000)}` }]],
    ["user", "And now the tests"],
  ] as const;
  const lines = messages.map(([role, content], at) =>
    JSON.stringify({
      sessionId: "s1",
      cwd: folder,
      version: "2.1.0",
      type: role,
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      timestamp: `2026-01-31T08:00:0${at}Z`,
      message: { role, content },
    }),
  );
  // A record that no receiver has a place for, so that something is lost.
  lines.push(JSON.stringify({ type: "user", uuid: "broken" }).slice(0, -5));
  const file = path.join(folder, "s1.jsonl");
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Writes the page of a handoff in a folder where nothing else is, with a home that is empty. */
async function writeHandoffPage(more: object = {}) {
  const folder = makeScratch();
  const home = makeScratch();
  const what = writeSession(folder);
  const out = path.join(folder, "handoff.html");
  const context = { ...contextIn(folder), agents: { home, env: { PATH: "/nonexistent" } } };
  await runOperation(context, "view", { what, to: "codex", out, ...more });
  return { home, out, html: fs.readFileSync(out, "utf8") };
}

test("view --to writes what the receiver would get, without secrets, and nothing at the receiver", async () => {
  const { home, html } = await writeHandoffPage();
  assert.deepEqual(fs.readdirSync(home, { recursive: true }), []);
  assert.equal(html.includes(SECRET), false);
  assert.equal(html.includes("\u202e"), false);
  assert.equal(html.match(/<script/g)?.length, 2);
  assert(html.includes("default-src 'none'"));
  assert(html.includes("Codex CLI"));
});

test("view --to with --keep-secrets keeps them, says so, and names the option in the command", async () => {
  const { html } = await writeHandoffPage({ "keep-secrets": true });
  assert(html.includes(SECRET));
  assert(html.includes("Secrets were not replaced on this page."));
  assert(html.includes("--keep-secrets --dry-run"));
});

test("view refuses a receiver that is no agent or takes no sessions, and a budget without one", async () => {
  assert.equal(await codeOf(writeHandoffPage({ to: "./elsewhere" })), "E_USAGE");
  assert.equal(await codeOf(writeHandoffPage({ to: "cursor" })), "E_USAGE");
  assert.equal(await codeOf(writeHandoffPage({ to: undefined, budget: 800 })), "E_USAGE");
});

describe("a page of a handoff in a browser", { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  test("it shows the same picture as the app: the verdict, the amounts, the reasons, the commands", async () => {
    const { out } = await writeHandoffPage({ budget: 800 });
    const { page, faults } = await openPage(browser, out);
    assert.equal(await page.locator("img").count(), 0);
    assert.match(await page.locator(".loss .warn").innerText(), / items of the conversation/);
    assert((await page.locator(".loss-bar rect").count()) === 4);
    assert((await page.locator(".reasons li").count()) >= 2);
    const commands = await page.locator("main .command code").allInnerTexts();
    assert.match(commands[0] ?? "", /^holdall handoff \S*s1\.jsonl codex --budget 800$/);
    assert.match(commands[1] ?? "", / --launch$/);
    assert.equal(commands[2], "holdall handoff --undo last");
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("it has no accessibility fault in light and dark, and fits 360 and 1,280 pixels", async () => {
    const { out } = await writeHandoffPage();
    for (const width of [360, 1280]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await assertFits(browser, out, { width, colorScheme });
      }
    }
  });

  test("on a narrow page a command is broken between its words only, unless one is too long", async () => {
    const { out } = await writeHandoffPage({ budget: 800 });
    const { page } = await openPage(browser, out, { width: 360 });
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll(".command code span")]
        .filter((word) => word.textContent.startsWith("--")).map((word) => word.offsetHeight)`,
    );
    assert.ok(heights.length >= 3 && heights.every((height) => height < 30), String(heights));
    const [first = ""] = await page.locator("main .command code").allInnerTexts();
    assert.match(first, /^holdall handoff \S+ codex --budget 800$/);
    await page.close();
  });

  test("without scripts the picture can be read", async () => {
    const { out } = await writeHandoffPage();
    const { page } = await openPage(browser, out, { javaScriptEnabled: false });
    assert.equal(await page.locator(".loss-key li").count(), 4);
    assert.equal(await page.locator("button").count(), 0);
    await page.close();
  });
});
