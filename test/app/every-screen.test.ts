/** What holds for every screen: accessible, narrow and wide, with the keyboard alone, with hostile content. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import { type FullFolder, makeFullFolder } from "./full-folder.ts";
import { type OpenApp, openApp, overflow } from "./open-app.ts";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

describe("every screen in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: FullFolder;
  let app: OpenApp;
  before(async () => {
    folder = await makeFullFolder(scratch);
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("the addresses that are opened here lead to every screen of the app", () => {
    const opened = Object.keys(folder.screens);
    // A text, because its components are not for Node.
    const table = fs.readFileSync("src/app/screens.ts", "utf8");
    const paths = [...table.matchAll(/^ {4}path: "([^"]{1,100})",$/gm)].map(
      ([, path = ""]) => path,
    );
    assert(paths.length > 15);
    const missing = paths.filter((path) => !opened.some((each) => leadsTo(each, path)));
    assert.deepEqual(missing, []);
  });

  for (const [width, colorScheme] of [
    [360, "light"],
    [1920, "dark"],
  ] as const) {
    test(`${width} pixels, ${colorScheme}: accessible, fits, names its command, and content is text`, async () => {
      for (const [address, text] of Object.entries(folder.screens)) {
        const { page, faults } = await app.open(address, { width, colorScheme });
        await page.locator(`main :text("${text}")`).first().waitFor();
        await page.waitForLoadState("networkidle");
        assert.deepEqual(await accessibilityFaults(page), [], address);
        assert.equal(await overflow(page), 0, address);
        assert.equal(await page.locator("main img, main script").count(), 0, address);
        assert.equal(await page.locator('a[href^="javascript"]').count(), 0, address);
        const content = await page.locator("body").innerText();
        for (const hidden of ["\u202e", "\u2066", "\u001b"]) {
          assert.equal(content.includes(hidden), false, address);
        }
        const command = await page.locator(".screen-foot code").textContent();
        assert.match(command ?? "", /^holdall \w/, address);
        assert.deepEqual(faults, [], address);
        await page.close();
      }
    });
  }

  test("Tab reaches every control of every screen", async () => {
    for (const [address, text] of Object.entries(folder.screens)) {
      const { page } = await app.open(address);
      await page.locator(`main :text("${text}")`).first().waitFor();
      await page.waitForLoadState("networkidle");
      assert.deepEqual(await unreached(page), [], address);
      await page.close();
    }
  });
});

/** Whether an address fits the pattern of a screen. */
function leadsTo(address: string, pattern: string): boolean {
  const parts = address.split("?")[0]?.split("/") ?? [];
  const wanted = pattern.split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part.startsWith(":") || part === parts[at])
  );
}

/** The controls of a screen that can be used, but that Tab does not reach from its beginning. */
async function unreached(page: Page): Promise<readonly string[]> {
  // Texts, because the tests have no types of a browser.
  const count: number = await page.evaluate(`
    window.controls = [...document.querySelectorAll("main :is(${CONTROLS})")]
      .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0);
    window.reached = new Set();
    document.addEventListener("focusin", ({ target }) => window.reached.add(target));
    document.getElementById("content").focus();
    window.controls.length`);
  for (let at = 0; at < count + 5; at++) await page.keyboard.press("Tab");
  return page.evaluate(
    "window.controls.filter((each) => !window.reached.has(each)).map((each) => each.outerHTML.slice(0, 200))",
  );
}
