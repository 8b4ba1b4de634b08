import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdallJson } from "../support/warm-program.ts";
import { subjects } from "../support/workspaces.ts";
import { writeSession } from "./claude-session.ts";

const scratch = makeScratch();
const { all } = await subjects();

for (const subject of all) {
  suite(`sessions imported twice into ${subject.name}`, { skip: subject.skip }, () => {
    test("import --state appends nothing the second time", () => {
      const session = writeSession(scratch, [
        ["user", "Never cache prices. Use bun not npm."],
        ["assistant", "Understood."],
        ["user", "Go on."],
      ]);
      const store = subject.location();
      const run = (...args: string[]) =>
        holdallJson([...args, "--store", store], { cwd: scratch }).json;
      run("init");
      const first = run("import", session, "--state").proposed;
      const { events } = run("status");
      assert.deepEqual(first, { new: 2, known: 0, kept: 0 });
      const again = run("import", session, "--state").proposed;
      assert.deepEqual(again, { new: 0, known: 2, kept: 0 });
      assert.equal(run("status").events, events);
    });
  });
}
