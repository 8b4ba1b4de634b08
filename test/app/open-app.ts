/**
 * The web app as a person gets it: the built program serves a workspace with the tour's content, and a real
 * browser opens the address that it prints. One server and one browser per test file.
 */
import type { ChildProcess } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { tourSession } from "../../src/tour/session.ts";
import { startBrowser } from "../support/browser.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

/** A folder with a workspace, in a home folder with sessions. */
export interface DemoFolder {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What is in force in the folder of the tour; the last two may contradict each other. */
const ENTRIES = [
  [
    "decision",
    "Tide readings are kept in SQLite; a spreadsheet was rejected because two people edit it.",
  ],
  ["constraint", "Corrections never overwrite a reading: they are new rows."],
  ["task-state", "Write the list of verified stations to data/verified.txt."],
  ["constraint", "The importer must run with Node 22."],
  ["constraint", "The importer must not run with Node 22."],
] as const;

/**
 * Makes the folder of the tour: its session in the agent's own place, and a workspace with its entries. A
 * hook must pass a scratch folder of its file: one that it made itself would be removed when the hook ends.
 */
export async function createDemoFolder(scratch = makeScratch()): Promise<DemoFolder> {
  const project = path.join(scratch, "tides");
  const home = path.join(scratch, "home");
  fs.mkdirSync(project, { recursive: true });
  const env = { HOME: home, USERPROFILE: home };
  const text = tourSession.lines.join("\n").replaceAll(tourSession.cwd, project);
  placeClaudeSession({ project, home, env }, tourSession.id, text);
  const context = contextIn(project);
  await runOperation(context, "init", {});
  for (const [slot, text] of ENTRIES) await runOperation(context, "state commit", { text, slot });
  return { project, home, env };
}

/** Puts a session where Claude Code keeps those of the project. */
export function placeClaudeSession(demo: DemoFolder, id: string, text: string): void {
  const file = sessionFile(demo, id);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${text}\n`);
}

/** Where Claude Code keeps a session of the project. */
export function sessionFile({ project, home }: DemoFolder, id: string): string {
  const folder = project.replaceAll(/[^A-Za-z0-9]/g, "-");
  return path.join(home, ".claude/projects", folder, `${id}.jsonl`);
}

/** A session of Claude Code with these messages, the first by the user. */
export function claudeSession(
  { project }: DemoFolder,
  id: string,
  messages: readonly unknown[],
): string {
  return messages
    .map((content, at) => {
      const role = at % 2 === 0 ? "user" : "assistant";
      return JSON.stringify({
        sessionId: id,
        cwd: project,
        version: "2.1.0",
        type: role,
        uuid: `u${at}`,
        parentUuid: at === 0 ? null : `u${at - 1}`,
        timestamp: new Date(Date.UTC(2026, 0, 31, 8) + at * 1000).toISOString(),
        message: { role, content },
      });
    })
    .join("\n");
}

/** The app in a browser. */
export interface OpenApp {
  readonly browser: Browser;
  readonly origin: string;
  readonly token: string;
  /** The token of programs and models. */
  readonly programToken: string;
  /** Opens a screen in a tab of its own. */
  open(path: string, options?: ScreenOptions): Promise<OpenScreen>;
  close(): Promise<void>;
}

/** How a screen is looked at. */
export interface ScreenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: "light" | "dark";
}

/** A screen, and what it did that no screen may do. */
export interface OpenScreen {
  readonly page: Page;
  /** Messages on the console, errors, dialogs, and requests that leave the origin. */
  readonly faults: readonly string[];
}

/** What a server prints when it is ready. */
interface Started {
  readonly url: string;
  readonly tokens: { readonly program: string };
}

/** Starts the server of a folder and a browser. */
export async function openApp({ project, env }: DemoFolder): Promise<OpenApp> {
  const server = startHoldall(["serve", "--port", "0", "--json"], { cwd: project, env });
  const { url, tokens } = JSON.parse(await firstLine(server)) as Started;
  const { origin, hash } = new URL(url);
  const browser = await startBrowser().catch((error) => {
    server.kill("SIGTERM"); // It would keep the test file from ending.
    throw error;
  });
  return {
    browser,
    origin,
    token: hash.replace("#token=", ""),
    programToken: tokens.program,
    open: (to, options) => openScreen(browser, `${origin}${to}${hash}`, options),
    async close() {
      await browser.close();
      server.kill("SIGTERM");
      await new Promise((resolve) => server.once("close", resolve));
    },
  };
}

async function openScreen(
  browser: Browser,
  url: string,
  { width = 1280, height = 800, colorScheme = "light" }: ScreenOptions = {},
): Promise<OpenScreen> {
  const faults: string[] = [];
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.on("console", (message) =>
    faults.push(`console: ${message.text()} ${message.location().url}`),
  );
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== "data:") faults.push(request.url());
  });
  await page.goto(url);
  await settled(page);
  return { page, faults };
}

/** Waits until nothing on the screen is being loaded any more. */
export async function settled(page: Page): Promise<void> {
  // A screen may begin with a place for results, which is empty until something is decided.
  await page.locator(".screen-body > :not(:empty)").first().waitFor();
  await page.locator(".loading, .stale").first().waitFor({ state: "detached" });
}

/** Pixels by which a screen is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate("document.documentElement.scrollWidth - innerWidth");
}

/** The first line that a server prints. */
export async function firstLine(server: ChildProcess): Promise<string> {
  let text = "";
  let errors = "";
  server.stderr?.setEncoding("utf8").on("data", (part: string) => {
    errors += part;
  });
  for await (const part of server.stdout?.setEncoding("utf8") ?? []) {
    text += part;
    if (text.includes("\n")) return text;
  }
  throw new Error(`the server ended: ${errors}`);
}
