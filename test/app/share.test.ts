/** What sessions took, when agents worked, and what can be passed on, as a person sees it in a browser. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, describe, test } from "node:test";
import { tourSession } from "../../src/tour/session.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import {
  createDemoFolder,
  type DemoFolder,
  type OpenApp,
  openApp,
  overflow,
  placeClaudeSession,
} from "./open-app.ts";

const ID = "44444444-4444-4444-8444-444444444444";
const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A session that was written when its folder was: a prompt with pictures, and an answer of a model with a price. */
function writeSession(folder: DemoFolder): void {
  const start = fs.statSync(folder.project).mtimeMs;
  const picture = (media_type: string, data: string) => {
    return { type: "image", source: { type: "base64", media_type, data } };
  };
  const usage = { input_tokens: 1_000_000, output_tokens: 100_000 };
  const content = [
    { type: "text", text: `Look at this, with ${SECRET}` },
    picture("image/png", PIXEL),
    picture("image/svg+xml", "PHN2Zy8+"),
  ];
  const answer = [{ type: "text", text: "It is a red pixel." }];
  const messages = [
    { role: "user", content },
    { role: "assistant", id: "m1", model: "claude-sonnet-4-5", content: answer, usage },
  ];
  const lines = messages.map((message, at) => {
    const uuid = `u${at}`;
    const timestamp = new Date(start + at * 90_000).toISOString();
    const about = { sessionId: ID, cwd: folder.project, version: "2.1.0", timestamp, uuid };
    const parentUuid = at === 0 ? null : `u${at - 1}`;
    return JSON.stringify({ ...about, parentUuid, type: message.role, message });
  });
  placeClaudeSession(folder, ID, lines.join("\n"));
}

describe("what sessions took, and what is passed on, in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createDemoFolder(scratch);
    writeSession(folder);
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("a session shows what it took and what that cost, and Resume copies the command of its agent", async () => {
    const { page, faults } = await app.open("/sessions");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const line = page.locator(".session-line", { hasText: "Look at this" });
    const measures = await line.locator(".measures").innerText();
    for (const part of ["2 messages", "2 min", "1.1M tokens", "$4.50"]) {
      assert(measures.includes(part), measures);
    }
    await line.getByRole("button", { name: /^Resume: copy the command/ }).click();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    assert.equal(copied, `cd ${folder.project} && claude --resume ${ID}`);
    await line.locator(".about a").click();
    const facts = page.locator(".session-read .facts");
    await facts.locator("text=$4.50").waitFor();
    assert.match(await facts.innerText(), /Tokens read\s+1,000,000/);
    assert.match(
      await page.locator(".session-outline ol").innerText(),
      /2 min · 100k tokens · \$4\.50/,
    );
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a chart of a session shows how full its context was and what it had cost; two requests have none", async () => {
    const { page, faults } = await app.open(`/sessions/claude/${tourSession.id}`);
    await page.getByRole("img", { name: /read with each request, 100 at most/ }).waitFor();
    const caption = page.locator(".context-chart figcaption");
    assert.match(await caption.innerText(), /Cost until then, \$0\.0022 in the end$/);
    await caption.getByRole("link").press("Enter");
    await page.locator('article[aria-current="true"]').waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.goto(`${app.origin}/sessions/claude/${ID}`);
    await page.locator(".session-read .facts").waitFor();
    assert.equal(await page.locator(".context-chart").count(), 0);
    await page.close();
  });

  test("pictures of a session are shown, and what could run or load is only named", async () => {
    const { page, faults } = await app.open(`/sessions/claude/${ID}`);
    const image = page.locator(".row-images img");
    await image.waitFor();
    assert.equal(await image.count(), 1);
    assert.match((await image.getAttribute("src")) ?? "", /^data:image\/png;base64,/);
    await page.waitForFunction("document.querySelector('.row-images img').naturalWidth === 1");
    await page.locator("text=[attachment: image/svg+xml]").waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("Activity offers the last year where a shorter time has nothing", async () => {
    const { page, faults } = await app.open("/activity?since=7d&agent=goose");
    const longer = page.getByRole("button", { name: "Show the last year" });
    await longer.click();
    await page.locator("text=Choose all agents or all folders").waitFor();
    assert.match(page.url(), /since=365d/);
    assert.equal(await longer.count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });

  for (const [width, colorScheme] of [
    [360, "dark"],
    [1920, "light"],
  ] as const) {
    test(`Activity has a calendar, bars by agent and both as tables: ${width} pixels, ${colorScheme}`, async () => {
      const { page, faults } = await app.open("/activity?since=7d&measure=cost", {
        width,
        colorScheme,
      });
      await page.locator(".activity-head strong", { hasText: "$4.50" }).waitFor();
      const calendar = page.locator(".calendar svg[role=img]");
      assert.match(
        (await calendar.getAttribute("aria-label")) ?? "",
        /^Cost by day: [12] of \d days/,
      );
      assert((await page.locator(".calendar rect.level-4 title").count()) > 0);
      assert((await page.locator(".day-bars .agent-fill").count()) > 0);
      assert.match(await page.locator(".agent-legend").innerText(), /Claude Code/);
      await page.locator("summary", { hasText: "Every day as a table" }).focus();
      await page.keyboard.press("Enter");
      const table = page.locator("details .scroll");
      await table.waitFor();
      assert.match(await table.innerText(), /1,000,000/);
      assert.deepEqual(await accessibilityFaults(page), []);
      assert.equal(await overflow(page), 0);
      assert.deepEqual(faults, []);
      await page.close();
    });
  }

  test("a dry run is saved as a picture and as a page with its headline, without secrets and paths of the home", async () => {
    const { page, faults } = await app.open(`/handoff?agent=claude&session=${ID}&to=codex`);
    const share = page.getByRole("region", { name: "Share" });
    await share.waitFor();
    const headline = await share.locator("strong").innerText();
    assert.equal(headline, "2 of 2 messages would arrive in Codex CLI");
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        share.getByRole("button", { name }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: fs.readFileSync(await download.path()) };
    };
    const png = await save("Save picture");
    assert.equal(png.name, "handoff-claude-codex.png");
    assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [2400, 1260]);
    const svg = (await save("Save as SVG")).bytes.toString();
    const html = (await save("Save page")).bytes.toString();
    assert(html.startsWith("<!doctype html>"));
    for (const text of [svg, html]) {
      assert(text.includes(headline));
      assert.equal(text.includes(SECRET), false);
      assert.equal(text.includes(folder.home), false);
    }
    assert.deepEqual(faults, []);
    await page.close();
  });
});
