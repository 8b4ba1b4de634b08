/** What a tab shows while its server is stopped, and how it continues once one is back. */
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { after, before, describe, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { noBrowser, startBrowser } from "../support/browser.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { createDemoFolder, type DemoFolder, firstLine, settled } from "./open-app.ts";

describe("a tab whose server is stopped", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let browser: Browser;
  let server: ChildProcess;
  before(async () => {
    folder = await createDemoFolder(scratch);
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    server?.kill("SIGTERM");
  });

  async function start(port: string, options: readonly string[]): Promise<string> {
    const { project, env } = folder;
    server = startHoldall(["serve", "--json", "--port", port, ...options], { cwd: project, env });
    return JSON.parse(await firstLine(server)).url;
  }

  async function stop(): Promise<void> {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("close", resolve));
  }

  /** A tab that met the stopped server with a screen that it had not loaded yet. */
  async function openStopped(options: readonly string[]): Promise<{ page: Page; port: string }> {
    const url = await start("0", options);
    const page = await browser.newPage();
    await page.goto(url);
    await settled(page);
    await stop();
    await page.getByRole("link", { name: "Trust" }).click();
    const { port } = new URL(url);
    const line = `cd ${folder.project} && holdall serve --port ${port}`;
    await page.locator(".problem code", { hasText: line }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 1);
    return { page, port };
  }

  test("with a kept token it says so, with the line that starts it again, and continues by itself", async () => {
    const { page, port } = await openStopped(["--keep-token"]);
    await start(port, ["--keep-token"]);
    await page.locator("text=The ledger is intact").waitFor();
    assert.equal(await page.locator("text=The server has stopped").count(), 0);
    await stop();
    await page.close();
  });

  test("with a new token it asks for that by itself; what was shown stays until then", async () => {
    const url = new URL(await start("0", []));
    const page = await browser.newPage();
    await page.goto(`${url.origin}/sessions${url.hash}`);
    await settled(page);
    await stop();
    await page.getByRole("button", { name: /^Star/ }).first().click();
    await page.locator("text=The server has stopped").waitFor();
    await page
      .getByRole("link", { name: /^Hand over/ })
      .first()
      .waitFor();
    await start(url.port, []);
    await page.locator("text=This tab is not signed in").waitFor();
    assert.equal(await page.locator("text=The server has stopped").count(), 0);
    await stop();
    await page.close();
  });
});
