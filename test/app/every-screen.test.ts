/** What is true of every screen: accessible, narrow and wide, with the keyboard alone, with hostile content. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { furtherScreens, leadsTo, readScreens } from "../../scripts/app-screens.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { makeScratch } from "../support/scratch.ts";
import { createFullFolder, type FullFolder } from "./full-folder.ts";
import { type OpenApp, openApp, overflow } from "./open-app.ts";

const NARROW = 360;
const BETWEEN: readonly number[] = [768, 1280];
const DESKTOP = 1920;
const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']";

describe("every screen in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: FullFolder;
  let app: OpenApp;
  /** Addresses with a text that each shows: those of the folder, and of every other screen that needs no parameter. */
  let addresses: readonly (readonly [address: string, text: string])[];
  before(async () => {
    folder = await createFullFolder(scratch);
    const further = await furtherScreens(Object.keys(folder.screens));
    addresses = [
      ...Object.entries(folder.screens),
      ...further.map(({ path, title }) => [path, title] as const),
    ];
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("the addresses that are opened here lead to every screen of the app", async () => {
    const screens = await readScreens();
    assert(screens.length > 15);
    const missing = screens.filter((each) => !addresses.some(([to]) => leadsTo(to, each)));
    assert.deepEqual(
      missing.map(({ path }) => path),
      [],
      "name an address of it in test/app/full-folder.ts",
    );
  });

  test("every screen is accessible, fits every width in both themes, names its command, and content is text", async () => {
    for (const [address, text] of addresses) {
      const { page, faults } = await app.open(address, { width: NARROW });
      await page.locator(`main :text("${text}")`).first().waitFor();
      await page.waitForLoadState("networkidle");
      for (const width of [NARROW, ...BETWEEN, DESKTOP]) {
        // Colours do not depend on the width: each theme is looked at in the layout that differs most from the other's.
        const colorScheme = width < DESKTOP ? "light" : "dark";
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await overflow(page), 0, `${address} at ${width}`);
        if (BETWEEN.includes(width)) continue;
        assert.deepEqual(await accessibilityFaults(page), [], `${address} at ${width}`);
      }
      assert.equal(await page.locator("main img, main script").count(), 0, address);
      assert.equal(await page.locator('a[href^="javascript"]').count(), 0, address);
      const content = await page.locator("body").innerText();
      for (const hidden of ["\u202e", "\u2066", "\u001b"]) {
        assert.equal(content.includes(hidden), false, address);
      }
      const command = await page.locator(".screen-foot code").textContent();
      assert.match(command ?? "", /^holdall \w/, address);
      assert.deepEqual(await unreached(page), [], address);
      assert.deepEqual(faults, [], address);
      await page.close();
    }
  });
});

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
