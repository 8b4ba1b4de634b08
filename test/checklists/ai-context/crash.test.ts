/** Items 24, 61 and 62 of the checklist: a process that is killed or paused before each of its writes. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { promptFiles } from "../../../src/model/ai-context/context-file.ts";
import { startHalted } from "../../support/halted-program.ts";
import { runOperation } from "../../support/operations.ts";
import { makeLab } from "../../support/responsibilities.ts";
import { picture } from "../../support/scratch.ts";
import { subjects } from "../../support/workspaces.ts";
import { testOnStores } from "./workspace.ts";

const { all } = await subjects();
const FIRST = "2026-02-03T10:00:00Z";
const SECOND = "2026-02-03T10:00:05Z";
/** More writes than any of the commands has; the loops end at the first one that was not killed. */
const MOST_WRITES = 80;

for (const subject of all) {
  suite(`killed scans on ${subject.name}`, { skip: subject.skip }, () => {
    test("item 24: a scan that is killed before any of its writes is finished by the next one", async (t) => {
      const lab = await makeLab(subject);
      const steward = { actor: "steward_lab" };
      /** Everything that a scan leaves of one file, without the file's own name. */
      const stateOf = async (name: string) => {
        const id = `bundle_2026-02-03-${name}`;
        const of = (table: string) => lab.rows(`select * from ${table}`);
        const tables = [
          await of("ingestion_bundles"),
          await of("ingestion_events"),
          await of("ingestion_taken"),
          await of("data_artifacts"),
        ];
        const rows = tables.map((table) =>
          table
            .filter((row) => JSON.stringify(row).includes(name))
            .map((row) => ({ ...row, id: 0 })),
        );
        const links = await of("transformations");
        const memory = lab.memory("steward_lab").filter((line) => line.includes(id));
        const folder = path.join(lab.cwd, "context/bundles", id);
        const files = fs.readdirSync(folder).sort();
        const texts = files.map((file) => fs.readFileSync(path.join(folder, file), "utf8"));
        const seen = JSON.stringify({ rows, memory, files, texts });
        // The hash of a content, and ids made of it, differ as the names do.
        const plain = seen.replaceAll(name, "X").replaceAll(/[0-9a-f]{32,64}/g, "H");
        return { plain, links: links.length };
      };
      const take = async (name: string, halt?: number) => {
        const file = path.join(lab.cwd, "drop", `${name}.md`);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, `# ${name}\n`);
        fs.utimesSync(file, 1_700_000_000, 1_700_000_000);
        await lab.run("context drop scan", { ...steward, now: FIRST });
        const before = (await stateOfAll()).links;
        let code: number | null = 0;
        if (halt !== undefined) {
          const at = { at: halt, in: lab.cwd };
          const { ended, problems } = startHalted({ cwd: lab.cwd, store: lab.store, halt: at }, [
            "context",
            "drop",
            "scan",
            "--as",
            "steward_lab",
            "--now",
            SECOND,
          ]);
          code = await ended;
          assert(code === null || code === 0, problems());
        }
        const lock = path.join(lab.cwd, ".curator/steward_lab/lock");
        if (fs.statSync(lock, { throwIfNoEntry: false })?.size === 0) await wait(1100);
        await lab.run("context drop scan", { ...steward, now: SECOND });
        const { plain, links } = await stateOf(name);
        const left = fs.readdirSync(path.join(lab.cwd, ".curator/bundles"));
        fs.rmSync(file);
        // Not part of the item: it keeps the backlog from raising its alert.
        const id = `bundle_2026-02-03-${name}`;
        await lab.run("context bundle reject", { id, reason: "seen", ...steward });
        return { code, state: plain, linked: links - before, left };
      };
      const stateOfAll = async () => ({
        links: (await lab.rows("select id from transformations")).length,
      });
      const nameOf = (index: number) => `part-${String(index).padStart(3, "0")}`;
      const whole = await take(nameOf(0));
      assert.equal(whole.linked, 1);
      let writes = 1;
      for (; writes < MOST_WRITES; writes++) {
        const { code, state, linked } = await take(nameOf(writes), writes);
        assert.equal(state, whole.state, `killed before write ${writes}`);
        assert.equal(linked, 1, `killed before write ${writes}`);
        if (code === 0) break;
      }
      t.diagnostic(`${writes - 1} writes`);
      assert(writes > 5 && writes < MOST_WRITES);
    });
  });
}

testOnStores(
  "61: a refresh that is killed before any of its writes leaves the old files or the new ones",
  async (createWorkspace) => {
    const { cwd, store, refresh, run, root, edit, write } = await createWorkspace();
    await refresh();
    const set = () =>
      promptFiles.map((stem) => fs.readFileSync(path.join(root, `ai_context/${stem}.md`), "utf8"));
    let old = set();
    let round = 1;
    const outcomes = { old: 0, new: 0 };
    const lock = path.join(cwd, ".curator/docs_cos/lock");
    for (; round < MOST_WRITES; round++) {
      edit("kernel.md", /for, in .*$/m, `for, in round ${round} sentences.`);
      write({ "context/projects/first_project.md": `# First project\n\nRound ${round}\n` });
      const halt = { at: round, in: cwd };
      const { ended, problems } = startHalted({ cwd, store, halt }, [
        ...["context", "refresh", "docs_cos", "--now", "2026-02-03T11:00:00Z"],
      ]);
      const code = await ended;
      assert(code === null || code === 0, problems());
      const { out } = await run<{ files: readonly { text: string }[] }>("context load", {
        ...{ id: "docs_cos", "four-only": true, "stale-ok": true },
      });
      const seen = out.files.map(({ text }) => text);
      const isOld = JSON.stringify(seen) === JSON.stringify(old);
      const isNew =
        seen[0]?.includes(`in round ${round} sentences`) === true &&
        seen[1]?.includes(`Round ${round}`) === true;
      assert(isOld !== isNew, `killed before write ${round}`);
      outcomes[isOld ? "old" : "new"]++;
      // A lock whose process ended before it wrote its name into it is abandoned after a second.
      if (fs.statSync(lock, { throwIfNoEntry: false })?.size === 0) await wait(1100);
      await refresh({ now: "2026-02-03T12:00:00Z" });
      old = set();
      const left = fs.readdirSync(path.join(cwd, ".curator/docs_cos"));
      const unfinished = left.filter((name) => /^staging|^publish|^lock$/.test(name));
      assert.deepEqual(unfinished, []);
      if (code === 0) break;
    }
    assert(outcomes.old > 3 && outcomes.new > 3, JSON.stringify(outcomes));
    const { out } = await run<{ findings: readonly unknown[] }>("context verify", {
      id: "docs_cos",
    });
    assert.deepEqual(out.findings, []);
  },
);

testOnStores(
  "62: while one refresh is under way, another of the same responsibility ends with 4 and one of another works",
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
