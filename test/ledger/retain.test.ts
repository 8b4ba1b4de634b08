/** Retention: texts of old records of sessions go, events stay. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { allTexts } from "../../src/ledger/read.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import type { Retention } from "../../src/retention/retain-transcripts.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { SESSION, type Spoken, writeSession } from "../handoff/claude-session.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt, type Subject, subjects } from "../support/workspaces.ts";

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 5, 1, 12);
const SECRET = "the harbour code is blue";
const conversation: readonly Spoken[] = [
  ["user", "Use bun not npm. Never cache prices."],
  ["assistant", "Understood."],
  ["assistant", `${SECRET}. ${"The tide turns. ".repeat(1000)}`],
  ["user", `Go on, ${SECRET}.`],
];
const ID = `claude/${SESSION}`;

const { all } = await subjects();

/** A workspace whose clock is set to days after the first one. */
function createProject(subject: Subject) {
  const cwd = makeScratch();
  const store = subject.location();
  const on = async <Out>(day: number, name: OperationName, input: object = {}) => {
    const now = () => new Date(FIRST_DAY + day * DAY_MS);
    return runOperation<Out>(contextIn(cwd, now), name, { store, ...input });
  };
  const take = (day: number, spoken = conversation, more = {}) =>
    on<{ appended: number }>(day, "import", { from: writeSession(cwd, spoken), ...more });
  const retain = async (day: number, more = {}) =>
    (await on<Retention>(day, "ledger retain", { transcripts: "90d", ...more })).out;
  return { cwd, store, on, take, retain };
}

interface Verified {
  readonly ok: boolean;
  readonly workspace: { readonly redacted: number; readonly events: number };
}

/** How many texts and artifacts contain the secret. */
async function countSecrets(store: string): Promise<number> {
  const ledger = await openLedgerAt(store, { modules: await loadModules() });
  let count = 0;
  const look = (content: Uint8Array | null) => {
    if (content !== null && Buffer.from(content).includes(SECRET)) count++;
  };
  for await (const { content } of allTexts(ledger)) look(content);
  for await (const { sha256 } of ledger.store.artifacts.list()) {
    look(await ledger.store.artifacts.get(sha256));
  }
  await ledger.close();
  return count;
}

for (const subject of all) {
  suite(`ledger retain over ${subject.name}`, { skip: subject.skip }, () => {
    test("a dry run counts texts and bytes, and changes nothing", async () => {
      const { store, on, take, retain } = createProject(subject);
      await on(0, "init");
      await take(0);
      const heads = async () => (await on<{ heads: { events: number } }>(0, "ledger heads")).out;
      const before = await heads();
      const found = await retain(100, { "dry-run": true });
      const { texts, bytes, sessions, kept } = found;
      assert.deepEqual({ texts, sessions, kept }, { texts: 4, sessions: 1, kept: [] });
      assert(bytes > 16_000 && bytes < 20_000, `${bytes}`);
      assert.deepEqual(await heads(), before);
      assert.equal(await countSecrets(store), 2);
      assert.equal((await retain(80)).texts, 0);
    });

    test("old texts are redacted, events stay, and verify counts them", async () => {
      const { store, on, take, retain } = createProject(subject);
      await on(0, "init");
      await take(0);
      await on(0, "memory find", { query: "harbour code" }); // It indexes sessions as well.
      const { texts } = await retain(100);
      assert.equal(texts, 4);
      assert.equal(await countSecrets(store), 0);
      const { exit, out } = await on<Verified>(100, "ledger verify");
      assert.deepEqual([exit, out.ok, out.workspace.redacted], [0, true, 4]);
      const { out: found } = await on<{ results: readonly unknown[] }>(100, "memory find", {
        query: "harbour code",
      });
      assert(!JSON.stringify(found).includes("harbour code is"));
      assert.equal((await retain(100)).texts, 0);
      if (subject.isFolder) assert.deepEqual(filesWithSecret(store), []);
    });

    test("what was redacted is not added again when its session is imported again", async () => {
      const { store, on, take, retain } = createProject(subject);
      await on(0, "init");
      await take(0);
      await retain(100);
      assert.equal((await take(101)).out.appended, 0);
      assert.equal(await countSecrets(store), 0);
      assert.equal((await on(101, "thread show", { id: ID })).exit, 0);
    });

    test("a session that still grows stays as a whole, and is named", async () => {
      const { store, on, take, retain } = createProject(subject);
      await on(0, "init");
      await take(0);
      await take(80, [...conversation, ["user", "Is it high water?"]]);
      const { texts, kept } = await retain(100);
      const by = ["2026-08-20T12:00:00.000Z"];
      const named = [{ transcript_id: ID, texts: 4, reason: "growing", by }];
      assert.deepEqual([texts, kept], [0, named]);
      const { out } = await on(101, "thread compile", { id: ID });
      assert.match(JSON.stringify(out), /high water/);
      assert.equal(await countSecrets(store), 2);
      assert.equal((await retain(171)).texts, 5);
    });

    test("what an entry in force or a waiting proposal cites stays and is named", async () => {
      const { store, on, take, retain } = createProject(subject);
      await on(0, "init");
      await take(0, conversation, { state: true });
      type Waiting = { waiting: readonly { id: string }[] };
      const [first, second] = (await on<Waiting>(1, "state review")).out.waiting;
      await on(1, "state review", { keep: [first?.id] });
      type Shown = { entries: readonly { id: string }[] };
      const entry = (await on<Shown>(1, "state show")).out.entries[0]?.id ?? "";
      const { texts, kept } = await retain(100);
      const by = [entry, `proposal ${second?.id}`];
      assert.deepEqual([texts, kept], [0, [{ transcript_id: ID, texts: 4, reason: "cited", by }]]);
      assert.equal((await retain(100, { cited: true, "dry-run": true })).texts, 4);
      await on(101, "state review", { skip: [second?.id] });
      assert.deepEqual((await retain(101)).kept[0]?.by, [entry]);
      await on(101, "state archive", { id: entry });
      assert.equal((await retain(102)).texts, 4);
      assert.equal(await countSecrets(store), 0);
      assert.equal((await on(102, "ledger verify")).exit, 0);
    });

    test("a text that something else has as well stays and is named", async () => {
      const { cwd, on, take, retain } = createProject(subject);
      await on(0, "init");
      await take(0);
      const { thread_id } = (await on<{ thread_id: string }>(0, "thread new")).out;
      const [, line = ""] = fs.readFileSync(path.join(cwd, `${SESSION}.jsonl`), "utf8").split("\n");
      await on(0, "thread post", { id: thread_id, text: line });
      const { texts, kept } = await retain(100);
      assert.equal(texts, 3);
      const by = [`continuity:${thread_id}`];
      assert.deepEqual(kept, [{ transcript_id: ID, texts: 1, reason: "shared", by }]);
      assert.equal((await on(100, "ledger verify")).exit, 0);
    });

    test("a moment that has not passed is refused", async () => {
      const { on, retain } = createProject(subject);
      await on(0, "init");
      assert.equal(await codeOf(retain(0, { transcripts: "2999-01-01" })), "E_USAGE");
      assert.equal(await codeOf(retain(0, { transcripts: "soon" })), "E_USAGE");
    });
  });
}

function filesWithSecret(location: string): readonly string[] {
  const files = fs.readdirSync(location, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => path.join(file.parentPath, file.name))
    .filter((file) => fs.readFileSync(file).includes(SECRET));
}
