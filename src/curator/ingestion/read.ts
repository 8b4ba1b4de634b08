import { HoldallError } from "../../base/errors.ts";
import type { Transaction } from "../../stores/store.ts";
import { type Bundle, toBundle } from "./metadata.ts";
import { selectBundle, selectBundleEvents, selectBundles } from "./tables.ts";

/** A bundle of a workspace; null when it has none with the id. */
export async function readBundle(
  tx: Transaction,
  workspace: string,
  id: string,
): Promise<Bundle | null> {
  const row = await selectBundle(tx, workspace, id);
  return row && toBundle(row, await selectBundleEvents(tx, workspace, id));
}

/** A bundle of a workspace; `E_NOT_FOUND` when it has none with the id. */
export async function requireBundle(
  tx: Transaction,
  workspace: string,
  id: string,
): Promise<Bundle> {
  const found = await readBundle(tx, workspace, id);
  if (found !== null) return found;
  throw new HoldallError("E_NOT_FOUND", `Cannot find bundle "${id}" in workspace "${workspace}"`, {
    cure: "list them with `holdall context bundle list`",
  });
}

/** The bundles of a workspace, those of one status when it is named. */
export async function listBundles(
  tx: Transaction,
  workspace: string,
  status?: string,
): Promise<readonly Bundle[]> {
  const found: Bundle[] = [];
  for (const row of await selectBundles(tx, { workspace_id: workspace, status })) {
    found.push(toBundle(row, await selectBundleEvents(tx, workspace, row.bundle_id)));
  }
  return found;
}

/** How many bundles wait for the steward: pending ones that were not rejected. */
export async function countBacklog(tx: Transaction, workspace: string): Promise<number> {
  const rows = await selectBundles(tx, { workspace_id: workspace, status: "pending" });
  return rows.filter(({ review_json }) => !review_json?.includes('"rejected"')).length;
}
