/** A real browser for tests of pages: the Chromium that comes from npm, where the platform has one. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright-core";

/** Why browser tests are not run here; false where they are. */
export const noBrowser: string | false =
  process.platform === "linux" && process.arch === "x64"
    ? false
    : `not run: npm has no working Chromium for ${process.platform} ${process.arch}`;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the browser. */
export async function startBrowser(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: await unpackChromium(), args: FLAGS });
}

/**
 * Unpacks the program once per clone: it takes seconds, and nothing else should find it. Several test files
 * may do so at once: each unpacks into a folder of its own, and the first that is complete gets the name.
 */
async function unpackChromium(): Promise<string> {
  const folder = path.resolve("node_modules/.cache/holdall-chromium/unpacked");
  if (!fs.existsSync(folder)) {
    fs.mkdirSync(path.dirname(folder), { recursive: true });
    const own = fs.mkdtempSync(`${folder}-`);
    await unpackInto(own);
    try {
      fs.renameSync(own, folder);
    } catch (error) {
      if (!fs.existsSync(folder)) throw error;
      fs.rmSync(own, { recursive: true });
    }
  }
  return unpackInto(folder);
}

/** Unpacks the program where it is not yet, and returns its path. */
async function unpackInto(folder: string): Promise<string> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder; // The package unpacks into the temporary folder.
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    return await chromium.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

/** A page that was opened, and what it did that no page of ours may do. */
export interface WatchedPage {
  readonly page: Page;
  /** Messages on the console, errors, dialogs, and requests for anything but the page itself. */
  readonly faults: readonly string[];
}

/** How a page is looked at. */
interface ViewingOptions {
  readonly width?: number;
  readonly colorScheme?: "light" | "dark";
  readonly javaScriptEnabled?: boolean;
}

/** Opens a page from disk and notes every fault. */
export async function openPage(
  browser: Browser,
  file: string,
  { width = 1280, ...options }: ViewingOptions = {},
): Promise<WatchedPage> {
  const faults: string[] = [];
  const page = await browser.newPage({ viewport: { width, height: 800 }, ...options });
  const url = `file://${file}`;
  page.on("console", (message) => faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => faults.push(`dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== url) faults.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  const isScripted = (await page.locator("#page-data").count()) > 0;
  if (isScripted && options.javaScriptEnabled !== false) {
    await page.waitForSelector("html[data-ready]");
  }
  return { page, faults };
}

/** Opens a page from disk with everything unfolded: no fault, nothing that axe finds, nothing beyond its width. */
export async function assertFits(
  browser: Browser,
  file: string,
  options: ViewingOptions,
): Promise<void> {
  const { page, faults } = await openPage(browser, file, options);
  for (const summary of await page.locator("summary").all()) await summary.click();
  assert.deepEqual(await accessibilityFaults(page), [], file);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth - innerWidth"), 0, file);
  assert.deepEqual(faults, [], file);
  await page.close();
}

/** What axe finds wrong with a page, as short lines. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const { source } = (await import("axe-core")).default;
  await page.evaluate(source);
  return page.evaluate(async () => {
    const axe = Reflect.get(globalThis, "axe") as typeof import("axe-core");
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
}
