import type { Findings } from "../base/findings.ts";
import type { Engine, Transaction } from "../stores/store.ts";
import { type Migration, migrations } from "./migrations.ts";
import { type Projections, statementsOf } from "./projections.ts";
import { plainDefinition } from "./refuse-triggers.ts";
import { dropTable } from "./tables/projections.ts";
import { CREATE_META, PROJECTED_SINCE } from "./tables/schema.ts";

/**
 * Compares the tables, indexes and triggers of a workspace with those that this program creates: all of them are made
 * a second time as temporary ones. A missing index makes reads slow or lets an id in twice, and a
 * foreign trigger changes what others write. Tables and indexes that are not ours are left alone.
 * Needs a `shadow` transaction.
 */
export async function checkSchema(
  tx: Transaction,
  { engine, projections }: { readonly engine: Engine; readonly projections: Projections },
  findings: Findings,
  steps: readonly Migration[] = migrations,
): Promise<void> {
  await createAll(shadowing(tx, engine), engine, { projections, steps });
  const real = await readObjects(tx, engine, "real");
  const ours = await readObjects(tx, engine, "shadow");
  for (const [key, expected] of ours) {
    const found = real.get(key);
    if (found?.definition === expected.definition) continue;
    const state = found === undefined ? "is missing" : "is not as it was created";
    findings.error("E_STORE", {}, `${expected.title} ${state}`, { name: expected.name });
  }
  for (const [key, { kind, title, name }] of real) {
    if (kind === "trigger" && !ours.has(key))
      findings.error("E_STORE", {}, `${title} is not ours`, { name });
  }
}

async function createAll(
  tx: Transaction,
  engine: Engine,
  {
    projections,
    steps,
  }: { readonly projections: Projections; readonly steps: readonly Migration[] },
): Promise<void> {
  await tx.run(CREATE_META(engine.types));
  for (const step of steps) await step(tx, engine);
  for (const statement of engine.teamAdditions) tx.write(statement, []);
  for (const projection of projections.all) {
    const known = projection.tables.filter((table) => PROJECTED_SINCE.has(table));
    for (const table of known.toReversed()) dropTable(tx, table);
    for (const statement of statementsOf(projection, engine)) tx.write(statement, []);
  }
}

/** A transaction in which tables are created as temporary ones; every statement finds those first. */
function shadowing(tx: Transaction, engine: Engine): Transaction {
  return {
    ...tx,
    async run(sql, params) {
      if (!isCreating(sql)) return tx.run(sql, params);
      tx.write(engine.shadowOf(sql), []);
      return 0;
    },
    write: (sql, params) =>
      isCreating(sql) ? tx.write(engine.shadowOf(sql), []) : tx.write(sql, params),
  };
}

function isCreating(sql: string): boolean {
  return /^\s*create\s/i.test(sql);
}

interface SchemaObject {
  readonly kind: string;
  readonly name: string;
  readonly title: string;
  readonly definition: string;
}

async function readObjects(
  tx: Transaction,
  engine: Engine,
  schema: "real" | "shadow",
): Promise<ReadonlyMap<string, SchemaObject>> {
  const rows = await tx.all<{ kind: string; name: string; definition: string }>(
    engine.listObjects(schema),
  );
  return new Map(
    rows.map(({ kind, name, definition }) => {
      const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${name}`;
      return [`${kind} ${name}`, { kind, name, title, definition: plainDefinition(definition) }];
    }),
  );
}
