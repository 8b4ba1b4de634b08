import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";

const scratch = makeScratch();
let count = 0;

async function createProject() {
  const cwd = path.join(scratch, `${++count}`);
  fs.mkdirSync(cwd);
  const context = contextIn(cwd);
  await runOperation(context, "init");
  return { cwd, context };
}

test("memory learn keeps a skill under its title, and learning again replaces it", async () => {
  const { context } = await createProject();
  const learn = (content: string) =>
    runOperation<{ id: string; replaced: string[] }>(context, "memory learn", {
      title: "Cut a release",
      content,
      step: ["true"],
    });
  const { out: first } = await learn("When tests are green");
  const { out: second } = await learn("When tests are green and the lead agrees");
  assert.deepEqual(second.replaced, [first.id]);
  const { out } = await runOperation<{ skills: { id: string; title: string; steps: number }[] }>(
    context,
    "memory skills",
  );
  assert.deepEqual(
    out.skills.map(({ id, title, steps }) => [id, title, steps]),
    [[second.id, "Cut a release", 1]],
  );
  const { out: packet } = await runOperation<{ packet: string }>(context, "memory context", {
    query: "release",
    goal: "cut the release",
  });
  assert.match(packet.packet, /## Known approach\n- # Cut a release/);
});

interface Replayed {
  readonly digest: string;
  readonly executed: boolean;
  readonly commands: readonly { readonly state: string; readonly output: string | null }[];
}

test("skill replay runs only what was seen, guards first, up to the first failure", async () => {
  const { cwd, context } = await createProject();
  const learn = (guard: string) =>
    runOperation(context, "memory learn", {
      title: "Make it",
      guard: [guard],
      step: ["echo made > it", "echo two >&2; exit 3", "echo never > never"],
    });
  const replay = (more: Readonly<Record<string, unknown>> = {}) =>
    runOperation<Replayed>(context, "skill replay", { title: "make it", ...more });
  await learn("test -e ready");
  const { out: shown } = await replay();
  assert.deepEqual([shown.executed, fs.existsSync(path.join(cwd, "it"))], [false, false]);
  assert.equal(await codeOf(replay({ execute: true })), "E_PROTECTED");
  const { digest } = shown;
  const guarded = await replay({ execute: true, confirm: digest });
  assert.equal(guarded.exit, 1);
  assert.deepEqual(
    guarded.out.commands.map(({ state }) => state),
    ["failed", "skipped", "skipped", "skipped"],
  );
  fs.writeFileSync(path.join(cwd, "ready"), "");
  const { out } = await replay({ execute: true, confirm: digest });
  assert.deepEqual(
    out.commands.map(({ state, output }) => [state, output]),
    [
      ["done", ""],
      ["done", ""],
      ["failed", "two\n"],
      ["skipped", null],
    ],
  );
  assert.equal(fs.readFileSync(path.join(cwd, "it"), "utf8"), "made\n");
  assert.equal(fs.existsSync(path.join(cwd, "never")), false);
  await learn("true");
  const changed = replay({ execute: true, confirm: digest });
  assert.equal(await codeOf(changed), "E_PROTECTED", "the commands are others now");
});

test("memory savings tells what finding gave instead of whole units, and who turns it off is not counted", async () => {
  const { cwd, context } = await createProject();
  const long = `The pump is red. ${"Nothing else is of interest here. ".repeat(100)}`;
  await runOperation(context, "memory store", { content: long, "session-id": "s1" });
  await runOperation(context, "memory find", {
    query: "pump",
    "session-id": "s1",
    "max-chars": 80,
  });
  type Savings = {
    readonly totals: { readonly calls: number; readonly saved_tokens: number };
    readonly by_op: object;
    readonly by_session: object;
  };
  const { out } = await runOperation<Savings>(context, "memory savings");
  assert.equal(out.totals.calls, 1);
  assert.ok(out.totals.saved_tokens > 700, String(out.totals.saved_tokens));
  assert.deepEqual(
    [Object.keys(out.by_op), Object.keys(out.by_session)],
    [["memory find"], ["s1"]],
  );
  fs.writeFileSync(path.join(cwd, "holdall.yaml"), "track_access: false\n");
  await runOperation(context, "memory find", { query: "pump" });
  assert.deepEqual((await runOperation<Savings>(context, "memory savings")).out, out);
});

test("memory timeline tells what was kept about a thing, the oldest first, also what no longer holds", async () => {
  const { context } = await createProject();
  const store = (content: string, more = {}) =>
    runOperation(context, "memory store", { content, ...more });
  await store("Harbor gate opens at six", { "node-id": "gate" });
  await store("It was painted", {
    relations: [{ subject: "painter", predicate: "painted", object: "gate" }],
  });
  await store("Lunch is at noon");
  await store("The gate opens at seven now");
  await runOperation(context, "memory retract", { unit: "gate" });
  type Timeline = {
    readonly units: readonly { readonly begins: string; readonly state: string }[];
  };
  const { out } = await runOperation<Timeline>(context, "memory timeline", { entity: "gate" });
  assert.deepEqual(
    out.units.map(({ begins, state }) => [begins, state]),
    [
      ["Harbor gate opens at six", "retracted"],
      ["It was painted", "active"],
      ["The gate opens at seven now", "active"],
    ],
  );
});

test("memory find lets a configured embedder have a say, and does without one that cannot be asked", async () => {
  const { cwd, context } = await createProject();
  const server = http.createServer(async (request, response) => {
    const { input } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
    const data = input.map((text: string, index: number) => ({
      index,
      embedding: /boat/.test(text) || index === 0 ? [1, 0] : [0, 1],
    }));
    response.end(JSON.stringify({ data: data.toReversed() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  for (const content of ["vessel vessel harbor", "vessel boat of the harbor by the sea"]) {
    await runOperation(context, "memory store", { content });
  }
  type Hits = { readonly hits: readonly { readonly content: string }[] };
  const first = async (notes: string[] = []) => {
    const noting = { ...context, note: (text: string) => notes.push(text) };
    const { out } = await runOperation<Hits>(noting, "memory find", { query: "vessel" });
    return out.hits[0]?.content;
  };
  assert.equal(await first(), "vessel vessel harbor");
  const config = `embedder:\n  base_url: http://127.0.0.1:${port}/v1\n  model: tiny\n`;
  writeUserConfig(path.join(cwd, "user"), config);
  const both = await first();
  assert.ok(both?.includes("boat"), both);
  server.close();
  server.closeAllConnections();
  const notes: string[] = [];
  assert.equal(await first(notes), "vessel vessel harbor");
  assert.equal(notes.length, 1, notes.join());
});

test("memory distill picks statements out of a text, and keeps them once", async () => {
  const { context } = await createProject();
  const text = "We decided to cache listings. It rains. Never cache prices.";
  type Distilled = {
    readonly statements: readonly { readonly text: string }[];
    readonly stored: number;
  };
  const distill = async (input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Distilled>(context, "memory distill", input)).out;
  const { statements, stored } = await distill({ text, keep: true });
  assert.deepEqual(
    statements.map((each) => each.text),
    ["We decided to cache listings.", "Never cache prices."],
  );
  assert.equal(stored, 2);
  assert.equal((await distill({ text, keep: true })).stored, 0);
  assert.equal(await codeOf(distill({})), "E_USAGE");
  const dated = { text: "Yesterday we chose Rust.", "reference-date": "2026-03-01" };
  assert.equal((await distill(dated)).statements[0]?.text, "Yesterday (2026-02-28) we chose Rust.");
  assert.equal(await codeOf(distill({ ...dated, "reference-date": "1 March" })), "E_USAGE");
});
