/** What people do in the app instead of typing a command, each after it was tried out where that is possible. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { OperationName } from "../../src/operations/registry.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { holdall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { createDemoFolder, type DemoFolder, type OpenApp, openApp } from "./open-app.ts";

describe("acting in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    const demo = await createDemoFolder(scratch);
    const bin = path.join(scratch, "bin");
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, "goose"), "#!/bin/sh\n", { mode: 0o755 });
    folder = { ...demo, env: { ...demo.env, PATH: bin } };
    app = await openApp(folder);
  });
  after(() => app?.close());

  const run = async <Out = Readonly<Record<string, unknown>>>(
    operation: OperationName,
    input: Readonly<Record<string, unknown>> = {},
  ) => (await runOperation<Out>(contextIn(folder.project), operation, input)).out;
  const inForce = async () => JSON.stringify((await run("state show")).entries);

  test("an entry is added with the keyboard, after the gate has said what it thinks of it", async () => {
    const { page, faults } = await app.open("/state");
    await page.locator(".add-entry summary").first().press("Enter");
    const text = page.getByLabel("A decision, a constraint or a fact");
    await text.fill("Readings older than ten years are kept in cold storage.");
    await page.getByRole("button", { name: "Ask the gate" }).press("Enter");
    await page.locator("text=Would be admitted").waitFor();
    assert.doesNotMatch(await inForce(), /cold storage/);
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByLabel("Slot").selectOption("constraint");
    await page.getByRole("button", { name: "Add it" }).press("Enter");
    await page.locator("text=In force in constraint").waitFor();
    assert.match(await inForce(), /cold storage/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the gate's refusal has its reason and the entry, which the text can replace", async () => {
    const { page, faults } = await app.open("/state");
    await page.locator(".add-entry summary").first().click();
    const text = page.getByLabel("A decision, a constraint or a fact");
    await text.fill("Corrections never overwrite a reading: they are new rows.");
    await page.getByRole("button", { name: "Ask the gate" }).click();
    await page.locator(".gate-answer", { hasText: "Would be refused" }).waitFor();
    await page.locator(".gate-answer", { hasText: "already states this" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Add it" }).count(), 0);
    await text.fill("Corrections may overwrite a reading: they are not new rows.");
    await page.getByRole("button", { name: "Ask the gate" }).click();
    await page.locator(".gate-answer", { hasText: "contradicts an entry in force" }).waitFor();
    await page.getByRole("button", { name: /^Replace .* by it$/ }).press("Enter");
    await page.locator("text=/it replaces .*, which is archived/").waitFor();
    assert.match(await inForce(), /Corrections may overwrite/);
    assert.doesNotMatch(await inForce(), /Corrections never overwrite/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("an entry is edited and archived; one that somebody changed meanwhile is not overwritten", async () => {
    const id = "pier";
    await run("state commit", { text: "The gauge at the pier is read hourly.", id, slot: "fact" });
    const { page, faults } = await app.open("/state");
    const entry = page.locator(`article.entry[aria-label="${id}"]`);
    await entry.getByRole("button", { name: "Edit" }).press("Enter");
    await entry.getByLabel("Text of the entry").fill("The gauge at the pier is read daily.");
    await entry.getByLabel("Slot").selectOption("constraint");
    assert.equal(await entry.getByRole("button", { name: "Save" }).count(), 0);
    await entry.getByRole("button", { name: "Ask the gate" }).press("Enter");
    await entry.locator("text=Would be admitted to constraint").waitFor();
    assert.doesNotMatch(await inForce(), /read daily/);
    await entry.getByRole("button", { name: "Save" }).press("Enter");
    await page.locator("text=In force in constraint: pier").waitFor();
    assert.match(await inForce(), /read daily/);
    await entry.getByRole("button", { name: "Edit" }).click();
    await run("state update", { id, text: "It is read weekly.", "expect-version": 2 });
    await entry.getByLabel("Text of the entry").fill("It is read yearly.");
    await entry.getByRole("button", { name: "Ask the gate" }).click();
    await entry.getByRole("button", { name: "Save" }).click();
    await page.locator(".problem", { hasText: "E_CONFLICT" }).waitFor();
    assert.match(await inForce(), /read weekly/);
    await page.reload();
    await entry.getByRole("button", { name: "Archive" }).press("Enter");
    await page.locator("text=Archived pier").waitFor();
    assert.doesNotMatch(await inForce(), /"pier"/);
    assert.deepEqual(
      faults.filter((fault) => !fault.includes("409")),
      [],
    );
    await page.close();
  });

  test("a session gets a star in the list, and is found by it", async () => {
    const { page, faults } = await app.open("/sessions");
    await page
      .getByRole("button", { name: /^Star / })
      .first()
      .press("Enter");
    await page.locator('.star [aria-pressed="true"]').waitFor();
    await page.getByLabel("★ only").press("Space");
    await page.getByText("1 session", { exact: true }).waitFor();
    const listed = holdall(["sessions", "--starred"], { cwd: folder.project, env: folder.env });
    assert.match(listed.stdout, /★/);
    await page.locator(".session-line .about a").click();
    const star = page.locator(".session-read").getByRole("button", { name: /^Star / });
    await star.and(page.locator('[aria-pressed="true"]')).press("Enter");
    await star.and(page.locator('[aria-pressed="false"]')).waitFor();
    await page.goBack();
    await page.locator("text=No session fits the filters").waitFor();
    assert.match((await page.locator(".screen-foot code").textContent()) ?? "", /--starred$/);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("Handoff offers agents that are installed first, and says what a handoff to another is for", async () => {
    const { page, faults } = await app.open("/sessions");
    await page
      .getByRole("link", { name: /^Hand over/ })
      .first()
      .press("Enter");
    const receiver = page.getByLabel("Receiver");
    await page.getByRole("button", { name: "Hand over to Goose" }).waitFor();
    assert.equal(await receiver.inputValue(), "goose");
    assert.equal(await receiver.locator("> option").allTextContents().then(String), "Goose");
    assert.ok((await receiver.locator("optgroup option").count()) > 5);
    assert.equal(await page.getByRole("note").count(), 0);
    const show = page.getByRole("button", { name: "Hand over and let it show the session" });
    assert.equal(await show.count(), 1);
    await receiver.selectOption("codex");
    await page.locator("text=Codex CLI was not found on this machine").waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("button", { name: "Hand over to Codex CLI" }).waitFor();
    assert.ok(await show.isDisabled());
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a session's decisions are kept from its own screen", async () => {
    const { page, faults } = await app.open("/sessions");
    const session = page.locator(".session-line a").first();
    const title = await session.innerText();
    await session.click();
    await page.getByRole("link", { name: "Keep what it decided" }).press("Enter");
    await page.getByRole("heading", { name: "Keep what this session decided" }).waitFor();
    await page.getByRole("link", { name: title, exact: true }).waitFor();
    await page.getByRole("button", { name: "Show them for review" }).click();
    await page.locator("article.proposed").first().waitFor();
    await page.getByRole("button", { name: "Keep", exact: true }).first().press("Enter");
    await page.locator(".done", { hasText: "Kept" }).waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("Compile shows word for word what hooks give to a session that starts", async () => {
    const { page, faults } = await app.open("/compile");
    const { text } = await run<{ text: string }>("hooks preview");
    assert.match(text, /Working state of this project/);
    assert.equal(await page.getByLabel("What a model reads").innerText(), text.trimEnd());
    await page.locator("text=No agent has hooks, so nobody reads it yet").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("responsibilities are created, one is asked for something, and one is refreshed after a dry run", async () => {
    const { page, faults } = await app.open("/responsibilities");
    for (const id of ["docs", "build"]) {
      await page.getByLabel("Id of a new responsibility").fill(id);
      await page.getByRole("button", { name: "Create it" }).press("Enter");
      await page.locator("main a", { hasText: id }).first().waitFor();
    }
    assert.ok(fs.existsSync(path.join(folder.project, "registry/docs/kernel.md")));

    await page.goto(`${app.origin}/requests`);
    await page.locator(".new-request summary").press("Enter");
    await page.getByLabel("What is asked for").fill("Describe the flag --station");
    await page.getByLabel(/^From/).selectOption("build");
    await page.getByLabel(/^For/).selectOption("docs");
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.getByRole("button", { name: "File the request" }).press("Enter");
    await page.locator("text=Filed for docs: Describe the flag").waitFor();
    await page.locator("main a", { hasText: "Describe the flag --station" }).waitFor();

    await page.goto(`${app.origin}/responsibilities/docs`);
    await page.getByRole("button", { name: "What would a refresh change?" }).press("Enter");
    await page.locator("text=It would be published").waitFor();
    await page.locator("text=It was never refreshed").waitFor();
    await page.getByRole("button", { name: "Refresh it" }).press("Enter");
    await page.locator("text=/Refreshed; changed /").waitFor();
    await page.locator("text=1 refresh recorded").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });
});
