/** What a person sees of kept sessions in the app. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { tourSession } from "../../src/tour/session.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  claudeSession,
  createDemoFolder,
  type DemoFolder,
  type OpenApp,
  openApp,
  overflow,
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
    const bin = path.join(scratch, "bin"); // No scheduler of the machine may be touched.
    fs.mkdirSync(bin);
    const config = path.join(folder.home, ".config");
    app = await openApp({ ...folder, env: { ...folder.env, PATH: bin, XDG_CONFIG_HOME: config } });
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

  test("sessions are kept by themselves from the app, once it is shown what that writes, and no longer", async () => {
    const settings = path.join(folder.home, ".config/holdall/config.yaml");
    const { page, faults } = await app.open("/sessions");
    const offer = page.getByRole("button", { name: "Keep them automatically" });
    await offer.click();
    await page
      .locator(".keep-switch", { hasText: "Nothing on this machine can start it" })
      .waitFor();
    await page.getByRole("link", { name: "set them up" }).click();
    await page.getByRole("button", { name: "Set up as shown" }).click();
    await page.locator(".done", { hasText: "Set up Claude Code" }).waitFor();
    await offer.click();
    await page.locator(".keep-switch", { hasText: settings }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.ok(!fs.existsSync(settings));
    await page.getByRole("button", { name: "Yes, keep them" }).click();
    const stop = page.getByRole("button", { name: "Stop keeping them automatically" });
    await stop.waitFor();
    assert.match(fs.readFileSync(settings, "utf8"), /on: true/);
    await page.goto(`${app.origin}/sessions`);
    await page.locator(".kept-panel", { hasText: "Kept by itself by hooks of" }).waitFor();
    await stop.click();
    await page.getByRole("button", { name: "Yes, turn it off" }).click();
    await offer.waitFor();
    assert.match(fs.readFileSync(settings, "utf8"), /on: false/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a session that its agent deleted is read like any other, and put back once that was shown", async () => {
    const { page, faults } = await app.open("/sessions");
    await page.getByRole("link", { name: /^Put back/ }).waitFor();
    await page.getByText("Show what exists nowhere else").click();
    await page.locator(".kept-panel li a").click();
    await page.locator("main", { hasText: "tide readings in SQLite" }).waitFor();
    const notice = page.getByRole("region", { name: "Only kept" });
    assert.match(await notice.innerText(), /Claude Code no longer has this session/);
    await notice.getByRole("button", { name: "Put it back into Claude Code" }).press("Enter");
    await notice.locator("text=This would write 1 file").waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      assert.equal(await overflow(page), 0);
    }
    const file = sessionFile(folder, tourSession.id);
    assert.ok(!fs.existsSync(file));
    await notice.getByRole("button", { name: "Yes, put it back" }).press("Enter");
    const resume = `cd ${folder.project} && claude --resume ${tourSession.id}`;
    await notice.locator("code", { hasText: resume }).waitFor();
    assert.ok(fs.existsSync(file));
    await notice.getByRole("link", { name: /^Read it as Claude Code has it now/ }).click();
    await page.getByRole("button", { name: /^Resume: copy the command/ }).waitFor();
    assert.equal(await notice.count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
