import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

/** A statement without end: SQLite would block the process in it. */
const ENDLESS =
  "with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c";

const cases: Readonly<Record<string, (ours: string) => readonly string[]>> = {
  "of its own": () => [`create trigger late after insert on ledger_events begin ${ENDLESS}; end`],
  "in the place of one of ours": (ours) => [
    `drop trigger ${ours}`,
    `create trigger ${ours} after insert on ledger_events begin ${ENDLESS}; end`,
  ],
};

for (const [title, statements] of Object.entries(cases)) {
  test(`a workspace with a foreign trigger ${title} is refused before anything is written`, () => {
    const cwd = makeScratch();
    assert.equal(holdallJson(["init"], { cwd }).code, 0);
    assert.equal(holdallJson(["state", "commit", "Use the southern pier"], { cwd }).code, 0);
    const database = new DatabaseSync(path.join(cwd, ".holdall", "ledger.sqlite"));
    const ours = database.prepare("select name from sqlite_master where type = 'trigger'").get();
    for (const statement of statements(String(ours?.name))) database.exec(statement);
    database.close();
    for (const args of [["state", "commit", "Boats are blue"], ["state", "show"], ["status"]]) {
      const { code, json } = holdallJson(args, { cwd });
      assert.deepEqual([code, Object(json.error).code], [4, "E_STORE"], args.join(" "));
    }
  });
}
