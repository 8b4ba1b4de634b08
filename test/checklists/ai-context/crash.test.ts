/**
 * A process that is killed or paused before its changes. On SQLite one run copies the disk before every change, which
 * is what a kill leaves; on PostgreSQL, whose data cannot be copied so, a process is killed before the first change of
 * each kind and the last of all: its changes of files are the same.
 */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { promptFiles } from "../../../src/model/ai-context/context-file.ts";
import { startHalted } from "../../support/halted-program.ts";
import { findChanges } from "../../support/kill-points.ts";
import { contextIn, runOperation } from "../../support/operations.ts";
import { createLab, rowsOf } from "../../support/responsibilities.ts";
import { picture } from "../../support/scratch.ts";
import { subjects } from "../../support/workspaces.ts";
import { NOW, testOnStores } from "./workspace.ts";

const { all } = await subjects();
const FIRST = "2026-02-03T10:00:00Z";
const SECOND = "2026-02-03T10:00:05Z";
/** A command that changes files fewer times than this was not watched. */
const MIN_CHANGES = 5;
const DROP_SCAN = ["context", "drop", "scan", "--as", "steward_lab", "--now", SECOND];
const REFRESH = ["context", "refresh", "docs_cos", "--now", "2026-02-03T11:00:00Z"];

/** A lock whose process ended before it wrote its name into it is abandoned after a second, which is over by this. */
function outlastLock(cwd: string, id: string): void {
  const lock = path.join(cwd, ".curator", id, "lock");
  const isEmpty = fs.statSync(lock, { throwIfNoEntry: false })?.size === 0;
  if (isEmpty) fs.utimesSync(lock, new Date(0), new Date(0));
}

/** Kills a command before a change. */
async function kill(cwd: string, store: string | undefined, at: number, args: readonly string[]) {
  const { ended, problems } = startHalted({ cwd, store, halt: { at, in: cwd } }, args);
  const code = await ended;
  assert(code === null || code === 0, problems());
}

for (const subject of all) {
  suite(`killed scans on ${subject.name}`, { skip: subject.skip }, () => {
    test("a scan that is killed before any of its changes is finished by the next one", async (t) => {
      const lab = await createLab(subject);
      /** Everything that a scan leaves of one file, without the file's own name. */
      const stateOf = async (cwd: string, store: string, name: string) => {
        const id = `bundle_2026-02-03-${name}`;
        const tables = [];
        for (const table of ["bundles", "events", "taken"].map((each) => `ingestion_${each}`)) {
          tables.push(await rowsOf(store, `select * from ${table}`));
        }
        tables.push(await rowsOf(store, "select * from data_artifacts"));
        const rows = tables.map((table) =>
          table
            .filter((row) => JSON.stringify(row).includes(name))
            .map((row) => ({ ...row, id: 0 })),
        );
        const memory = fs
          .readFileSync(path.join(cwd, "registry/steward_lab/memory/events.md"), "utf8")
          .split("\n")
          .filter((line) => line.includes(id));
        const folder = path.join(cwd, "context/bundles", id);
        const files = fs.readdirSync(folder).sort();
        const texts = files.map((file) => fs.readFileSync(path.join(folder, file), "utf8"));
        const links = (await rowsOf(store, "select id from transformations")).length;
        const seen = JSON.stringify({ rows, memory, files, texts });
        // The hash of a content, and ids made of it, differ as the names do.
        return {
          state: seen.replaceAll(name, "X").replaceAll(/[0-9a-f]{32,64}/g, "H"),
          links,
        };
      };
      const drop = async (name: string) => {
        const file = path.join(lab.cwd, "drop", `${name}.md`);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, `# ${name}\n`);
        fs.utimesSync(file, 1_700_000_000, 1_700_000_000);
        await lab.run("context drop scan", { actor: "steward_lab", now: FIRST });
      };
      /** The next scan after a kill. */
      const finish = async (cwd: string, store: string) => {
        outlastLock(cwd, "steward_lab");
        const input = { actor: "steward_lab", now: SECOND, store };
        await runOperation(contextIn(cwd), "context drop scan", input);
      };
      await drop("part-000");
      const isCopied = subject.isFolder;
      const { states, steps } = await findChanges(
        { cwd: lab.cwd, store: lab.store, ...(isCopied && { from: [lab.cwd, lab.store] }) },
        DROP_SCAN,
      );
      const complete = await stateOf(lab.cwd, lab.store, "part-000");
      assert.equal(complete.links, 1);
      for (const [index, [cwd = "", store = ""]] of states.entries()) {
        await finish(cwd, store);
        const left = await stateOf(cwd, store, "part-000");
        assert.deepEqual(left, complete, `killed before change ${index + 1}`);
      }
      for (const [index, step] of (isCopied ? steps.slice(-1) : steps).entries()) {
        const name = `part-${String(index + 1).padStart(3, "0")}`;
        await drop(name);
        await kill(lab.cwd, lab.store, step, DROP_SCAN);
        await finish(lab.cwd, lab.store);
        const left = await stateOf(lab.cwd, lab.store, name);
        const expected = { state: complete.state, links: index + 2 };
        assert.deepEqual(left, expected, `killed before change ${step}`);
        // Not part of the item: it keeps the backlog from raising its alert.
        const id = `bundle_2026-02-03-${name}`;
        const seen = { reason: "seen", actor: "steward_lab" };
        await lab.run("context bundle reject", { id, ...seen });
      }
      t.diagnostic(`${states.length} states, ${steps.length} steps`);
      assert((isCopied ? states.length : steps.length) > MIN_CHANGES);
    });
  });
}

testOnStores(
  "a refresh that is killed before any of its changes leaves the old files or the new ones",
  async (createWorkspace) => {
    const { cwd, store, refresh, run, edit, append, write } = await createWorkspace();
    // The memory gets a line for each refresh, too: a kill may come between both files.
    append("guardrails.md", "- [context.audit] The memory has the hash of every refresh.\n");
    await refresh();
    const change = (round: number) => {
      edit("kernel.md", /for, in .*$/m, `for, in round ${round} sentences.`);
      write({ "context/projects/first_project.md": `# First project\n\nRound ${round}\n` });
      append("memory/events.md", `- 2026-02-03T10:30:00Z note (task: t${round}) – go on\n`);
    };
    const outcomes = { old: 0, new: 0, unfinished: 0 };
    /** Reads as whoever comes next, then refreshes; nothing may be left of what was killed. */
    const check = async (folder: string, round: number, old: readonly string[]) => {
      const context = contextIn(folder);
      const input = { id: "docs_cos", now: NOW, ...(store && { store }) };
      outlastLock(folder, "docs_cos");
      const killed = await runOperation<Verified>(context, "context verify", input);
      const altered = killed.out.findings.filter(({ code }) => code !== "W_UNFINISHED");
      assert.deepEqual([killed.exit, altered], [0, []], `killed in ${folder}, round ${round}`);
      if (killed.out.findings.length > 0) outcomes.unfinished++;
      const published = { ...input, files: true };
      const { out } = await runOperation<Loaded>(context, "context status", published);
      const seen = out.files.map(({ text }) => text);
      const isOld = JSON.stringify(seen) === JSON.stringify(old);
      const isNew =
        seen[0]?.includes(`in round ${round} sentences`) === true &&
        seen[1]?.includes(`Round ${round}`) === true;
      assert(isOld !== isNew, `killed in ${folder}, round ${round}`);
      outcomes[isOld ? "old" : "new"]++;
      const later = { ...input, now: "2026-02-03T12:00:00Z" };
      await runOperation(context, "context refresh", later);
      const left = fs.readdirSync(path.join(folder, ".curator/docs_cos"));
      assert.deepEqual(
        left.filter((name) => /^staging|^publish|^lock$/.test(name)),
        [],
      );
      const verified = await runOperation<Verified>(context, "context verify", input);
      assert.deepEqual(verified.out.findings, []);
      assertRecordedOnce(path.join(folder, "registry/docs_cos"), round);
    };
    const set = (folder: string) =>
      promptFiles.map((stem) =>
        fs.readFileSync(path.join(folder, `registry/docs_cos/ai_context/${stem}.md`), "utf8"),
      );
    let old = set(cwd);
    change(0);
    // The store of SQLite lies in the folder, and is copied with it.
    const isCopied = store === undefined;
    const found = await findChanges({ cwd, store, ...(isCopied && { from: [cwd] }) }, REFRESH);
    for (const [index, [folder = ""]] of found.states.entries()) {
      // What completes a refresh may be killed as well.
      const again = found.all.at((index * 7) % found.all.length) ?? 1;
      if (index % 2 === 1) {
        outlastLock(folder, "docs_cos");
        await kill(folder, store, again, REFRESH);
      }
      await check(folder, 0, old);
    }
    await run("context refresh", { id: "docs_cos" });
    const steps = isCopied ? found.steps.slice(-1) : found.steps;
    for (const [index, step] of steps.entries()) {
      old = set(cwd);
      change(index + 1);
      await kill(cwd, store, step, REFRESH);
      await check(cwd, index + 1, old);
    }
    const { old: olds, new: news, unfinished } = outcomes;
    assert(olds > 3 && news > 2 && unfinished > 0, JSON.stringify(outcomes));
  },
);

/** A person's line is on disk once, and each refresh has one line in both of its files. */
function assertRecordedOnce(root: string, round: number): void {
  const linesOf = (file: string) => fs.readFileSync(path.join(root, file), "utf8").split("\n");
  const memory = linesOf("memory/events.md");
  const own = memory.filter((line) => line.includes(`(task: t${round})`));
  assert.equal(own.length, 1);
  const audit = linesOf("logs/context_audit.ndjson").filter((line) => line !== "");
  assert.equal(new Set(audit).size, audit.length);
  const hashes = audit.map((line) => /"bundle":"(sha256:\w+)"/.exec(line)?.[1]);
  const noted = memory.flatMap((line) => / bundle_refreshed .*(sha256:\w+)/.exec(line)?.[1] ?? []);
  assert.deepEqual(noted, hashes);
}

interface Loaded {
  readonly files: readonly { readonly text: string }[];
}

interface Verified {
  readonly findings: readonly { readonly code: string }[];
}

testOnStores(
  "while one refresh is under way, another of the same responsibility ends with 4 and one of another works",
  async (createWorkspace) => {
    const { cwd, store, context, root, fails } = await createWorkspace();
    await runOperation(context, "init", { responsibility: "build_cos", ...(store && { store }) });
    const mark = path.join(cwd, "paused");
    const halt = { at: 1, in: "staging-", with: "SIGSTOP" as const, mark };
    const first = startHalted({ cwd, store, halt }, ["context", "refresh", "docs_cos"]);
    try {
      for (let tries = 0; !fs.existsSync(mark) && tries < 1000; tries++) await wait(20);
      assert(fs.existsSync(mark), first.problems());
      const before = picture(path.join(root, "ai_context"));
      assert.equal(await fails("context refresh"), "E_LOCKED");
      const second = startHalted({ cwd, store }, ["context", "refresh", "docs_cos"]);
      assert.equal(await second.ended, 4);
      assert.deepEqual(picture(path.join(root, "ai_context")), before);
      const other = startHalted({ cwd, store }, ["context", "refresh", "build_cos"]);
      assert.equal(await other.ended, 0, other.problems());
    } finally {
      first.child.kill("SIGCONT");
    }
    assert.equal(await first.ended, 0, first.problems());
    assert(fs.existsSync(path.join(root, "ai_context/system_context.md")));
  },
);
