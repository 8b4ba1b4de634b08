/**
 * Every column of a workspace's database, altered as somebody with the file can: commands end with a code that says
 * what is damaged, and `ledger verify` notices it. `npm run fuzz -- --target workspaces` tries more values.
 */

import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import {
  alterCell,
  altered,
  type Cell,
  cellsOf,
  commandsFor,
  commandsOf,
  copyWorkspace,
  type Ended,
  faultOf,
  tryCommand,
} from "../support/altered-cells.ts";
import { createFullWorkspace } from "../support/full-workspace.ts";
import { makeScratch } from "../support/scratch.ts";

const scratch = makeScratch();
const intact = path.join(scratch, "intact/.holdall");
const full = await createFullWorkspace({ location: () => intact });
const { cwd } = full.lab;
const commands = commandsFor(full);
let count = 0;

/** A copy of the workspace with one altered cell; null when the database does not take the value. */
function alter(cell: Cell, value: string): string | null {
  const store = path.join(scratch, `${++count}`, ".holdall");
  copyWorkspace(intact, store);
  return alterCell(store, cell, altered[value] ?? null) ? store : null;
}

/** How many commands are tried on each altered workspace, besides the check. */
const COMMANDS = 2;

/** Facts for the moment, which no event records, and what is built again when it is not as expected. */
const UNPROTECTED = /^(?:ledger_leases|ledger_meta|unit_search_totals)$/;

const isNoticed = (ended: Ended) =>
  "error" in ended ? ended.error instanceof HoldallError : ended.exit !== 0;

const tables = Map.groupBy(cellsOf(intact), ({ table }) => table);
for (const [table, cells] of tables) {
  test(`an altered cell of ${table} is noticed, and no command fails unexpectedly`, async () => {
    const [first] = cells;
    for (const [at, cell] of cells.filter(({ rowid }) => rowid === first?.rowid).entries()) {
      const names = Object.keys(altered);
      const value = names[(at * 7 + table.length) % names.length] ?? "";
      const store = alter(cell, value);
      if (store === null) continue;
      const place = `${table}.${cell.column}: ${value}`;
      const verified = await tryCommand(cwd, store, ["ledger verify", {}]);
      assert.equal(faultOf(verified), null, `ledger verify, ${place}`);
      if (!UNPROTECTED.test(table)) assert.ok(isNoticed(verified), `unnoticed: ${place}`);
      const readers = commandsOf(commands, table);
      for (let n = 0; n < COMMANDS; n++) {
        const command = readers[(at * COMMANDS + n) % readers.length] ?? ["status", {}];
        const fault = faultOf(await tryCommand(cwd, store, command));
        assert.equal(fault, null, `${command[0]}, ${place}`);
      }
    }
  });
}

const VERSIONS = ["abc", "", "-1", "0", "1", "1.5", " 2", "3", "1e3", "99999999999999999999"];

test("a schema version that is not the one of the tables is refused, with the place", async () => {
  for (const version of VERSIONS) {
    const store = path.join(scratch, `${++count}`, ".holdall");
    copyWorkspace(intact, store);
    write(store, "update ledger_meta set value = ? where key = 'schema'", version);
    for (const name of ["state show", "ledger verify", "thread list"] as const) {
      const ended = await tryCommand(cwd, store, [name, {}]);
      assert.ok("error" in ended, `${name} took schema "${version}"`);
      assert.equal(faultOf(ended), null, `${name}, schema "${version}"`);
      assert.match(String(Object(ended.error).message), /schema|version|table/i);
    }
  }
});

test("tables whose version cannot be read are built again", async () => {
  for (const version of ["abc", "", "-1", "1.5"]) {
    const store = path.join(scratch, `${++count}`, ".holdall");
    copyWorkspace(intact, store);
    write(store, "update ledger_meta set value = ? where key = 'projection.state'", version);
    for (const name of ["state show", "ledger verify"] as const) {
      const ended = await tryCommand(cwd, store, [name, {}]);
      assert.ok("exit" in ended && ended.exit === 0, `${name}, version "${version}"`);
    }
  }
});

const SCHEMA_CHANGES = [
  "drop table state_entries",
  "drop table ledger_texts",
  "drop table ledger_streams",
  "alter table units rename column facts to other",
  "alter table threads rename column created_at to other",
  "alter table ledger_events rename to elsewhere",
  "drop table ledger_meta",
];

test("a database that lacks a table or a column is refused with a code", async () => {
  for (const statement of SCHEMA_CHANGES) {
    const store = path.join(scratch, `${++count}`, ".holdall");
    copyWorkspace(intact, store);
    write(store, statement);
    for (const command of Object.values(commands).map(([each]) => each)) {
      const ended = await tryCommand(cwd, store, command ?? ["status", {}]);
      assert.equal(faultOf(ended), null, `${command?.[0]}, ${statement}`);
    }
    const verified = await tryCommand(cwd, store, ["ledger verify", {}]);
    assert.equal(faultOf(verified), null, statement);
    assert.ok(isNoticed(verified), statement);
  }
});

test("a value of another type is named with its table, its column and its row", async () => {
  const cell = { table: "units", column: "facts", rowid: 2 };
  const store = alter(cell, "blob");
  assert.ok(store !== null);
  const ended = await tryCommand(cwd, store, ["memory list", {}]);
  assert.ok("error" in ended && ended.error instanceof HoldallError);
  assert.equal(ended.error.code, "E_STORE");
  assert.match(ended.error.message, /table units: column facts, row 2 has bytes/);
});

function write(store: string, sql: string, ...values: readonly string[]): void {
  const database = new DatabaseSync(path.join(store, "ledger.sqlite"));
  database.exec("pragma legacy_alter_table = on");
  database.prepare(sql).run(...values);
  database.close();
}
