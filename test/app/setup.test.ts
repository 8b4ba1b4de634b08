/** The screen that sets up agents, as a person uses it, and its route, which no program and no model is offered. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { createDemoFolder, type DemoFolder, type OpenApp, openApp } from "./open-app.ts";

describe("setting up agents in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createDemoFolder(scratch);
    writeFiles(folder.home, {
      ".claude.json": '{ "numStartups": 1 }\n',
      ".gemini/settings.json": '{"theme":"dark"}',
    });
    const bin = path.join(scratch, "bin");
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, "gemini"), "#!/bin/sh\n", { mode: 0o755 });
    const env = { ...folder.env, PATH: bin, XDG_STATE_HOME: path.join(scratch, "state") };
    app = await openApp({ ...folder, env });
  });
  after(() => app?.close());

  /** The settings of agents, which are all that a setup may touch in a home. */
  const settings = () => {
    const all = Object.entries(picture(folder.home));
    return all.filter(([file]) => /\.json$|\.toml$|extensions/.test(file));
  };

  test("Home offers the setup; it shows the changes first, is done with one click, and undone", async () => {
    const untouched = settings();
    const { page, faults } = await app.open("/");
    await page.getByRole("link", { name: "Set up your agents" }).click();
    await page.locator('main :text("What would change")').waitFor();
    assert.equal(await page.locator("figure.diff").count(), 3);
    assert.match(await page.locator("figure.diff").first().innerText(), /"holdall"/);
    await page.getByRole("button", { name: "Keep them automatically" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(settings(), untouched);

    await page.getByLabel("Claude Code").uncheck();
    assert.equal(await page.locator("figure.diff").count(), 1);
    await page.getByRole("button", { name: "Set up as shown" }).click();
    await page.locator('[role="status"] :text("Set up Gemini CLI")').waitFor();
    const changed = settings().flatMap(([file, content], at) =>
      content === untouched[at]?.[1] ? [] : [file],
    );
    assert.deepEqual(changed, [".gemini/settings.json"]);

    await page.getByLabel("Claude Code").check();
    await page.getByRole("button", { name: "Set up as shown" }).click();
    await page.locator('[role="status"] :text("Set up Claude Code")').waitFor();
    await page.goto(app.origin);
    await page.locator('main :text("Go on where you left off")').waitFor();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.getByRole("link", { name: "Set up your agents" }).count(), 0);

    await page.goto(`${app.origin}/setup`);
    for (let setups = 2; setups > 0; setups--) {
      await page.getByRole("button", { name: "Undo the setup" }).click();
      await page.getByRole("button", { name: "Yes, undo it" }).click();
      await page.locator('[role="status"] :text("The setup was undone")').waitFor();
      await page.getByRole("button", { name: "Set up as shown" }).waitFor();
    }
    assert.deepEqual(settings(), untouched);
    assert.deepEqual(faults, []);
  });

  test("setup over HTTP is for the person alone, and only after its dry run", async () => {
    const untouched = settings();
    const send = async (token: string, input: object) => {
      const response = await fetch(`${app.origin}/api/v1/setup`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return response.status;
    };
    assert.equal(await send(app.programToken, { yes: true, "dry-run": true }), 404);
    assert.equal(await send(app.token, { yes: true, codex: true }), 428);
    assert.equal(await send(app.token, { yes: true, claude: true, "dry-run": true }), 200);
    assert.equal(await send(app.token, { yes: true, codex: true }), 428);
    fs.writeFileSync(path.join(folder.home, ".claude.json"), "{}\n");
    assert.equal(await send(app.token, { yes: true, claude: true }), 428);
    fs.writeFileSync(path.join(folder.home, ".claude.json"), '{ "numStartups": 1 }\n');
    assert.deepEqual(settings(), untouched);
  });
});
