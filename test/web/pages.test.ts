import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { renderPage } from "#pages";
import type { OperationName } from "../../src/operations/registry.ts";
import type { Row, SessionPage } from "../../src/web/page.ts";
import { assertFits, noBrowser, openPage, startBrowser } from "../support/browser.ts";
import { onTerminal } from "../support/on-terminal.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";

const HOSTILE = [
  "</script><script>alert(1)</script>",
  '<img src=x onerror="alert(2)">',
  "[go](javascript:alert(3))",
  "\u001b]0;title\u0007\u001b[31mred",
  "\u202ereversed\u2066",
  "<!--<script>",
].join(" ");

/** A session as Claude Code writes it: a prompt, an answer, an edit and its result. */
function writeSession(folder: string, title: string, output = title): string {
  const record = { sessionId: "s1", cwd: folder, version: "2.1.0" };
  const edit = {
    type: "tool_use",
    id: "t1",
    name: "Edit",
    input: { file_path: "a.ts", old_string: "const a = 1;", new_string: "const a = 2;" },
  };
  const result = { type: "tool_result", tool_use_id: "t1", content: `done ${output}` };
  const contents = [
    ["user", title],
    ["assistant", [{ type: "text", text: "I change `a`.\n\n```ts\nconst a = 2;\n```" }]],
    ["assistant", [edit]],
    ["user", [result]],
    ["user", "And now the tests"],
  ] as const;
  const lines = contents.map(([role, content], at) =>
    JSON.stringify({
      ...record,
      type: role,
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `u${at - 1}`,
      timestamp: `2026-01-31T08:00:0${at}Z`,
      message: { role, content },
    }),
  );
  const file = path.join(folder, "s1.jsonl");
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

async function view(what: string, folder: string, more: object = {}): Promise<string> {
  const out = path.join(folder, `${path.basename(what)}.html`);
  await runOperation(contextIn(folder), "view", { what, out, ...more });
  return out;
}

/** A conversation of many rows, one in ten a prompt. */
function longSession(count: number): SessionPage {
  const rows = Array.from({ length: count }, (_, at): Row => {
    const number = at + 1;
    const place = number;
    if (at % 10 === 0) return { number, place, kind: "user", at: null, text: `Prompt ${number}` };
    const tool = { name: "Bash", input: "ls", ok: true, output: `file-${number}` };
    return { number, place, kind: "tool", at: null, text: "ls", tool };
  });
  const facts = {
    facts: [],
    notes: [],
    command: "holdall show x",
    written_at: "2026-01-31T08:00:00Z",
  };
  return {
    page: "session",
    kind: "Session",
    title: "Long",
    ...facts,
    conversation: { rows, groups: [] },
  };
}

const NOON = new Date("2026-01-31T12:00:00Z");
const TASKS = path.resolve("test/fixtures/task-bundle");

/** Runs of one task by two tools, with a title that tries to break out. */
function writeRuns(folder: string): readonly string[] {
  return ["hello-world-bundle", "hello-world-bundle-claude"].map((name) => {
    const run = path.join(folder, name);
    fs.cpSync(path.join(TASKS, name), run, { recursive: true });
    const file = path.join(run, "bundle.json");
    const bundle = JSON.parse(fs.readFileSync(file, "utf8"));
    const usage = { input: 1000, output: 210 };
    const measured = { ...bundle, title: HOSTILE, run: { durationMs: 3900, usage } };
    fs.writeFileSync(file, JSON.stringify(measured));
    return run;
  });
}

/** The pages of a task, of a comparison and of a report. */
async function writeTaskPages(folder: string) {
  const [bundle = "", other = ""] = writeRuns(folder);
  const context = { ...contextIn(folder), now: () => NOON };
  const at = (name: string) => path.join(folder, name);
  await runOperation(context, "task view", { bundle, out: at("task.html") });
  await runOperation(context, "task view", { bundle, others: [other], out: at("comparison.html") });
  await runOperation(context, "task report", { root: folder, "html-out": at("report.html") });
  return [at("task.html"), at("comparison.html"), at("report.html")] as const;
}

/** The pages of a thread and of a state, as a workspace keeps them. */
async function writeKeptPages(folder: string): Promise<readonly string[]> {
  const run = async <Out>(operation: OperationName, input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Out>(contextIn(folder), operation, input)).out;
  await run("init", {});
  await run("state commit", { text: HOSTILE });
  await run("kit export", { out: path.join(folder, "state") });
  const { thread_id: id } = await run<{ thread_id: string }>("thread new", { title: HOSTILE });
  await run("thread post", { id, text: HOSTILE });
  return [await view(id, folder), await view(path.join(folder, "state"), folder)];
}

test("task pages contain no absolute path, and the report no script; the same runs give the same bytes", async () => {
  const folder = makeScratch();
  const pages = (await writeTaskPages(folder)).map((file) => fs.readFileSync(file, "utf8"));
  for (const html of pages) {
    assert.equal(html.includes(folder), false);
    assert(html.includes("&lt;/script>") || html.includes("&lt;/script&gt;"));
  }
  const [, , report = ""] = pages;
  assert.equal(report.includes("<script"), false);
  assert(report.includes("script-src 'none'"));
  assert(report.includes("holdall task report ."));
  assert(report.includes("1 captured file equal in both. What each run changed is in its patch."));
  const titled = path.join(folder, "titled.html");
  const options = { "group-by": "title", learn: true, "html-out": titled };
  await runOperation(contextIn(folder), "task report", { root: folder, ...options });
  assert(
    fs.readFileSync(titled, "utf8").includes("holdall task report . --group-by title --learn"),
  );
  const again = path.join(folder, "again.html");
  const context = { ...contextIn(folder), now: () => NOON };
  await runOperation(context, "task report", { root: folder, "html-out": again });
  assert.equal(fs.readFileSync(again, "utf8"), report);
});

test("the script of a page is at most 100 kB when it is compressed", () => {
  const [, script = ""] = /<script>(.*)<\/script>/s.exec(renderPage(longSession(1))) ?? [];
  const size = gzipSync(script).length;
  assert(size > 10_000 && size <= 100_000, String(size));
});

test("task view refuses a session that is compared with nothing", async () => {
  const folder = makeScratch();
  const bundle = writeSession(folder, "Fix a");
  const out = path.join(folder, "page.html");
  await assert.rejects(runOperation(contextIn(folder), "task view", { bundle, out }), {
    code: "E_USAGE",
  });
});

test("view names --out on a terminal, where HTML would be of no use, and prints the page into a pipe", async () => {
  const folder = makeScratch();
  const what = writeSession(folder, "Fix a");
  const shown = onTerminal(`view ${what}`, { cwd: folder, env: {} });
  assert.match(shown, /Nothing was written.*--out page\.html/s);
  assert.doesNotMatch(shown, /<html/);
  assert.match(onTerminal(`view ${what} | cat`, { cwd: folder, env: {} }), /<html/);
});

test("view refuses a file that it did not write, and replaces its own with --force", async () => {
  const folder = makeScratch();
  const what = writeSession(folder, "Fix a");
  const out = path.join(folder, "page.html");
  const run = (force: boolean) =>
    runOperation(contextIn(folder), "view", { what, out, force }).then(
      () => "ok",
      (error) => error.code,
    );
  fs.writeFileSync(out, "<html>mine</html>");
  assert.equal(await run(false), "E_EXISTS");
  assert.equal(await run(true), "E_PROTECTED");
  fs.rmSync(out);
  assert.equal(await run(false), "ok");
  assert.equal(await run(true), "ok");
});

test("a page without scripts has the conversation and nothing of its content as an element", async () => {
  const folder = makeScratch();
  const html = fs.readFileSync(await view(writeSession(folder, HOSTILE), folder), "utf8");
  assert.equal(html.match(/<script/g)?.length, 2);
  assert.equal(html.includes("\u202e"), false);
  assert.equal(html.includes("\u001b"), false);
  assert(html.includes("default-src 'none'"));
  assert(html.includes("And now the tests"));
});

test("a request among the steps of a task has no marks of headings, and absent files are told", async () => {
  const folder = makeScratch();
  const [bundle = ""] = writeRuns(folder);
  const at = "2026-01-31T08:00:00Z";
  const event = { type: "request", at, detail: "# Fix it ## What counts - The tests of #7 pass" };
  writeFiles(bundle, { "events.jsonl": `${JSON.stringify(event)}\n` });
  fs.rmSync(path.join(bundle, "workspace"), { recursive: true });
  const index = path.join(bundle, "bundle.json");
  const document = JSON.parse(fs.readFileSync(index, "utf8"));
  const artifacts = { task: "task.md", summary: "summary.md", events: "events.jsonl" };
  fs.writeFileSync(index, JSON.stringify({ ...document, artifacts, artifactInfo: null }));
  const out = path.join(folder, "steps.html");
  await runOperation(contextIn(folder), "task view", { bundle, out });
  // What is seen; the data of the page follows in a script.
  const [html = ""] = fs.readFileSync(out, "utf8").split("<script");
  assert.ok(html.includes("Fix it What counts - The tests of #7 pass"));
  assert.equal(html.includes('class="file'), false);
  assert.ok(html.includes("no captured files"));
});

describe("pages in a browser", { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  test("a session shows prompts, folded calls and edits as diffs, and hostile text is inert", async () => {
    const folder = makeScratch();
    const file = await view(writeSession(folder, HOSTILE), folder);
    const { page, faults } = await openPage(browser, file);
    assert.equal(await page.locator("img, script:not([type]) + script, .prose a").count(), 0);
    await page.locator(".by-user").nth(1).waitFor();
    assert.equal(await page.locator(".by-user").count(), 2);
    assert.equal(await page.locator(".token-keyword").first().textContent(), "const");
    // A text, because the tests have no types of a browser.
    const display = (selector: string) =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).display`);
    assert.equal(await display(".prose p code"), "inline");
    assert.equal(await display(".prose p"), "block");
    await page.locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".diff mark").nth(1).waitFor();
    assert.deepEqual(await page.locator(".diff mark").allTextContents(), ["1", "2"]);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a page has no accessibility fault in light and dark, wide and narrow, and fits its width", async () => {
    const folder = makeScratch();
    writeFiles(path.join(folder, "b.ocf"), ocf);
    const session = await view(writeSession(folder, HOSTILE), folder);
    const tasks = await writeTaskPages(makeScratch());
    const kept = await writeKeptPages(makeScratch());
    const bundle = await view(path.join(folder, "b.ocf"), folder);
    for (const file of [session, bundle, ...tasks, ...kept]) {
      for (const [width, colorScheme] of [
        [360, "light"],
        [1920, "dark"],
      ] as const) {
        await assertFits(browser, file, { width, colorScheme });
      }
    }
  });

  test("the name of a tool may have any length, and leaves room for what it did", async () => {
    const folder = makeScratch();
    const call = { type: "tool_use", id: "t1", name: "W".repeat(3000), input: { command: "ls" } };
    const record = { sessionId: "s1", cwd: folder, version: "2.1.0", type: "assistant" };
    const message = { role: "assistant", content: [call] };
    const time = { uuid: "u0", parentUuid: null, timestamp: "2026-01-31T08:00:00Z" };
    const file = path.join(folder, "s1.jsonl");
    fs.writeFileSync(file, `${JSON.stringify({ ...record, ...time, message })}\n`);
    const out = await view(file, folder);
    for (const width of [360, 1280]) await assertFits(browser, out, { width });
    const { page } = await openPage(browser, out, { width: 360 });
    const { width = 0 } = (await page.locator("summary .main").boundingBox()) ?? {};
    assert.ok(width > 40, String(width));
    await page.close();
  });

  test("a comparison shows where two runs part, and a report the rate of each tool", async () => {
    const [task, comparison, report] = await writeTaskPages(makeScratch());
    const first = await openPage(browser, task);
    assert.deepEqual(await first.page.locator("main h2").allTextContents(), [
      "Outcome",
      "Task",
      "Summary",
      "Events 3 steps",
      "Diff",
      "Files 1 captured file",
    ]);
    const second = await openPage(browser, comparison);
    assert.equal(await second.page.locator(".parting").count(), 1);
    const third = await openPage(browser, report);
    assert.equal(await third.page.locator(".chart .dot").count(), 4);
    for (const { page, faults } of [first, second, third]) {
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  test("on a narrow screen a row of a table is a card: texts beside their headings, numbers below theirs", async () => {
    const [, , report] = await writeTaskPages(makeScratch());
    const { page } = await openPage(browser, report, { width: 360 });
    const cells = page.locator(".stacking td");
    assert.ok((await cells.count()) > 20);
    assert.equal(await page.locator('td[data-label="Average tokens"]').count(), 2);
    const covering =
      "cells => cells.filter((cell) => cell.scrollHeight > cell.clientHeight).length";
    assert.equal(
      await page.evaluate(`(${covering})([...document.querySelectorAll(".stacking td")])`),
      0,
    );
    // The numbers of a run lie side by side, so that a card is little longer than its texts.
    const tops = await page.evaluate<number[]>(
      `[...document.querySelectorAll('[aria-label="Ranking"] tbody tr:last-child td.amount:not(:first-child)')]
        .map((cell) => cell.getBoundingClientRect().top)`,
    );
    assert.ok(tops.length > 1 && new Set(tops).size === 1, String(tops));
    await page.close();
  });

  test("a task is shown as Markdown, of which nothing becomes a link or an element of its own", async () => {
    const folder = makeScratch();
    const bundle = path.join(folder, "b");
    fs.cpSync(path.join(TASKS, "hello-world-bundle"), bundle, { recursive: true });
    const lines = ["Wrapped", "by an editor.", "", "- one [x](javascript:alert(1))", "  - deep"];
    const hostile = "- <img src=x onerror=alert(1)> `code` **strong**";
    fs.writeFileSync(path.join(bundle, "task.md"), [...lines, hostile].join("\n"));
    const out = path.join(folder, "task.html");
    await runOperation(contextIn(folder), "task view", { bundle, out });
    const { page, faults } = await openPage(browser, out);
    const task = page.locator("main section", { has: page.locator("h2", { hasText: /^Task$/ }) });
    assert.deepEqual(await task.locator("p").allTextContents(), ["Wrapped by an editor."]);
    assert.equal(await task.locator("ul > li").count(), 3);
    assert.equal(await task.locator("li li").count(), 1);
    assert.equal(await task.locator("li code").count(), 1);
    assert.equal(await task.locator("a, img").count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("10,000 files are a list of which only those in view exist, and a filter finds one", async () => {
    const file = path.join(makeScratch(), "files.html");
    const files = Array.from({ length: 10_000 }, (_, at) => ({
      path: `f/${at}`,
      size: at,
      mark: "",
    }));
    const head = { ...longSession(0), page: "bundle" as const, conversation: null };
    fs.writeFileSync(file, renderPage({ ...head, findings: [], outline: [], entries: [], files }));
    const { page, faults } = await openPage(browser, file);
    assert((await page.locator(".file").count()) < 60);
    await page.locator("input").fill("f/9999");
    await page.locator("text=f/9999").waitFor();
    assert.equal(await page.locator(".file").count(), 1);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("100,000 rows need no more elements than 1,000, and keys go from prompt to prompt", async () => {
    const folder = makeScratch();
    const counts: number[] = [];
    for (const size of [1_000, 100_000]) {
      const file = path.join(folder, `${size}.html`);
      fs.writeFileSync(file, renderPage(longSession(size)));
      const { page, faults } = await openPage(browser, file);
      counts.push(await page.locator("article").count());
      await page.keyboard.press("j");
      await page.locator("#page >> text=Prompt 11").first().waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type(`file-${size}`);
      await page.keyboard.press("Enter");
      await page.locator(`[aria-label="Item ${size}"] >> nth=0`).waitFor();
      assert.deepEqual(faults, []);
      await page.close();
    }
    assert(
      counts.every((count) => count > 0 && count < 60),
      String(counts),
    );
  });

  test("an address with a number leads to that item", async () => {
    const file = path.join(makeScratch(), "long.html");
    fs.writeFileSync(file, renderPage(longSession(5_000)));
    const { page } = await openPage(browser, `${file}#4001`);
    await page.locator("text=Prompt 4001").waitFor();
    await page.close();
  });

  test("a text of 10 MB in one line opens, cut, and the page notes it", async () => {
    const folder = makeScratch();
    const file = await view(writeSession(folder, "Fix a", "x".repeat(10_000_000)), folder);
    const { page, faults } = await openPage(browser, file);
    assert.match((await page.locator(".notes").textContent()) ?? "", /cut/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("without scripts the conversation can be read and calls can be unfolded", async () => {
    const folder = makeScratch();
    const file = await view(writeSession(folder, "Fix a"), folder);
    const { page } = await openPage(browser, file, { javaScriptEnabled: false });
    await page.locator("summary").first().click();
    assert.equal(await page.locator(".diff").isVisible(), true);
    await page.close();
  });
});
