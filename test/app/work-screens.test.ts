/** The screens about state, threads, responsibilities and runs, on a real server, in a real browser. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { strategyText } from "../../src/app/screens/compile/compile-data.ts";
import { strategies } from "../../src/compile/strategies/registry.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import { providerNames } from "../../src/providers/registry.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { createThread } from "../../src/threads/threads.ts";
import { noBrowser } from "../support/browser.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { openLedgerAt } from "../support/workspaces.ts";
import { createFullFolder, type FullFolder } from "./full-folder.ts";
import { type OpenApp, openApp } from "./open-app.ts";

test("the screen Compile has a phrase for every strategy", () => {
  const phrases = Object.keys(strategies).map(strategyText);
  assert.equal(new Set(phrases).size, phrases.length);
  for (const phrase of phrases) assert.doesNotMatch(phrase, /_| v\d/);
});

describe("screens in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: FullFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createFullFolder(scratch);
    app = await openApp(folder);
  });
  after(() => app?.close());

  const run = async (operation: OperationName, input: Readonly<Record<string, unknown>> = {}) =>
    (await runOperation(contextIn(folder.project), operation, input)).out;

  test("the keyboard alone goes through the events of a state, and the address keeps the moment", async () => {
    const { page, faults } = await app.open("/state");
    await page.locator("input[type=range]").focus();
    await page.keyboard.press("Home");
    await page.locator("text=Nothing was in force at this moment").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator("text=After event 1").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("at"), "1");
    await page.locator("text=Came later").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("Compile offers every provider", async () => {
    const { page, faults } = await app.open(`/compile?thread=${folder.thread}`);
    const choices = await page.getByLabel("Request for").locator("option").allTextContents();
    assert.deepEqual(choices, ["no provider", ...providerNames]);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the gate replaces an entry by the refused text", async () => {
    const { page, faults } = await app.open("/gate");
    await page.getByRole("button", { name: "Replace the entry" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("text=Replaced storage").waitFor();
    assert.match(JSON.stringify(await run("state show")), /We chose Redis/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("Home shows the alert about a request that nobody answered in time", async () => {
    const asked = { from: "build", to: "docs", subject: "Count the crates", actor: "build" };
    await run("request create", { ...asked, "response-seconds": 60, now: "2026-02-03T10:00:00Z" });
    const now = "2026-02-03T10:02:00Z";
    await run("context refresh", { id: "docs", alerts: true, now });
    const { page, faults } = await app.open("/");
    const need = page.locator(".needs li", { hasText: "alert waits for the steward" });
    assert.match(await need.innerText(), /holdall request list --type telemetry_alert/);
    assert.match(await need.innerText(), /The steward looks after the responsibilities/);
    assert.match(
      await page.locator(".ledger-line").innerText(),
      /^✓ Ledger intact, the record of every change: \d+ events, /,
    );
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("what Home counts leads to where it is decided: an outdated entry, and a proposal", async () => {
    const { page, faults } = await app.open("/");
    const need = (what: string) => page.locator(".needs a", { hasText: what });
    await need("entry may be outdated").press("Enter");
    const outdated = page.locator("article", { hasText: "May be outdated" });
    await outdated.getByRole("button", { name: "It still applies" }).press("Enter");
    await page.locator("text=Recorded that part still applies").waitFor();
    await outdated.waitFor({ state: "detached" });
    await page.goBack();
    await need("proposal to review").press("Enter");
    // The entry that was confirmed is newer than the proposal, which therefore cannot be adopted any more.
    const proposal = page.locator("article", { hasText: "Proposal to tidy the state" });
    await proposal.locator(".problem").waitFor();
    await proposal.getByRole("button", { name: "Discard it" }).press("Enter");
    await page.locator("text=Discarded the proposal").waitFor();
    await run("dream", { threshold: 0.9 });
    await page.reload();
    await proposal.getByRole("button", { name: "Adopt the proposal" }).click();
    await page.locator("text=Adopted the proposal").waitFor();
    const { attention } = await run("overview");
    assert.deepEqual(Object(attention).stale, []);
    // The browser itself notes the answer that the proposal does not fit the state any more.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes("409")),
      [],
    );
    await page.close();
  });

  test("Review: a claim leads to its message, and is kept, edited or skipped with the keyboard", async () => {
    const { page, faults } = await app.open("/");
    await page.locator(".needs a", { hasText: "claims of sessions to review" }).press("Enter");
    const card = (text: string) => page.locator("article.proposed", { hasText: text });
    await card("Use bun not npm")
      .getByRole("link", { name: /^from item/ })
      .press("Enter");
    await page.locator('article[aria-current="true"]', { hasText: "Use bun not npm" }).waitFor();
    await page.goBack();

    const unproven = card("We cache prices for 90 seconds");
    await unproven.locator("text=it names something that the cited item").waitFor();
    assert.equal(await unproven.getByRole("button", { name: "Keep", exact: true }).count(), 0);
    await card("Use bun not npm").getByRole("button", { name: "Keep" }).press("Enter");
    await page.locator("text=Kept: Use bun not npm").waitFor();
    const edited = card("Never deploy on Fridays");
    await edited.getByRole("button", { name: "Edit" }).press("Enter");
    await page.getByLabel("In other words").fill("Nobody deploys on a Friday");
    await page.getByRole("button", { name: "Keep these words" }).press("Enter");
    await page.locator("text=Kept: Nobody deploys on a Friday").waitFor();
    await card("Never cache prices").getByRole("button", { name: "Skip" }).press("Enter");
    await page.locator("text=Skipped: Never cache prices").waitFor();
    assert.doesNotMatch(JSON.stringify(await run("state show")), /cache prices/);
    await unproven.getByRole("button", { name: "Keep unproven" }).press("Enter");
    await page.locator("text=Kept: We cache prices for 90 seconds").waitFor();
    await unproven.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Skip" }).press("Enter");
    await page.locator("text=Everything is decided").waitFor();
    const shown = JSON.stringify(await run("state show"));
    for (const text of ["Use bun not npm", "Nobody deploys on a Friday", "for 90 seconds"]) {
      assert.ok(shown.includes(text), text);
    }
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("600 runs, a run of 20,000 faulty events, and two long runs side by side need few elements", async () => {
    const copy = (name: string, to: string) =>
      fs.cpSync(path.resolve("test/fixtures/task-bundle", name), to, { recursive: true });
    const root = path.join(folder.project, "many");
    for (let at = 0; at < 600; at++) copy("hello-world-bundle", path.join(root, `run-${at}`));
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      JSON.stringify({ type: "run_command", detail: `npm test ${at % 97}` }),
    );
    for (const [at, name] of ["long-a", "long-b"].entries()) {
      copy("hello-world-bundle", path.join(root, name));
      fs.writeFileSync(path.join(root, name, "events.jsonl"), `${lines.slice(at).join("\n")}\n`);
    }
    const addresses = {
      "/runs?root=many": "rows",
      "/runs/report?root=many": "rows",
      "/runs/show?bundle=many/long-a": "Findings",
      "/runs/compare?left=many/long-a&right=many/long-b": "more rows",
    };
    for (const [address, text] of Object.entries(addresses)) {
      const { page, faults } = await app.open(address);
      await page.locator(`main :text("${text}")`).first().waitFor();
      const count = await page.locator("main *").count();
      assert(count < 4000, `${address}: ${count} elements`);
      const names = await page.locator(".step .name").allTextContents();
      assert.equal(
        names.some((name) => name.includes("_")),
        false,
      );
      assert.deepEqual(faults, []);
      await page.close();
    }
  });

  test("the report offers what failed runs did differently, and then shows it", async () => {
    for (const [name, status] of Object.entries({
      a: "success",
      b: "success",
      c: "failure",
      d: "failure",
    })) {
      const detail = status === "success" ? "npm test" : "npm publish";
      const events = [
        { type: "run_command", at: "2026-01-31T08:00:00Z", detail: "", command: detail },
      ];
      const document = { tool: name, outcome: { status } };
      writeTaskBundle(path.join(folder.project, "learning", name), { document, events });
    }
    const { page, faults } = await app.open("/runs/report?root=learning");
    await page.getByRole("link", { name: "what failed runs did differently" }).click();
    await page.getByRole("heading", { name: "What failed runs did differently" }).waitFor();
    await page.locator(':text("npm publish")').first().waitFor();
    assert.equal(await page.getByRole("link", { name: "did differently" }).count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a curated file is shown as a document, and as its source on request", async () => {
    const { page, faults } = await app.open("/responsibilities/docs");
    const file = page.locator(".curated").first();
    await file.locator("summary").first().click();
    await file.locator(".prose .heading").first().waitFor();
    // Nothing in it becomes a link, a picture or an element of its own.
    assert.equal(await file.locator(".prose :is(a, img, iframe, script)").count(), 0);
    assert.doesNotMatch(await file.locator(".prose .heading").first().innerText(), /^#/);
    const source = file.getByRole("button", { name: "Markdown source" });
    await source.click();
    assert.match(await file.locator(".code").last().innerText(), /^#/m);
    assert.equal(await source.getAttribute("aria-pressed"), "true");
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("many refused texts are dismissed at once, after a second click", async () => {
    for (const what of ["importer run with Node 22", "gauge be read at noon"]) {
      const [subject, ...rest] = what.split(" ");
      const claim = (must: string) => `The ${subject} ${must} ${rest.join(" ")}.`;
      await run("state commit", { text: claim("must"), slot: "constraint" });
      await run("state commit", { text: claim("must not"), slot: "constraint" }).catch(() => null);
    }
    const { page, faults } = await app.open("/gate");
    const group = page.getByRole("region", { name: "Contradict an entry in force" });
    const dismiss = group.getByRole("button", {
      name: /^Keep the entries, dismiss all \d+ texts$/,
    });
    await dismiss.press("Enter");
    await group.getByRole("button", { name: /^Yes: Keep the entries/ }).press("Enter");
    await page.locator("text=/Dismissed \\d+ refused texts/").waitFor();
    await group.waitFor({ state: "detached" });
    const { attention } = await run("overview");
    assert.deepEqual(Object(attention).contradictions, []);
    // The proposal to tidy the state is older than what was committed here, and says so.
    assert.deepEqual(
      faults.filter((fault) => !fault.endsWith("/dream/adopt")),
      [],
    );
    await page.close();
  });

  test("a request is accepted with a key, and its history has the step", async () => {
    const { page, faults } = await app.open("/requests");
    await page.locator("main a", { hasText: "Describe the flag" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Accept" }).press("Enter");
    await page.locator("text=Accepted as docs").waitFor();
    await page.locator('[aria-label="History"] >> text=accepted').first().waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("heads of another machine are compared, and two runs are chosen and compared", async () => {
    const { page, faults } = await app.open("/trust");
    const chain = await page.locator(".hash").textContent();
    await page.getByLabel("Chain of the other machine").fill("0".repeat(64));
    await page.locator("text=Different").waitFor();
    await page.getByLabel("Chain of the other machine").fill(chain ?? "");
    await page.locator("text=The same").first().waitFor();
    await page.goto(`${app.origin}/runs`);
    for (const at of [0, 1]) await page.locator("input[type=checkbox]").nth(at).press("Space");
    await page.getByRole("button", { name: "Compare" }).press("Enter");
    await page.locator(".parting").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the only number of a row lies beside its heading on a narrow screen", async () => {
    const { page } = await app.open("/responsibilities", { width: 360 });
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll("td[data-label=Pending]")].map((cell) => cell.offsetHeight)`,
    );
    assert.ok(heights.length > 0 && heights.every((height) => height < 32), String(heights));
    await page.close();
  });

  test("a state of many entries shows the first of each slot, then more, so that its events are near", async () => {
    const names = ["amber", "birch", "cedar", "delta", "ember"];
    for (let at = 0; at < 25; at++) {
      const text = `Station ${at} ${names[at % 5]} ${at * 7919} keeps gauge ${at * 104729}.`;
      await run("state commit", { text, id: `many-${at}`, slot: "fact" });
    }
    const { page, faults } = await app.open("/state");
    const facts = page.locator(".slot", { has: page.locator("h3", { hasText: /^fact/ }) });
    assert.equal(await facts.locator(".entry").count(), 20);
    await facts.getByRole("button", { name: /^Show .*more/ }).press("Enter");
    await facts.locator(".entry").nth(24).waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("threads beyond the first 500 come with a button", async () => {
    const ledger = await openLedgerAt(path.join(folder.project, ".holdall"), {
      modules: await loadModules(),
    });
    const thread = { workspace: "tides", actor: { id: "human:ann", origin: "cli" } };
    await ledger.write(async (unit) => {
      for (let at = 0; at < 510; at++) await createThread(unit, { ...thread, title: `Tide ${at}` });
    });
    await ledger.close();
    const { page, faults } = await app.open("/threads");
    const rows = page.locator(".thread-row");
    assert.equal(await rows.count(), 500);
    await page.getByRole("button", { name: /^Show \d+ more threads$/ }).press("Enter");
    await rows.nth(509).waitFor();
    assert.equal(await page.locator("button.more").count(), 0);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
