/** What a person does who has sessions, a browser and nothing else: find, hand over, keep a decision, set agents up. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { tourSession } from "../../src/tour/session.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  claudeSession,
  type DemoFolder,
  type OpenApp,
  openApp,
  overflow,
  placeClaudeSession,
  sessionFile,
} from "./open-app.ts";

/** Whether what was searched for is marked, and not covered by the toolbar. */
const MARK_IN_VIEW = `[...CSS.highlights.get("found")]
  .map((range) => range.getBoundingClientRect())
  .some(({ top, bottom }) =>
    top >= document.querySelector(".toolbar").getBoundingClientRect().bottom && bottom <= innerHeight)`;

describe("a first visit, in a browser alone", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  const project = path.join(scratch, "tides");
  const home = path.join(scratch, "home");
  const bin = path.join(scratch, "bin");
  const env = { HOME: home, USERPROFILE: home, PATH: `${bin}:${process.env.PATH}` };
  const folder: DemoFolder = { project, home, env };
  let app: OpenApp;
  before(async () => {
    fs.mkdirSync(project);
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, "codex"), "#!/bin/sh\n", { mode: 0o755 });
    const text = tourSession.lines.join("\n").replaceAll(tourSession.cwd, project);
    placeClaudeSession(folder, tourSession.id, text);
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("what is found in the list of sessions is found again in the session, at its place", async () => {
    const { page, faults } = await app.open("/sessions?q=%22verified+stations%22");
    await page.locator(".match a").first().press("Enter");
    const found = page.getByLabel("Search in the conversation");
    await found.waitFor();
    assert.equal(await found.inputValue(), '"verified stations"');
    await page.locator("text=/1 of 2 items found/").waitFor();
    await page.locator('article[aria-current="true"]', { hasText: "Only verified" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await found.fill("");
    await page.locator("text=/^[0-9]+ items$/").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a handoff is listed as soon as it is made, and not any more when it is undone", async () => {
    const { page, faults } = await app.open("/");
    await page.getByRole("link", { name: /^Hand over/ }).press("Enter");
    await page.getByRole("button", { name: "Hand over to Codex CLI" }).press("Enter");
    await page.locator("text=Handed over to Codex CLI").waitFor();
    const records = page.locator(".records li");
    await records.first().waitFor();
    assert.equal(await records.count(), 1);
    const undo = page.locator(".rehearsal").getByRole("button", { name: "Undo", exact: true });
    await page.locator("h2:focus", { hasText: "Handed over" }).waitFor();
    await undo.press("Enter");
    await page.locator("button:focus", { hasText: "Cancel" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("button:focus", { hasText: "Undo" }).waitFor();
    await undo.press("Enter");
    await page.getByRole("button", { name: "Yes, remove the copy" }).press("Enter");
    await page.locator(".done:focus", { hasText: "Undone: the copy for Codex CLI" }).waitFor();
    await page.locator("text=None can be undone").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a receiver that cannot show a session is not asked to, and the screen says why and what mends it", async () => {
    const { page, faults } = await app.open("/");
    await page.getByRole("link", { name: /^Prove/ }).press("Enter");
    const prove = page.getByRole("button", { name: "Hand over and let it show the session" });
    await prove.waitFor();
    assert.ok(await prove.isDisabled());
    await page.locator("text=the program codex-acp was not found").waitFor();
    const cure = "npm install -g @agentclientprotocol/codex-acp";
    await page.locator("code", { hasText: cure }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a session of another project continues there, unless the person chooses the project that is shown", async () => {
    const harbour = path.join(scratch, "harbour");
    fs.mkdirSync(harbour);
    const other: DemoFolder = { ...folder, project: harbour };
    const id = "eeeeeeee-1111-4111-8111-111111111111";
    placeClaudeSession(other, id, claudeSession(other, id, ["Paint the pier", "Painted."]));
    const { page, faults } = await app.open(`/handoff?agent=claude&session=${id}&to=codex`);
    const choice = page.getByLabel("Continue in");
    assert.equal(await choice.inputValue(), harbour);
    await page.getByRole("button", { name: "Hand over to Codex CLI" }).waitFor();
    assert.equal(await page.locator("text=it continues in").count(), 0);
    await choice.selectOption(project);
    await page.locator(`text=it continues in ${project}`).waitFor();
    await choice.selectOption(harbour);
    await page.getByRole("button", { name: "Hand over to Codex CLI" }).press("Enter");
    await page.locator("text=Handed over to Codex CLI").waitFor();
    await page.locator("code", { hasText: `cd ${harbour} && codex resume` }).waitFor();
    // What it was is said of a handoff that can be undone.
    await page.locator(".records li", { hasText: "Paint the pier" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      assert.equal(await overflow(page), 0);
    }
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("without a workspace a screen offers to create one once", async () => {
    const { page } = await app.open("/trust");
    assert.equal(await page.getByRole("button", { name: "Create a workspace" }).count(), 1);
    await page.close();
  });

  test("a decision is kept from a session in a project without a workspace, and leads to what is in force", async () => {
    const { page, faults } = await app.open("/");
    await page
      .getByRole("link", { name: /^Keep what it decided/ })
      .last()
      .press("Enter");
    await page.getByRole("button", { name: "Create a workspace" }).press("Enter");
    await page.getByRole("button", { name: "Show them for review" }).click();
    await page.getByRole("button", { name: /^Keep all/ }).press("Enter");
    await page.locator("text=Everything is decided.").waitFor();
    assert.equal(await page.locator("text=listed below").count(), 0);
    await page.setViewportSize({ width: 360, height: 700 });
    assert.equal(await overflow(page), 0);
    await page.getByRole("link", { name: "See what is in force" }).press("Enter");
    await page.locator("text=keep the tide readings in SQLite").first().waitFor();
    // The browser itself reports the answer that there is no workspace yet.
    const others = faults.filter((fault) => !fault.includes("404 (Not Found)"));
    assert.deepEqual(others, []);
    await page.close();
  });

  test("several terms are marked where they were found, in view, also far below the beginning of an item", async () => {
    const id = "ffffffff-1111-4111-8111-111111111111";
    const long = `${"The pump is quiet.\n\n".repeat(60)}The brass bell is cracked.`;
    placeClaudeSession(folder, id, claudeSession(folder, id, ["What of the harbour?", long]));
    const { page, faults } = await app.open("/sessions?q=bell+brass");
    await page.locator(".match a").first().press("Enter");
    await page.locator("text=/1 of 1 item found/").waitFor();
    const input = page.getByLabel("Search in the conversation");
    assert.equal(await input.inputValue(), "bell brass");
    const sentence = page.locator("article p", { hasText: "The brass bell" });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await input.press("Enter");
      await sentence.waitFor();
      for (let left = 50; !(await page.evaluate(MARK_IN_VIEW)); left--) {
        assert(left > 0, `no mark is in view at ${width} pixels`);
        await page.waitForTimeout(100);
      }
    }
    assert.equal(await overflow(page), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a passage that was found leads to its own place in the session", async () => {
    const id = "abababab-1111-4111-8111-111111111111";
    const texts = ["What about anchors?", "The rusty anchor is old.", "And now? Is it rusty?"];
    const messages = [...texts, ...texts.slice(0, 1), "A rusty anchors list: none."];
    placeClaudeSession(folder, id, claudeSession(folder, id, messages));
    const { page, faults } = await app.open("/sessions?q=rusty+anchor");
    const line = page.locator("a.match-line", { hasText: "anchors list" });
    await line.press("Enter");
    const current = page.locator('article[aria-current="true"]');
    await current.locator("text=anchors list").waitFor();
    await page.locator("text=/2 of 2 items found/").waitFor();
    const sought = page.getByLabel("Search in the conversation");
    assert.equal(await sought.inputValue(), '"rusty anchor"');
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.goBack();
    await page.locator("a.match-line", { hasText: "is old" }).press("Enter");
    await current.locator("text=is old").waitFor();
    await page.locator("text=/1 of 2 items found/").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a passage that is loaded later than the beginning leads to its own place, too", async () => {
    const id = "cdcdcdcd-1111-4111-8111-111111111111";
    const messages = Array.from({ length: 360 }, (_, at) => `Message ${at} of the log.`);
    messages[4] = "A crooked weathercock.";
    messages[331] = "Another crooked weathercock, on the barn.";
    placeClaudeSession(folder, id, claudeSession(folder, id, messages));
    const { page } = await app.open("/sessions?q=crooked+weathercock");
    await page.locator("a.match-line", { hasText: "on the barn" }).press("Enter");
    await page.locator('article[aria-current="true"]', { hasText: "on the barn" }).waitFor();
    await page.locator("text=/2 of 2 items found/").waitFor();
    await page.close();
  });

  test("Home is no wider than its window, also with all that a long session took", async () => {
    const id = "eeeeeeee-1111-4111-8111-111111111111";
    const records = claudeSession(folder, id, ["Count the stations", "There are 40."])
      .split("\n")
      .map((line) => JSON.parse(line));
    const usage = { input_tokens: 11_100_000, output_tokens: 100 };
    Object.assign(records[0], { timestamp: "2026-01-31T06:15:00.000Z" });
    Object.assign(records[1].message, { id: "m1", model: "a-model-without-a-price", usage });
    placeClaudeSession(folder, id, records.map((each) => JSON.stringify(each)).join("\n"));
    const { page } = await app.open("/");
    await page.locator("text=cost unknown").first().waitFor();
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      assert.equal(await overflow(page), 0, String(width));
    }
    await page.close();
  });

  test("a session that is older than those to choose from is shown by its title", async () => {
    const title = "Why is the oldest gauge silent?";
    const id = "cccccccc-1111-4111-8111-111111111111";
    placeClaudeSession(folder, id, claudeSession(folder, id, [title, "Its battery is empty."]));
    const then = new Date("2026-01-01");
    fs.utimesSync(sessionFile(folder, id), then, then);
    for (let at = 0; at < 50; at++) {
      const other = `dddddddd-1111-4111-8111-${String(at).padStart(12, "0")}`;
      placeClaudeSession(folder, other, claudeSession(folder, other, ["Check the pump", "Done."]));
    }
    const { page, faults } = await app.open(`/handoff?agent=claude&session=${id}`);
    await page.locator("option:checked", { hasText: title }).waitFor({ state: "attached" });
    await page.getByRole("link", { name: "choose it among all sessions" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      assert.equal(await overflow(page), 0);
    }
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("Home says which agent waits for an approval of what was set up", async () => {
    const { page, faults } = await app.open("/setup");
    await page.getByRole("button", { name: "Set up as shown" }).click();
    await page.locator('[role="status"] :text("Set up")').waitFor();
    await page.goto(app.origin);
    await page
      .locator(".needs li", { hasText: "Codex CLI: hooks for this user, not approved" })
      .waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
