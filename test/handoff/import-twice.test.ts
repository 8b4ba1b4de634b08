import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdallJson } from "../support/warm-program.ts";
import { subjects } from "../support/workspaces.ts";

const scratch = makeScratch();
const { all } = await subjects();
const projects = path.join(
  import.meta.dirname,
  "../fixtures/agents/claude/compaction/home/.claude/projects",
);

for (const subject of all) {
  suite(`sessions imported twice into ${subject.name}`, { skip: subject.skip }, () => {
    test("import --state appends nothing the second time", () => {
      const [file] = fs
        .readdirSync(projects, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".jsonl"));
      const session = path.join(projects, String(file));
      const store = subject.location();
      const run = (...args: string[]) =>
        holdallJson([...args, "--store", store], { cwd: scratch }).json;
      run("init");
      const first = run("import", session, "--state").derived as Record<string, number>;
      const { events } = run("status");
      assert.ok(Number(first.admitted) > 0);
      assert.equal(first.known, 0);
      const again = run("import", session, "--state").derived as Record<string, number>;
      assert.deepEqual(again, {
        offered: first.offered,
        admitted: 0,
        superseded: 0,
        rejected: 0,
        known: first.offered,
      });
      assert.equal(run("status").events, events);
    });
  });
}
