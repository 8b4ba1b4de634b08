/** Screens with much to show: they stay short, use a wide window, and put first what is sure. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { noBrowser } from "../support/browser.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { createDemoFolder, type DemoFolder, type OpenApp, openApp, overflow } from "./open-app.ts";

const SUBJECTS = [
  "anchor",
  "beacon",
  "buoy",
  "crane",
  "dock",
  "ferry",
  "gauge",
  "harbour",
  "jetty",
  "lantern",
  "mooring",
  "pier",
];

/** Numbers of a screen of which the digits are on more than one line. */
const WRAPPED_NUMBERS = `(() => {
  const wrapped = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.parentElement.closest("code, bdi, pre, .path, textarea, select")) continue;
    for (const { index, 0: number } of node.data.matchAll(/[0-9][0-9,.]*/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + number.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) wrapped.push(number);
    }
  }
  return wrapped;
})()`;

describe("long lists in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createDemoFolder(scratch);
    const context = contextIn(folder.project);
    const commit = (text: string, id?: string) =>
      runOperation(context, "state commit", { text, id, slot: "fact" }).catch(() => null);
    for (const subject of SUBJECTS) {
      await commit(`The ${subject} must be painted in white by the harbour master.`);
      await commit(`The ${subject} must not be painted in white by the harbour master.`);
    }
    await commit("The portal calls the gateway");
    await commit("The gateway calls the portal", "unsure");
    app = await openApp(folder);
  });
  after(() => app?.close());

  test("Home wraps no number, and what the gate is not sure of comes last and is no alarm", async () => {
    const { page } = await app.open("/");
    await page.route("**/api/v1/overview", async (route) => {
      const answer = await route.fetch();
      const { attention, ...rest } = await answer.json();
      const [pair] = attention.conflicts;
      const conflicts = Array.from({ length: 440 }, () => pair);
      await route.fulfill({
        json: { ...rest, attention: { ...attention, conflicts, claims: 12345 } },
      });
    });
    await page.reload();
    await page.locator(".count-of", { hasText: "12,345" }).waitFor();
    for (const width of [360, 390, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await page.evaluate(WRAPPED_NUMBERS), [], String(width));
      assert.equal(await overflow(page), 0, String(width));
    }
    const counts = await page.locator(".count-of").allTextContents();
    assert.equal(counts.includes("440"), false);
    const needs = page.locator("section", {
      has: page.getByRole("heading", { name: "Needs you" }),
    });
    assert.match(
      await needs.innerText(),
      /440 pairs of entries may contradict each other; the gate is not sure\. Compare them$/,
    );
    await page.close();
  });

  test("Home, Handoff, Gate and State use a wide window", async () => {
    for (const address of ["/", "/handoff", "/gate", "/state"]) {
      const { page } = await app.open(address, { width: 1920 });
      assert.ok((await widthOf(page, "main")) > 1500, address);
      assert.equal(await overflow(page), 0, address);
      for (const prose of await page.locator("main .prose").all()) {
        const box = await prose.boundingBox();
        assert.ok((box?.width ?? 0) <= 820, `${address}: a line of text of ${box?.width} pixels`);
      }
      await page.close();
    }
  });

  test("a folder without runs leads to what makes some, also from the report", async () => {
    for (const address of ["/runs", "/runs/report"]) {
      const { page, faults } = await app.open(address);
      for (const to of ["/runs/pack", "/runs/start"]) {
        assert.equal(await page.locator(`main a[href="${to}"]`).count(), 1, `${address} ${to}`);
      }
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  test("Gate has ten cards at first, more on demand, and pairs of which it is not sure last", async () => {
    const { page, faults } = await app.open("/gate");
    const cards = page.locator("main article.card");
    assert.equal(await cards.count(), 10);
    assert.match(await page.locator(".gate-tally").innerText(), /^13 things to decide, the surest/);
    await page.getByRole("button", { name: "Show 3 more cards" }).press("Enter");
    await cards.nth(12).waitFor();
    const groups = await page.locator("main section h2").allTextContents();
    assert.match(groups[0] ?? "", /^Contradict an entry in force/);
    assert.match(groups[1] ?? "", /^May contradict each other; the gate is not sure/);
    assert.deepEqual(faults, []);
    await page.close();
  });
});

async function widthOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).boundingBox())?.width ?? 0;
}
