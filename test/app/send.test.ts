/** Sessions and bundles that are sent to others from a browser. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { tourSession } from "../../src/tour/session.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { createDemoFolder, type DemoFolder, type OpenApp, openApp, overflow } from "./open-app.ts";

const SECRET = "ghp_k3Jd82mNq0PzX7vLw5Ty1RbC6uEaFh4GsDiO";

describe("sharing in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  const team = path.join(scratch, "team.git");
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    spawnSync("git", ["init", "-q", "--bare", team]);
    folder = await createDemoFolder(scratch);
    app = await openApp(folder);
  });
  after(() => app?.close());

  const refs = () => spawnSync("git", ["-C", team, "for-each-ref"], { encoding: "utf8" }).stdout;

  test("a session is sent once it was shown to whom, how large and with which secrets, with the receiver's line", async () => {
    const { page, faults } = await app.open(`/sessions/claude/${tourSession.id}`);
    await page.getByRole("link", { name: "Share", exact: true }).last().click();
    await page.getByLabel("Where to").fill("git+../team.git#parser");
    await page.getByRole("button", { name: "Show what they would get" }).press("Enter");
    const plan = page.getByRole("region", { name: "What they would get" });
    await plan.locator("text=The session, as a bundle").waitFor();
    const text = await plan.innerText();
    assert.match(text, /Not encrypted: whoever can read that place can read it/);
    const line = `holdall push ${tourSession.id} '?git\\+../team.git#parser'? --key ~/.ssh/id_ed25519`;
    assert.match(text, new RegExp(line));
    assert.equal(refs(), "");
    assert.deepEqual(await accessibilityFaults(page), []);
    for (const width of [360, 1280, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      assert.equal(await overflow(page), 0, String(width));
    }
    await plan.getByRole("button", { name: "Send it" }).press("Enter");
    const receive = page.getByRole("region", { name: "What the receiver types" });
    await receive.locator("code", { hasText: "holdall pull" }).waitFor();
    assert.match(refs(), /refs\/holdall\/list\/parser/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a bundle with a secret is not sent, and the screen has the line that would", async () => {
    writeTaskBundle(path.join(folder.project, "task"), {});
    writeFiles(path.join(folder.project, "task"), { "workspace/files/key.txt": SECRET });
    fs.rmSync(path.join(folder.project, "task/SHA256SUMS"), { force: true });
    const { page } = await app.open("/share?what=task");
    await page.getByLabel("Where to").fill("../shared");
    await page.getByRole("button", { name: "Show what they would get" }).click();
    await page.locator("text=1 text in it may be secret").waitFor();
    assert.equal(await page.getByRole("button", { name: "Send it" }).count(), 0);
    await page.locator("code", { hasText: "holdall push task ../shared --keep-secrets" }).waitFor();
    await page.close();
  });
});
