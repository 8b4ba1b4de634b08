import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { startServe } from "../support/serve.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";
import { subjects } from "../support/workspaces.ts";

const scratch = makeScratch();
const { all } = await subjects();
const projects = path.join(
  import.meta.dirname,
  "../fixtures/agents/claude/compaction/home/.claude/projects",
);
const [file] = fs
  .readdirSync(projects, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".jsonl"));
const session = path.join(projects, String(file));

for (const subject of all) {
  suite(`dry runs of import into ${subject.name}`, { skip: subject.skip }, () => {
    test("a dry run gives the numbers of the import and records nothing", () => {
      const store = subject.location();
      const run = (...args: string[]) =>
        holdallJson([...args, "--store", store], { cwd: scratch }).json;
      run("init");
      const { thread_id } = run("thread", "new", "--title", "Tides");
      const flags = ["import", session, "--state", "--thread", String(thread_id)];
      const before = run("status").events;
      const tried = run(...flags, "--dry-run");
      assert.equal(run("status").events, before);
      const { dry_run, ...done } = run(...flags);
      assert.equal(dry_run, false);
      assert.deepEqual(tried, { ...done, dry_run: true });
      assert.ok(Number(done.appended) > 0);
      assert.equal(run("import", session, "--dry-run").appended, 0);
    });
  });
}

test("over HTTP a session is imported only after a dry run of the same import", async () => {
  const project = path.join(makeScratch(), "project");
  fs.mkdirSync(project);
  holdall(["init"], { cwd: project });
  const server = await startServe(project);
  const input = { from: session };
  const refused = await server.call("person", "import", input);
  assert.deepEqual([refused.status, refused.json?.code], [428, "E_CONFIRM"]);
  const tried = await server.call("person", "import", { ...input, "dry-run": true });
  assert.deepEqual([tried.status, tried.json?.dry_run], [200, true]);
  const done = await server.call("person", "import", input);
  assert.deepEqual([done.status, done.json?.appended], [200, tried.json?.appended]);
  assert.equal(await server.end(), 0);
});
