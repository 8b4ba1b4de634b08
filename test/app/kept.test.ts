/** What a person sees of kept sessions in the app. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, describe, test } from "node:test";
import { tourSession } from "../../src/tour/session.ts";
import { noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  claudeSession,
  createDemoFolder,
  type DemoFolder,
  type OpenApp,
  openApp,
  placeClaudeSession,
  sessionFile,
} from "./open-app.ts";

const scratch = makeScratch();
const OTHER = "bbbbbbbb-1111-4111-8111-111111111111";

describe("kept sessions in the app", { skip: noBrowser }, () => {
  let app: OpenApp;
  let folder: DemoFolder;

  before(async () => {
    folder = await createDemoFolder(scratch);
    const messages = ["Which pump is loud?", "The second one."];
    placeClaudeSession(folder, OTHER, claudeSession(folder, OTHER, messages));
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("Sessions says that nothing is kept, then what is, and what would be lost without it", async () => {
    const panelOf = async () => {
      const { page, faults } = await app.open("/sessions");
      const panel = page.getByRole("region", { name: "Kept sessions" });
      const text = await panel.innerText();
      const list = await page.locator(".session-list").innerText();
      assert.deepEqual(faults, []);
      await page.close();
      return { text, list };
    };
    assert.match((await panelOf()).text, /No session is kept.*Not kept yet: 2 sessions/);
    const { page } = await app.open("/sessions");
    await page.getByRole("button", { name: "Keep all sessions now" }).press("Enter");
    await page.locator(".done", { hasText: "Kept 2 sessions" }).waitFor();
    await page.close();
    assert.match((await panelOf()).text, /2 sessions kept since .*still at their agents/);
    fs.rmSync(sessionFile(folder, tourSession.id));
    const { text, list } = await panelOf();
    assert.match(text, /1 of them exists nowhere else/);
    assert.match(list, /kept, gone at the agent/);
  });

  test("a session that its agent deleted is read like any other", async () => {
    const { page, faults } = await app.open(`/sessions/claude/${tourSession.id}`);
    await page.locator("main", { hasText: "tide readings in SQLite" }).waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });
});
