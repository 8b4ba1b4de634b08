import { HoldallError } from "../base/errors.ts";
import type { Engine, Store } from "../stores/store.ts";
import type { Projection, Projections } from "./projections.ts";

/**
 * Refuses a database with a trigger that this program did not create. In a workspace that came with a project,
 * one could run without end at the first write, or change what is written. Tables that are about to be dropped
 * may have any: theirs go with them.
 */
export async function refuseForeignTriggers(
  store: Store,
  projections: Projections,
  outdated: readonly Projection[],
): Promise<void> {
  const { engine, location } = store;
  const { listTriggers } = engine;
  if (listTriggers === null) return;
  const found = await store.transaction("read", (tx) =>
    tx.all<{ name: string; table: string; definition: string }>(listTriggers),
  );
  if (found.length === 0) return;
  const ours = definitionsOf(projections, engine);
  const dropped = tablesOf(outdated);
  const foreign = found.find(
    ({ table, definition }) => !dropped.has(table) && !ours.has(plainDefinition(definition)),
  );
  if (foreign === undefined) return;
  const state = `the database has the trigger "${foreign.name}", which this program did not create`;
  throw new HoldallError("E_STORE", `Cannot use the workspace "${location}": ${state}`, {
    cure: "if a newer version of Holdall wrote the workspace, install that; otherwise do not use it, or restore it from a copy",
  });
}

/** How a statement was spaced and quoted says nothing about what it created. */
export function plainDefinition(statement: string): string {
  return statement.toLowerCase().replaceAll('"', "").replaceAll(/\s+/g, " ");
}

function definitionsOf({ all }: Projections, engine: Engine): ReadonlySet<string> {
  const statements = all.flatMap((projection) => projection.triggers?.(engine) ?? []);
  return new Set(statements.map(plainDefinition));
}

function tablesOf(projections: readonly Projection[]): ReadonlySet<string> {
  return new Set(projections.flatMap(({ tables }) => tables));
}
