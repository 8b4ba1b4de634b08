/** What the screen of a session offers beside its conversation: outline, list, links, copies; and a long handoff. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  claudeSession,
  createDemoFolder,
  type DemoFolder,
  type OpenApp,
  openApp,
  placeClaudeSession,
} from "./open-app.ts";

const ID = "12121212-1111-4111-8111-111111111111";
const SESSION = `/sessions/claude/${ID}`;

describe("the screen of a session in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createDemoFolder(scratch);
    const edit = { file_path: `${folder.project}/pump.ts`, old_string: "slow", new_string: "fast" };
    const messages = [
      "Mend the pump",
      [{ type: "tool_use", id: "t1", name: "Edit", input: edit }],
      [{ type: "tool_result", tool_use_id: "t1", content: "The file was updated." }],
      [{ type: "tool_use", id: "t2", name: "Bash", input: { command: "npm test" } }],
      [{ type: "tool_result", tool_use_id: "t2", content: "1 test failed", is_error: true }],
      "The pump is **fast** now.",
    ];
    placeClaudeSession(folder, ID, claudeSession(folder, ID, messages));
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("the outline has what failed and the files that changed, and leads to them", async () => {
    const { page, faults } = await app.open(SESSION);
    const outline = page.getByRole("region", { name: "Outline" });
    await outline.locator("summary", { hasText: "1 changed file" }).press("Enter");
    await outline.getByRole("link", { name: "pump.ts" }).press("Enter");
    await page.locator('article[aria-current="true"]', { hasText: "pump.ts" }).waitFor();
    await outline.locator("summary", { hasText: "1 failure" }).press("Enter");
    await outline.locator("details[open] a", { hasText: "npm test" }).press("Enter");
    await page.locator('article[aria-current="true"]', { hasText: "npm test" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a message is copied as it was written, and its link leads to it", async () => {
    const { page, faults } = await app.open(SESSION);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const message = page.locator("article", { hasText: "The pump is fast now." }).last();
    const copied = () => page.evaluate<string>("navigator.clipboard.readText()");
    await message.hover();
    await message.getByRole("button", { name: /^Copy/ }).click();
    await message.locator("button", { hasText: "Copied" }).waitFor();
    assert.equal(await copied(), "The pump is **fast** now.");
    await message.getByRole("button", { name: /^Link/ }).click();
    await page.waitForFunction(
      `navigator.clipboard.readText().then((text) => text.startsWith("http"))`,
    );
    const address = await copied();
    assert.match(address, new RegExp(`^${app.origin}${SESSION}#`));
    await page.goto(address);
    await page.locator('article[aria-current="true"]', { hasText: "The pump is fast" }).waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the newest sessions are beside the one that is read, each agent with its colour and name", async () => {
    const { page, faults } = await app.open(SESSION, { width: 1440 });
    const beside = page.getByRole("region", { name: "Newest sessions" });
    await beside.locator('a[aria-current="page"]', { hasText: "Mend the pump" }).waitFor();
    const mark = beside.locator(".agent-mark").first();
    assert.equal(await mark.innerText(), "Claude Code");
    const colour = await mark.evaluate(
      `(mark) => getComputedStyle(mark, "::before").backgroundColor`,
    );
    assert.notEqual(colour, "rgba(0, 0, 0, 0)");
    const other = beside.locator("a:not([aria-current])", { hasText: "Claude Code" }).first();
    await other.press("Enter");
    await page.waitForURL((url) => url.pathname !== SESSION);
    await page.setViewportSize({ width: 1280, height: 800 });
    await beside.waitFor({ state: "hidden" });
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("until the dry run of a handoff has finished there is an estimate", async () => {
    const { page, faults } = await app.open("/sessions");
    let isWaiting = true;
    const waiting: (() => void)[] = [];
    await page.route("**/api/v1/handoff", async (route) => {
      if (isWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
      await route.continue();
    });
    await page
      .locator(".session-line", { hasText: "Mend the pump" })
      .getByRole("link", { name: /^Hand over/ })
      .press("Enter");
    const estimate = page.locator(".estimate", { hasText: "an estimate" });
    await estimate.waitFor();
    assert.match(await estimate.innerText(), /Tool calls\s+(about )?2/);
    isWaiting = false;
    for (const release of waiting) release();
    await page.locator("h2", { hasText: /^What .* would get$/ }).waitFor();
    assert.equal(await estimate.count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
