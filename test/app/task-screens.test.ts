/** A session becomes a task, and agents do it: in the browser alone, and never without a look at what would happen. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import { createDemoFolder, type DemoFolder, type OpenApp, openApp, overflow } from "./open-app.ts";

/** An agent's program for this test: it does what its task needs, or waits until it is ended. */
const PROGRAM = `#!/bin/sh
echo $$ >> "$(dirname "$0")/started"
case "$(cat "$(dirname "$0")/behaviour")" in
  wait) sleep 60 ;;
  *) echo fixed > fixed.txt ;;
esac
`;

describe("tasks in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  const bin = path.join(scratch, "bin");
  const started = path.join(bin, "started");
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createDemoFolder(scratch);
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, "codex"), PROGRAM, { mode: 0o755 });
    fs.writeFileSync(path.join(bin, "behaviour"), "work");
    const PATH = `${bin}:${process.env.PATH}`;
    app = await openApp({ ...folder, env: { ...folder.env, PATH } });
  });
  after(() => app?.close());

  test("a task is stated in words on the screen that starts it, with the files of a folder", async () => {
    const { page, faults } = await app.open("/runs/start");
    await page.getByLabel("What should they do").fill("Write the stations to data/verified.txt.");
    await page.getByLabel(/^New folder for the task/).fill("../stated");
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("button", { name: "What would be packed?" }).press("Enter");
    await page.locator("text=No secret was found in it").waitFor();
    assert(!fs.existsSync(path.join(folder.project, "../stated")));
    await page.getByRole("button", { name: "Pack the task" }).press("Enter");
    await page.locator("text=/Packed ..\\/stated/").waitFor();
    const chosen = await page.getByLabel("Task: a folder or an archive").inputValue();
    assert.equal(chosen, "../stated");
    const text = fs.readFileSync(path.join(folder.project, "../stated/task.md"), "utf8");
    assert.match(text, /^Write the stations/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a session is packed as a task after a dry run that wrote nothing", async () => {
    const { page, faults } = await app.open("/sessions");
    await page.locator(".session-line a").first().click();
    await page.getByRole("link", { name: "Pack as a task" }).press("Enter");
    await page.getByRole("button", { name: "Pack the task" }).waitFor();
    await page.locator("section h2").first().waitFor();
    const out = await page.getByLabel("New folder for the task").inputValue();
    assert.equal(fs.existsSync(path.join(folder.project, out)), false);
    fs.mkdirSync(path.join(folder.project, "before"), { recursive: true });
    fs.writeFileSync(path.join(folder.project, "before/tide.txt"), "high\n");
    await page.getByLabel(/^Folder with the files from before/).fill("before");
    await page.locator("text=/1 file, as they were before the task/").waitFor();
    await page.getByLabel("New folder for the task").fill("station-task");
    const prompt = page.getByLabel("What agents are asked to do");
    assert.match(await prompt.inputValue(), /tide readings/);
    await prompt.fill("List the stations, as JSON.");
    await page.getByLabel("Title", { exact: true }).fill("Stations as JSON");
    await page.locator("h2", { hasText: "Stations as JSON" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("button", { name: "Pack the task" }).click();
    await page.locator("text=/Packed station-task/").waitFor();
    const bundle = path.join(folder.project, "station-task");
    assert.match(fs.readFileSync(path.join(bundle, "bundle.json"), "utf8"), /Stations as JSON/);
    assert.match(fs.readFileSync(path.join(bundle, "task.md"), "utf8"), /^List the stations/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("runs start after the plan was shown, are captured, and tell the next plan what they take", async () => {
    const task = path.resolve("examples/tasks/fix-median");
    const { page, faults } = await app.open(`/runs/start?bundle=${encodeURIComponent(task)}`);
    await page.getByRole("checkbox", { name: "Codex" }).press("Space");
    await page.getByRole("checkbox", { name: "Gemini CLI" }).press("Space");
    await page.locator("label", { hasText: "Gemini CLI (not installed)" }).waitFor();
    await page.getByLabel("Model of Codex CLI (optional)").fill("gpt-5-codex");
    await page.getByRole("button", { name: "What would run?" }).press("Enter");
    await page.locator("tr", { hasText: "codex:gpt-5-codex" }).waitFor();
    const command = await page.locator(".screen-foot code").textContent();
    assert.match(command ?? "", /--with codex:gpt-5-codex,gemini /);
    await page.getByLabel("Model of Codex CLI (optional)").fill("");
    await page.getByRole("button", { name: "What would run?" }).press("Enter");
    await page.locator("text=How long they take is unknown").waitFor();
    await page.locator("tr", { hasText: "Gemini CLI" }).locator("text=not installed").waitFor();
    assert.equal(fs.existsSync(started), false);
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("checkbox", { name: "Gemini CLI" }).press("Space");
    await page.getByRole("button", { name: "What would run?" }).press("Enter");
    await page.getByRole("button", { name: "Start 1 run" }).press("Enter");
    await page.locator("text=1 run captured in runs").waitFor();
    assert.equal(fs.readFileSync(started, "utf8").trim().split("\n").length, 1);
    await page.getByLabel("Runs of each agent").fill("2");
    await page.getByRole("button", { name: "What would run?" }).press("Enter");
    await page.locator("text=They take about").waitFor();
    await page.getByRole("link", { name: "All runs" }).press("Enter");
    await page.locator("text=1 run of 1 task").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a run that no checks have judged is judged by who looks at it, and then somebody wins", async () => {
    const { page, faults } = await app.open("/runs/report?root=runs");
    await page.getByRole("heading", { name: "1 run without an outcome" }).waitFor();
    const share = page.getByRole("region", { name: "Share" });
    // What was done can be passed on before anybody has judged it.
    await share.getByRole("button", { name: "Save page" }).waitFor();
    assert.equal(await share.getByRole("button", { name: "Save picture" }).count(), 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("link", { name: /^Judge fix-median/ }).press("Enter");
    await page.locator("figure.diff", { hasText: "fixed.txt" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.setViewportSize({ width: 360, height: 700 });
    assert.equal(await overflow(page), 0);
    await page.getByLabel("Why (optional)").fill("It writes the file.");
    await page.getByRole("button", { name: "Yes", exact: true }).press("Enter");
    await page.locator("text=Recorded: success").waitFor();
    await page.getByRole("link", { name: "Report: who wins" }).press("Enter");
    await page.locator(".headline", { hasText: "codex" }).waitFor();
    assert.equal(await page.locator("text=without an outcome").count(), 0);
    const headline = await page.locator(".headline").innerText();
    assert.equal(await page.getByText(headline, { exact: true }).count(), 1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      share.getByRole("button", { name: "Save page" }).press("Enter"),
    ]);
    assert.equal(download.suggestedFilename(), "report.html");
    const html = fs.readFileSync(await download.path(), "utf8");
    assert(html.includes(headline), headline);
    assert.equal(html.includes(folder.home), false);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a run that is cancelled ends its program, and leaves nothing half captured", async () => {
    fs.writeFileSync(path.join(bin, "behaviour"), "wait");
    fs.rmSync(started, { force: true });
    const task = path.resolve("examples/tasks/money-format");
    const { page, faults } = await app.open(`/runs/start?bundle=${encodeURIComponent(task)}`);
    await page.getByRole("checkbox", { name: "Codex" }).press("Space");
    await page.getByLabel("Folder for the runs").fill("cancelled");
    await page.getByRole("button", { name: "What would run?" }).press("Enter");
    await page.getByRole("button", { name: "Start 1 run" }).press("Enter");
    await page.locator(".run-progress", { hasText: "money-format" }).waitFor();
    while (!fs.existsSync(started)) await page.waitForTimeout(50);
    await page.getByRole("button", { name: "Cancel", exact: true }).press("Enter");
    const pid = Number(fs.readFileSync(started, "utf8").trim());
    while (isAlive(pid)) await page.waitForTimeout(50);
    await page.getByRole("button", { name: "What would run?" }).waitFor();
    const left = path.join(folder.project, "cancelled");
    assert.deepEqual(fs.existsSync(left) ? fs.readdirSync(left) : [], []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a reload while runs are under way warns before, and says afterwards what became of them", async () => {
    fs.writeFileSync(path.join(bin, "behaviour"), "wait");
    fs.rmSync(started, { force: true });
    const task = path.resolve("examples/tasks/money-format");
    const { page } = await app.open(`/runs/start?bundle=${encodeURIComponent(task)}`);
    await page.getByRole("checkbox", { name: "Codex" }).press("Space");
    await page.getByLabel("Folder for the runs").fill("reloaded");
    await page.getByRole("button", { name: "What would run?" }).click();
    await page.getByRole("button", { name: "Start 1 run" }).click();
    while (!fs.existsSync(started)) await page.waitForTimeout(50);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.locator("text=This page was left while runs were under way").waitFor();
    assert.deepEqual(asked, ["beforeunload"]);
    const pid = Number(fs.readFileSync(started, "utf8").trim());
    while (isAlive(pid)) await page.waitForTimeout(50);
    await page.getByRole("link", { name: "Runs that have finished" }).waitFor();
    await page.close();
  });

  test("neither a command nor anything that weakens a run can be sent from a browser", async () => {
    const call = (input: object) =>
      fetch(`${app.origin}/api/v1/task/run`, {
        method: "POST",
        headers: { authorization: `Bearer ${app.token}`, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
    const task = path.resolve("examples/tasks/fix-median");
    const known = { bundles: [task], out: "other" };
    assert.equal((await call({ ...known, with: ["codex"] })).status, 428);
    for (const more of [
      { command: ["mine=touch owned"] },
      { "allow-exec": true },
      { unsandboxed: true },
      { home: "mine" },
      { env: ["SECRET"] },
      { "with-settings": true },
      { image: "any", in: "podman" },
    ]) {
      const { status } = await call({ ...known, with: ["codex"], ...more, "dry-run": true });
      assert.equal(status, 400, JSON.stringify(more));
    }
    const dashed = await call({ ...known, with: ["codex:--yolo"], "dry-run": true });
    assert.equal(dashed.status, 400);
    assert.equal(fs.existsSync(path.join(folder.project, "other")), false);
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
