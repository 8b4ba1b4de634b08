/**
 * `node scripts/app-images.ts [FOLDER]`: the screenshots of docs/app.md, and the pages of a handoff and a report in docs/pages.md,
 * taken of the built program in a real browser. With a folder, every screen at 360 and 1,280 pixels in light and dark, for looking at.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import type { OperationName } from "../src/operations/registry.ts";
import { tourSession } from "../src/tour/session.ts";
import {
  createDemoFolder,
  type DemoFolder,
  type OpenApp,
  openApp,
  type ScreenOptions,
} from "../test/app/open-app.ts";
import { contextIn, runOperation } from "../test/support/operations.ts";
import { writeFiles } from "../test/support/scratch.ts";
import { ocf } from "../test/support/state-bundles.ts";
import { furtherScreens } from "./app-screens.ts";
import { writeInventedRuns } from "./invented-runs.ts";
import { root } from "./run.ts";

const BUNDLE = "notes.tar.gz";
// The pictures show the path of the folder: one that is the same each time, and must not exist yet.
const scratch = path.join(os.tmpdir(), "rosa");
fs.mkdirSync(scratch);
process.on("exit", () => fs.rmSync(scratch, { recursive: true, force: true }));
const demo = await createDemoFolder(scratch);
// The receiver in the pictures is one that is installed; nothing starts it.
const bin = path.join(scratch, "bin");
fs.mkdirSync(bin);
fs.writeFileSync(path.join(bin, "codex"), "#!/bin/sh\n", { mode: 0o755 });
const folder = { ...demo, env: { ...demo.env, PATH: `${bin}:${process.env.PATH}` } };
const thread = await fillFolder(folder);
const app = await openApp(folder);
try {
  const [out] = process.argv.slice(2);
  if (out === undefined) {
    await takeImages(app);
    await takeSessionPage(app, path.join(root, "docs/images/page-session.png"), { height: 900 });
    await takeHandoffPage(app, path.join(root, "docs/images/page-handoff.png"), { height: 900 });
    await takeReportPage(app, path.join(root, "docs/images/page-report.png"), { width: 1000 });
  } else await takeAll(app, path.resolve(out));
} finally {
  await app.close();
}

/** What the tour has no need of: a bundle, threads, responsibilities, requests and runs. */
async function fillFolder({ project }: DemoFolder): Promise<string> {
  fs.cpSync(path.join(root, "examples/responsibilities"), project, { recursive: true });
  writeFiles(path.join(project, "notes.ocf"), ocf);
  await runOperation(contextIn(project), "pack", { path: "notes.ocf", out: BUNDLE });
  const run = async <Out>(operation: OperationName, input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Out>(contextIn(project), operation, input)).out;
  await fillQueue(run);
  await fillState(run, project);
  await run("task run", {
    bundles: ["fix-median", "money-format"].map((name) => path.join(root, "examples/tasks", name)),
    command: ["steady", "careless"].map((name) => `${name}=${agentCommand(name)}`),
    checks: path.join(root, "examples/tasks/checks"),
    out: "runs",
    "allow-exec": true,
  });
  const { thread_id: id } = await run<{ thread_id: string }>("thread new", {
    title: "Tides of May",
  });
  const texts = ["Which tide is next at the pier?", "Compare it with the table of the harbour."];
  for (const text of texts) {
    await run("thread post", { id, text });
    const begun = await run<{ run_session_id: string }>("thread run begin", { id });
    const answer = "High water at 06:42, 1.57 m; the table of the harbour says 06:40.";
    const frame = JSON.stringify({ type: "output_text_delta", delta: answer });
    await run("thread run append", { run: begun.run_session_id, frame: [frame] });
    await run("thread run end", { run: begun.run_session_id, reason: "completed" });
  }
  await run("thread post", { id, text: "And tomorrow?" });
  await run("thread branch", { id, title: "Without the harbour" });
  await run("thread handoff", {
    id,
    title: "For the night shift",
    summary: "Go on with station 7",
  });
  return id;
}

type Run = <Out>(
  operation: OperationName,
  input: Readonly<Record<string, unknown>>,
) => Promise<Out>;

/** Three responsibilities, one of them refreshed twice, and requests to it. */
async function fillQueue(run: Run): Promise<void> {
  const actor = "steward_lab";
  for (const id of ["steward_lab", "docs", "build"]) {
    await run("responsibility add", { id, actor });
    await run("responsibility activate", { id, actor });
  }
  const ask = (subject: string, priority: number) =>
    run("request create", { subject, priority, from: "build", to: "docs", actor: "build" });
  await ask("Describe the flag --station", 50);
  await ask("Say which Node the importer needs", 100);
  await run("context refresh", { id: "docs" });
  await ask("Mention the tide table", 200);
  await run("context refresh", { id: "docs" });
}

/** A refused text, an entry whose file has changed since, and a proposal. */
async function fillState(run: Run, project: string): Promise<void> {
  await run("state commit", { text: "We chose SQLite for the readings", id: "storage" });
  await run("state commit", { text: "We chose Redis for the readings" }).catch(() => null);
  const file = "src/import.mjs";
  writeFiles(project, { [file]: "let rows;\n" });
  const text = "The importer reads data/gauge.csv line by line.";
  await run("state commit", { text, slot: "fact", file: [file] });
  writeFiles(project, { [file]: "const rows = [];\n" });
  await run("dream", { threshold: 0.9 });
}

function agentCommand(name: string): string {
  const script = path.join(root, "examples/tasks/agent/fake-agent.mjs");
  return `node '${script}'${name === "careless" ? " --careless" : ""}`;
}

/** The screens with their addresses; those with a height are in the docs. */
function screens(): readonly (readonly [name: string, address: string, height?: number])[] {
  const names = fs.readdirSync(path.join(folder.project, "runs"));
  const runs = names.filter((name) => name.startsWith("fix-median")).map((name) => `runs/${name}`);
  return [
    ["home", "/", 900],
    ["sessions", "/sessions", 420],
    ["search", "/sessions?q=readings"],
    ["session", `/sessions/claude/${tourSession.id}`, 1100],
    ["handoff", `/handoff?agent=claude&session=${tourSession.id}&budget=500`, 900],
    ["share", `/share?agent=claude&session=${tourSession.id}`, 760],
    ["state", "/state?at=4", 900],
    ["gate", "/gate", 760],
    ["compile", `/compile?thread=${thread}&budget=400&other=60`, 640],
    ["threads", "/threads", 460],
    ["thread", `/threads/${thread}`],
    ["responsibilities", "/responsibilities"],
    ["responsibility", "/responsibilities/docs", 720],
    ["requests", "/requests", 560],
    ["runs", "/runs"],
    ["run", `/runs/show?bundle=${runs[0]}`],
    ["compare", `/runs/compare?left=${runs[0]}&right=${runs[1]}`, 900],
    ["report", "/runs/report", 900],
    ["trust", "/trust?bundle=notes.ocf", 900],
    ["bundle", "/bundle"],
  ];
}

async function takeImages(opened: OpenApp): Promise<void> {
  for (const [name, address, height] of screens()) {
    if (height === undefined) continue;
    const { page } = await opened.open(address, { width: 1280, height });
    await prepare(name, page);
    const file = path.join(root, `docs/images/app-${name}.png`);
    await page.screenshot({ path: file });
    await page.close();
  }
  const { page } = await opened.open("/bundle", { width: 1280, height: 900 });
  await page.locator("input[type=file]").setInputFiles(path.join(folder.project, BUNDLE));
  await page.locator(".bundle-report").waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: path.join(root, "docs/images/app-bundle.png") });
}

async function takeAll(opened: OpenApp, out: string): Promise<void> {
  fs.mkdirSync(out, { recursive: true });
  const named = screens();
  const further = await furtherScreens(named.map(([, address]) => address));
  const others = further.map(({ path: address }) => {
    return [address.slice(1).replaceAll("/", "-"), address] as const;
  });
  for (const width of [360, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const [name, address] of [...named, ...others]) {
        const { page, faults } = await opened.open(address, { width, height: 900, colorScheme });
        await prepare(name, page);
        for (const fault of faults) console.log(`${name}: ${fault}`);
        const file = path.join(out, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
        await page.close();
      }
      const session = path.join(out, `page-session-${width}-${colorScheme}.png`);
      await takeSessionPage(opened, session, { width, height: 900, colorScheme });
      const file = path.join(out, `page-handoff-${width}-${colorScheme}.png`);
      await takeHandoffPage(opened, file, { width, height: 900, colorScheme });
      const report = path.join(out, `page-report-${width}-${colorScheme}.png`);
      await takeReportPage(opened, report, { width, height: 1600, colorScheme });
    }
  }
}

/** The page of a session, as it opens from disk, with a change of a file open. */
async function takeSessionPage(
  { browser }: OpenApp,
  file: string,
  options: ScreenOptions,
): Promise<void> {
  const page = await openSessionPage(browser, "session.html", {}, options);
  await prepare("session", page);
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

/** The page of a handoff, as it opens from disk. */
async function takeHandoffPage(
  { browser }: OpenApp,
  file: string,
  options: ScreenOptions,
): Promise<void> {
  const page = await openSessionPage(
    browser,
    "handoff.html",
    { to: "codex", budget: 500 },
    options,
  );
  await page.screenshot({ path: file, fullPage: true });
  await page.close();
}

/** Writes the page of the tour's session and opens it. */
async function openSessionPage(
  browser: OpenApp["browser"],
  name: string,
  more: object,
  { width = 1280, height = 900, colorScheme = "light" }: ScreenOptions,
): Promise<Page> {
  const { project, home } = folder;
  const out = path.join(scratch, name);
  const context = { ...contextIn(project), agents: { home, env: {} } };
  const asked = { what: "claude", session: tourSession.id, ...more };
  await runOperation(context, "view", { ...asked, out, force: true });
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(`file://${out}`);
  await page.waitForSelector("html[data-ready]");
  return page;
}

/** The page of a report of invented runs, as it opens from disk. */
async function takeReportPage(
  { browser }: OpenApp,
  file: string,
  { width = 1280, height = 690, colorScheme = "light" }: ScreenOptions,
): Promise<void> {
  const runs = path.join(scratch, "invented");
  writeInventedRuns(runs);
  const out = path.join(scratch, "report.html");
  const asked = { root: runs, "html-out": out, force: true };
  await runOperation(contextIn(folder.project), "task report", asked);
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(`file://${out}`);
  await page.screenshot({ path: file });
  await page.close();
}

/** Opens what a picture is to show. */
async function prepare(name: string, page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  const folded = {
    session: "summary:has-text('Write')",
    responsibility: "details.curated summary",
  }[name];
  if (folded !== undefined) {
    await page.locator(folded).first().click();
    await page.evaluate("scrollTo(0, 0)");
  }
  if (name === "share") {
    await page.getByLabel("Where to").fill("git+git@host:team.git#tides");
    await page.getByRole("button", { name: "Show what they would get" }).click();
    await page.getByRole("button", { name: "Send it" }).waitFor();
  }
  await page.waitForTimeout(200);
}
