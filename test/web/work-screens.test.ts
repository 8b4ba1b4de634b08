/** The screens about state, threads, responsibilities and runs, on a real server, in a real browser. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { OperationName } from "../../src/operations/registry.ts";
import { providerNames } from "../../src/providers/registry.ts";
import { renderers } from "../../src/web/screens/compile/compile-data.ts";
import { accessibilityFaults, noBrowser, startBrowser } from "../support/browser.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { type Served, startServe } from "../support/serve.ts";

const HOSTILE = '</script><img src=x onerror="alert(1)"> \u202ereversed\u001b[31m';

const folder = path.join(makeScratch(), "lab");

/** A workspace with everything that the screens show: the example of responsibilities, and more. */
async function writeWorkspace(): Promise<string> {
  fs.cpSync("examples/responsibilities", folder, { recursive: true });
  const runs = "test/fixtures/task-bundle";
  for (const name of ["hello-world-bundle", "hello-world-bundle-claude"]) {
    fs.cpSync(path.join(runs, name), path.join(folder, "runs", name), { recursive: true });
  }
  const context = contextIn(folder);
  const run = async <Output>(words: OperationName, input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Output>(context, words, input)).out;
  await run("init", {});
  const actor = "steward_lab";
  for (const id of ["steward_lab", "docs", "build"]) {
    await run("responsibility add", { id, actor });
    await run("responsibility activate", { id, actor });
  }
  for (const subject of ["Describe the flag", HOSTILE]) {
    await run("request create", { subject, from: "build", to: "docs", actor: "build" });
  }
  await run("context refresh", { id: "docs" });
  await run("state commit", { text: "We chose SQLite for the readings", id: "storage" });
  await run("state commit", { text: "We chose Redis for the readings" }).catch(() => null);
  await run("state commit", { text: HOSTILE, id: "hostile" });
  const made = await run<{ thread_id: string }>("thread new", { title: HOSTILE });
  const thread = made.thread_id;
  await run("thread post", { id: thread, text: "Which tide is next?" });
  await run("thread post", { id: thread, text: HOSTILE });
  await run("thread branch", { id: thread, title: "A branch" });
  return thread;
}

test("the screen Compile offers every provider", () => {
  assert.deepEqual([...renderers], [...providerNames]);
});

describe("screens in a browser", { skip: noBrowser }, () => {
  let browser: Browser;
  let served: Served;
  let thread: string;
  const faults: string[] = [];

  before(async () => {
    thread = await writeWorkspace();
    [browser, served] = await Promise.all([startBrowser(), startServe(folder)]);
  });
  after(async () => {
    await browser?.close();
    await served?.end();
  });

  /** Opens a screen and notes every fault. */
  async function open(address: string, options: object = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
    page.on("console", (message) => faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(served.origin)) faults.push(`request: ${request.url()}`);
    });
    await page.goto(`${served.origin}${address}#token=${served.tokens.person}`);
    page.setDefaultTimeout(15_000);
    return page;
  }

  test("every screen shows its content, is accessible, fits 360 and 1,920 pixels, and does nothing else", async () => {
    const runs = ["hello-world-bundle", "hello-world-bundle-claude"].map((name) => `runs/${name}`);
    const screens = {
      "/state": "SQLite",
      "/gate": "Contradicts an entry in force",
      [`/compile?thread=${thread}&budget=4000&other=40`]: "What stays out",
      "/threads": "branch at #",
      [`/threads/${thread}`]: "Which tide is next?",
      "/trust?bundle=runs/hello-world-bundle": "The ledger is intact",
      "/responsibilities": "steward_lab",
      "/responsibilities/docs": "Last refresh",
      "/requests": "Describe the flag",
      "/runs": "Compare",
      [`/runs/show?bundle=${runs[0]}`]: "Captured files",
      [`/runs/compare?left=${runs[0]}&right=${runs[1]}`]: "The runs part here",
      "/runs/report": "Success rate",
    };
    for (const [width, colorScheme] of [
      [360, "light"],
      [1920, "dark"],
    ] as const) {
      const page = await open("/state", { viewport: { width, height: 900 }, colorScheme });
      for (const [address, text] of Object.entries(screens)) {
        await page.goto(served.origin + address);
        await page.locator(`main :text("${text}")`).first().waitFor();
        await page.waitForLoadState("networkidle");
        assert.deepEqual(await accessibilityFaults(page), [], address);
        const beyond = "document.documentElement.scrollWidth - innerWidth";
        assert.equal(await page.evaluate(beyond), 0, address);
        assert.equal(await page.locator("main img").count(), 0, address);
        const content = await page.locator("body").innerText();
        assert.equal(content.includes("\u202e"), false, address);
      }
      await page.close();
    }
    assert.deepEqual(faults, []);
  });

  test("the keyboard alone goes through the events of a state, and the address keeps the moment", async () => {
    const page = await open("/state");
    await page.locator("input[type=range]").focus();
    await page.keyboard.press("Home");
    await page.locator("text=Nothing was in force at this moment").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("text=After event 1").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("at"), "1");
    await page.locator("text=Came later").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the gate replaces an entry by the refused text", async () => {
    const page = await open("/gate");
    await page.getByRole("button", { name: "Replace the entry" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("text=Replaced storage").waitFor();
    const { json } = await served.call("person", "state/show");
    assert.match(JSON.stringify(json), /We chose Redis/);
    await page.close();
  });

  test("a request is accepted with a key, and its history has the step", async () => {
    const page = await open("/requests");
    await page.locator("main a", { hasText: "Describe the flag" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Accept" }).press("Enter");
    await page.locator("text=Accepted as docs").waitFor();
    await page.locator('[aria-label="History"] >> text=accepted').first().waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("heads of another machine are compared, and two runs are chosen and compared", async () => {
    const page = await open("/trust");
    const chain = await page.locator(".hash").textContent();
    await page.getByLabel("Chain of the other machine").fill("0".repeat(64));
    await page.locator("text=Different").waitFor();
    await page.getByLabel("Chain of the other machine").fill(chain ?? "");
    await page.locator("text=The same").first().waitFor();
    await page.goto(`${served.origin}/runs`);
    for (const at of [0, 1]) await page.locator("input[type=checkbox]").nth(at).press("Space");
    await page.getByRole("button", { name: "Compare" }).press("Enter");
    await page.locator(".parting").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });
});
