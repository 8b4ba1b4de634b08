import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { agentIds, loadAgent } from "../../src/agents/registry.ts";
import { tourSession } from "../../src/tour/session.ts";
import { accessibilityFaults, noBrowser } from "../support/browser.ts";
import { holdall } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";
import {
  claudeSession,
  createDemoFolder,
  type DemoFolder,
  type OpenApp,
  openApp,
  overflow,
  placeClaudeSession,
  settled,
} from "./open-app.ts";

const HOSTILE = [
  "</script><script>alert(1)</script>",
  '<img src=x onerror="alert(2)">',
  "\u001b]0;title\u0007\u001b[31mred",
  "\u202ereversed\u2066",
  "שלום",
].join(" ");
const IDS = {
  hostile: "11111111-1111-4111-8111-111111111111",
  short: "22222222-2222-4222-8222-222222222222",
  long: "33333333-3333-4333-8333-333333333333",
  compacted: "44444444-4444-4444-8444-444444444444",
} as const;
const RULES = [
  "Never switch the lamp on before the fuse was checked",
  "Always keep the spare fuse in the upper drawer",
] as const;
const SUMMARY = `This session is being continued from a previous conversation. ${"The user builds a lamp controller, and the work goes on as planned. ".repeat(10)}`;
const SESSION = `/sessions/claude/${tourSession.id}`;
const HANDOFF = `/handoff?agent=claude&session=${tourSession.id}`;

test("the script of the app is at most 100 kB when it is compressed, before lazy parts", () => {
  const assets = path.resolve("dist/web/app/assets");
  const main = fs.readdirSync(assets).find((name) => /^main-.*\.js$/.test(name)) ?? "";
  const seen = new Set<string>();
  const collect = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const text = fs.readFileSync(path.join(assets, name), "utf8");
    // What is imported with parentheses is a lazy part.
    for (const [, next = ""] of text.matchAll(/(?:from|import)"\.\/([\w-]{1,60}\.js)"/g))
      collect(next);
  };
  collect(main);
  const texts = [...seen].map((name) => fs.readFileSync(path.join(assets, name)));
  const size = gzipSync(Buffer.concat(texts)).length;
  assert(size > 5_000 && size <= 100_000, String(size));
});

const IS_SUMMARY = { isCompactSummary: true, parentUuid: "boundary" };

/** The record with which Claude Code marks a compaction; the summary follows it. */
function compactBoundary({ project }: DemoFolder, sessionId: string): string {
  const place = { sessionId, cwd: project, version: "2.1.0", uuid: "boundary", parentUuid: null };
  const timestamp = "2026-01-31T08:00:05.000Z";
  return JSON.stringify({ ...place, timestamp, type: "system", subtype: "compact_boundary" });
}

describe("the app in a browser", { skip: noBrowser }, () => {
  const scratch = makeScratch();
  let folder: DemoFolder;
  let app: OpenApp;
  before(async () => {
    folder = await createDemoFolder(scratch);
    const place = (id: string, messages: readonly unknown[]) =>
      placeClaudeSession(folder, id, claudeSession(folder, id, messages));
    place(IDS.hostile, [HOSTILE, [{ type: "text", text: HOSTILE }], "x".repeat(10_000_000)]);
    const many = (count: number) => Array.from({ length: count }, (_, at) => `Item ${at + 1}`);
    place(IDS.short, many(1_000));
    place(IDS.long, many(100_000));
    writeFiles(path.join(folder.project, "b.ocf"), ocf);
    const spoken = RULES.flatMap((rule) => [`${rule}.`, "That is clear."]);
    const messages = ["Build the controller.", "It is built.", ...spoken, SUMMARY, "I see."];
    const compacted = claudeSession(folder, IDS.compacted, messages).split("\n");
    const at = messages.indexOf(SUMMARY);
    const summary = { ...JSON.parse(compacted[at] ?? ""), ...IS_SUMMARY };
    const boundary = compactBoundary(folder, IDS.compacted);
    compacted.splice(at, 1, boundary, JSON.stringify(summary));
    placeClaudeSession(folder, IDS.compacted, compacted.join("\n"));
    const bin = path.join(scratch, "bin");
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, "codex"), "#!/bin/sh\n", { mode: 0o755 });
    const PATH = `${bin}${path.delimiter}${process.env.PATH}`;
    app = await openApp({ ...folder, env: { ...folder.env, PATH } });
  });
  after(() => app?.close());

  for (const to of ["/", "/sessions", "/sessions?q=readings", SESSION, HANDOFF, "/bundle"]) {
    test(`${to} has no accessibility fault in light and dark, and fits 360 and 1,280 pixels`, async () => {
      for (const [width, colorScheme] of [
        [360, "light"],
        [1280, "dark"],
      ] as const) {
        const { page, faults } = await app.open(to, { width, colorScheme });
        assert.deepEqual(await accessibilityFaults(page), []);
        assert.equal(await overflow(page), 0);
        assert.deepEqual(faults, []);
        await page.close();
      }
    });
  }

  test("the app offers the agents of the registry, and as receivers those that have a writer", async () => {
    const agents = await Promise.all(agentIds.map(loadAgent));
    const receivers = agents.filter(({ writer }) => writer !== undefined);
    assert.deepEqual(await choicesOf(app, "/sessions", "Agent"), [
      "All agents",
      ...agents.map(({ displayName }) => displayName),
    ]);
    // Those that are installed on this machine come first.
    assert.deepEqual(
      (await choicesOf(app, HANDOFF, "Receiver")).toSorted(),
      receivers.map(({ displayName }) => displayName).toSorted(),
    );
  });

  test("Home begins with the newest sessions and their last words; what is in force is folded", async () => {
    const { page, faults } = await app.open("/");
    const session = page.locator(".resume", { hasText: "SQLite" });
    await session.locator("text=Next I will make the list of verified stations").waitFor();
    assert.deepEqual(
      await session
        .locator(".resume-acts a")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      [SESSION, HANDOFF, `${HANDOFF}&prove=1`, `/review?agent=claude&session=${tourSession.id}`],
    );
    assert.equal(await page.locator(".in-force").count(), 0);
    await page.locator("summary", { hasText: "4 entries" }).press("Enter");
    await page.locator(".in-force").nth(3).waitFor();
    assert.equal(await page.locator(".in-force").count(), 4);
    assert.match((await page.locator(".ledger-line .good").textContent()) ?? "", /intact/);
    assert.equal(page.url(), `${app.origin}/`);
    assert.equal(await page.title(), "Home – tides – holdall");
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("one switches to another project of one's own, creates its workspace there, and reloads", async () => {
    const harbour = path.join(scratch, "harbour");
    fs.mkdirSync(harbour);
    const other = { ...folder, project: harbour };
    const id = "66666666-6666-4666-8666-666666666666";
    placeClaudeSession(other, id, claudeSession(other, id, ["Count the boats", "Nine."]));
    const { page, faults } = await app.open("/");
    await page.getByLabel("Project").selectOption("harbour");
    await page.locator(".resume", { hasText: "Count the boats" }).waitFor();
    assert.equal(await page.title(), "Home – harbour – holdall");
    await page.reload();
    await page.getByRole("button", { name: "Create a workspace" }).click();
    await page.locator(".ledger-line").waitFor();
    assert.ok(fs.existsSync(path.join(harbour, ".holdall")));
    // The entries of the other project are not here.
    await page.locator("text=Nothing is in force yet").waitFor();
    await page.getByLabel("Project").selectOption("tides");
    await page.locator("summary", { hasText: "4 entries" }).waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("without a workspace no screen shows a problem, and each offers to create one", async () => {
    const bare = path.join(scratch, "bare");
    fs.mkdirSync(bare);
    const other = { ...folder, project: bare };
    const id = "77777777-7777-4777-8777-777777777777";
    placeClaudeSession(other, id, claudeSession(other, id, ["Hello", "Hi"]));
    const { page } = await app.open("/");
    await page.getByLabel("Project").selectOption("bare");
    await page.getByRole("button", { name: "Create a workspace" }).waitFor();
    for (const title of ["State over time", "Gate", "Threads", "Trust", "Review", "Compile"]) {
      await page.getByRole("link", { name: title, exact: true }).click();
      await page.getByRole("button", { name: "Create a workspace" }).first().waitFor();
      assert.equal(await page.locator(".problem").count(), 0, title);
    }
    await page.getByRole("link", { name: "Gate", exact: true }).click();
    await page.getByRole("button", { name: "Create a workspace" }).click();
    await page.locator("text=Nothing waits for a decision").waitFor();
    await page.close();
  });

  test("Ctrl K goes to a session, a screen or an entry by a few letters, and is accessible", async () => {
    const { page, faults } = await app.open("/");
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("spreadsheet");
    const options = page.getByRole("option");
    await options.filter({ hasText: "Hello" }).waitFor({ state: "detached" });
    await options.filter({ hasText: "Claude Code" }).waitFor();
    await options.filter({ hasText: "decision" }).waitFor();
    assert.deepEqual(await accessibilityFaults(page), []);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${SESSION}`);
    assert.equal(await page.locator("dialog").count(), 0);
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("gat");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/gate");
    // An entry is shown where it is in force, marked and in view.
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("decision spreadsheet");
    await options.filter({ hasText: "decision" }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/state?entry=*");
    const entry = page.locator('.entry[aria-current="true"]', { hasText: "spreadsheet" });
    await entry.waitFor();
    const box = await entry.boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 800, JSON.stringify(box));
    // What the palette does not list can be searched.
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.type("verified stations");
    const search = options.filter({ hasText: "Search all sessions for “verified stations”" });
    await search.waitFor();
    assert.match(await page.locator("#palette-list > *").last().innerText(), /^Search/);
    await search.click();
    await page.waitForURL("**/sessions?q=verified+stations");
    await page.locator(".match-head").first().waitFor();
    await page.keyboard.press("Control+k");
    await page.locator("dialog input:focus").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a session has an outline, and its search marks matches and steps through them", async () => {
    const { page, faults } = await app.open(SESSION);
    const outline = page.getByRole("region", { name: "Outline" });
    await outline.locator("ol a").first().waitFor();
    const search = page.getByLabel("Search in the conversation");
    await search.fill("readings");
    await search.press("Enter");
    await page.locator("text=/^1 of \\d+ items found/").waitFor();
    assert.ok((await page.evaluate<number>("CSS.highlights.get('found').size")) > 0);
    await search.press("Enter");
    await page.locator("text=/^2 of \\d+ items found/").waitFor();
    await page.locator('article[aria-current="true"]').waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("an address with a token that is pasted into an open tab signs it in", async () => {
    const page = await app.browser.newPage();
    await page.goto(`${app.origin}/sessions`);
    await page.locator("text=This tab is not signed in").waitFor();
    await page.evaluate(`location.hash = "token=${app.token}"`);
    await page.locator(".session-line").first().waitFor();
    assert.equal(page.url(), `${app.origin}/sessions`);
    await page.close();
  });

  test("a folder without responsibilities is told how to begin, not that something failed", async () => {
    for (const address of ["/responsibilities", "/requests"]) {
      const { page, faults } = await app.open(address);
      await page.locator('main :text("--responsibility")').first().waitFor();
      assert.equal(await page.locator(".problem").count(), 0, address);
      assert.deepEqual(faults, [], address);
      await page.close();
    }
  });

  test("with the keyboard alone one finds a session, reads it, and goes back", async () => {
    const { page, faults } = await app.open("/sessions");
    await page.keyboard.press("/");
    await page.keyboard.type("verified stations");
    const found = page.locator(`.match-head a[href^="${SESSION}"]`);
    await found.waitFor();
    await settled(page);
    assert.equal(new URL(page.url()).searchParams.get("q"), "verified stations");
    // An entry of the state is found as well, and leads to where the state is shown.
    await page.locator('.match-head a[href="/state"]').waitFor();
    await found.focus();
    await page.keyboard.press("Enter");
    await page.locator("article .by-user").first().waitFor();
    assert.equal(new URL(page.url()).pathname, SESSION);
    await page.keyboard.press("j");
    const call = page.locator("summary", { hasText: "import.mjs" }).first();
    await call.focus();
    await page.keyboard.press("Enter");
    await page.locator(".diff").first().waitFor();
    await page.goBack();
    await page.locator(".match").first().waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a dry run that takes long shows for how long, can be cancelled, and tried again", async () => {
    const { page, faults } = await app.open("/sessions");
    await page.route("**/api/v1/handoff", () => {}); // It never answers.
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(HANDOFF)})`);
    await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))");
    const cancel = page.getByRole("button", { name: "Cancel" });
    await cancel.waitFor();
    await cancel.click();
    await cancel.waitFor({ state: "detached" });
    await page.unroute("**/api/v1/handoff");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".loss .good").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("a handoff is tried out, made and undone, and nothing happens before", async () => {
    const { page, faults } = await app.open(HANDOFF);
    const codex = path.join(folder.home, ".codex");
    assert.match((await page.locator(".loss .good").textContent()) ?? "", /Complete/);
    assert.equal(fs.existsSync(codex), false);
    await page.locator("button.primary").click();
    await page.locator("h2.good").waitFor();
    assert.match(
      (await page.locator(".command code").first().textContent()) ?? "",
      /^cd \S+ && codex /,
    );
    assert(
      fs.readdirSync(codex, { recursive: true }).some((name) => String(name).endsWith(".jsonl")),
    );
    const undo = page.locator(".rehearsal button", { hasText: "Undo" });
    await undo.click();
    await page.locator(".rehearsal button", { hasText: "Yes" }).click();
    await page.locator("button.primary").waitFor();
    assert.equal(fs.existsSync(codex), false);
    // The next handoff is tried out again, so that it can be made at once.
    await page.locator("button.primary:enabled").click();
    await page.locator("h2.good").waitFor();
    await undo.click();
    await page.locator(".rehearsal button", { hasText: "Yes" }).click();
    await page.locator("button.primary").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("what a compaction dropped is chosen with the keyboard, and is in the note of the handoff", async () => {
    const { page, faults } = await app.open(`/handoff?agent=claude&session=${IDS.compacted}`);
    await page.locator(".restored summary").press("Enter");
    const [first, second] = RULES.map((rule) => page.getByLabel(rule));
    await first?.press("Space");
    await page.locator("text=/--restore-dropped \\d+ /").waitFor();
    await page.getByLabel(/^All 2 points/).press("Space");
    await page.locator("text=--restore-dropped all").waitFor();
    assert.equal(await second?.isChecked(), true);
    await first?.press("Space");
    await page.locator("text=/--restore-dropped \\d+ /").waitFor();
    assert.deepEqual([await first?.isChecked(), await second?.isChecked()], [false, true]);
    await page.locator(".rehearsal:not(.stale) button.primary:enabled").click();
    await page.locator("h2.good").waitFor();
    const codex = path.join(folder.home, ".codex");
    const [file = ""] = fs.globSync("**/rollout-*.jsonl", { cwd: codex });
    const text = fs.readFileSync(path.join(codex, file), "utf8");
    assert.deepEqual(
      RULES.map((rule) => text.includes(rule)),
      [false, true],
    );
    const undo = page.locator(".rehearsal button", { hasText: "Undo" });
    await undo.click();
    await page.locator(".rehearsal button", { hasText: "Yes" }).click();
    await page.locator("button.primary").waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("the budget is a slider that keys move, and the picture follows", async () => {
    const { page } = await app.open(HANDOFF);
    await page.locator("input[type=range]").focus();
    await page.keyboard.press("Home");
    await page.waitForURL(/budget=500/);
    await settled(page);
    assert.match((await page.locator(".slider strong").textContent()) ?? "", /^500 tokens/);
    await page.close();
  });

  test("hostile content is text: in titles, messages and lines of 10 MB", async () => {
    const { page, faults } = await app.open(`/sessions/claude/${IDS.hostile}`);
    await page.locator("article").nth(2).waitFor();
    assert.equal(await page.locator("img, .prose a, main script").count(), 0);
    const text = (await page.locator("body").textContent()) ?? "";
    for (const hidden of ["\u202e", "\u001b", "\u2066"]) assert.equal(text.includes(hidden), false);
    assert(text.includes("\\u202e"));
    await page.locator(".notes", { hasText: "cut" }).waitFor();
    assert.equal(await overflow(page), 0);
    assert.deepEqual(faults, []);
    await page.close();
    const list = await app.open("/sessions");
    assert.equal(await list.page.locator("main img").count(), 0);
    assert.deepEqual(list.faults, []);
    await list.page.close();
  });

  test("100,000 items need no more elements than 1,000, and parts that came later are searched", async () => {
    const counts: number[] = [];
    for (const id of [IDS.short, IDS.long]) {
      const { page } = await app.open(`/sessions/claude/${id}`);
      await page.locator("article").first().waitFor();
      counts.push(await page.locator("article").count());
      await page.close();
    }
    const [few = 0, many = 0] = counts;
    assert(few > 0 && many > 0 && many <= few * 1.2, String(counts));
    const { page, faults } = await app.open(`/sessions/claude/${IDS.short}`);
    await page.locator(".notes").waitFor({ state: "detached" });
    await page.locator("main input[type=search]").fill("Item 999");
    await page.keyboard.press("Enter");
    await page.locator('[aria-label="Item 999"]').first().waitFor();
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("bundles are checked when they are chosen: one that is intact, the same one altered, side by side", async () => {
    const { page, faults } = await app.open("/bundle");
    const folder = makeScratch();
    writeFiles(path.join(folder, "notes"), ocf);
    const packed = path.join(folder, "notes.tar.gz");
    assert.equal(holdall(["pack", "notes", "--out", packed], { cwd: folder }).code, 0);
    await page.locator("input[type=file]").setInputFiles(packed);
    await page.locator(".bundle-report .good").waitFor();
    const conversions = page.getByRole("group", { name: "Conversions" });
    await conversions.getByRole("row").nth(1).waitFor(); // After the headings.
    assert.equal(await page.locator(".findings .error").count(), 0);
    const altered = gunzipSync(fs.readFileSync(packed));
    const at = altered.indexOf("metres only");
    assert(at > 0);
    altered[at] = 0x4d; // One letter of one file.
    const buffer = gzipSync(altered);
    const other = { name: "altered.tar.gz", mimeType: "application/gzip", buffer };
    await page.locator("input[type=file]").setInputFiles(other);
    await page.locator(".bundle-report .bad").waitFor();
    assert.equal(await page.locator(".bundle-report .good").count(), 1);
    assert((await page.locator(".findings .error").count()) > 0);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(faults, []);
    await page.close();
  });

  test("without a token, and from a page of another origin, nothing is answered", async () => {
    const page = await app.browser.newPage();
    await page.goto(`${app.origin}/sessions`);
    await page.locator(".problem").waitFor();
    await page.close();
    const stranger = http.createServer((_, response) => response.end("<!doctype html><p>hello"));
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const { port } = stranger.address() as AddressInfo;
    const other = await app.browser.newPage();
    await other.goto(`http://127.0.0.1:${port}/`);
    const answer = await other.evaluate(
      `fetch("${app.origin}/api/v1/sessions", { method: "POST", body: "{}", headers: {
        authorization: "Bearer ${app.token}", "content-type": "application/json" } })
        .then((response) => "answered " + response.status, () => "blocked")`,
    );
    assert.equal(answer, "blocked");
    await other.close();
    stranger.close();
  });
});

/** What the field with a label offers on a screen. */
async function choicesOf(app: OpenApp, address: string, label: string): Promise<readonly string[]> {
  const { page } = await app.open(address);
  const choices = await page.getByLabel(label).locator("option").allTextContents();
  await page.close();
  return choices;
}
