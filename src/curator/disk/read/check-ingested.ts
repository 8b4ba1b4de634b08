import fs from "node:fs";
import type { Finding } from "../../../base/findings.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import type { Bundle } from "../../ingestion/metadata.ts";
import { listBundles } from "../../ingestion/read.ts";
import { contentFault, metadataState } from "../bundles.ts";
import type { Place } from "../workspace.ts";
import { type OpenedBundle, reading } from "./open-bundle.ts";

/** Ingested bundles whose files are not what the record says. They are the steward's; others have none. */
export async function checkIngested(
  context: OperationContext,
  { place, id }: OpenedBundle,
): Promise<readonly Finding[]> {
  const { steward_responsibility_id: steward, workspace_id: workspace } = place.config;
  const folders = id === steward ? foldersOf(place) : [];
  if (folders.length === 0) return [];
  const bundles = await inWorkspace(context, reading(place), (ledger) =>
    ledger.read((tx) => listBundles(tx, workspace)),
  );
  const known = new Set(bundles.map((bundle) => bundle.id));
  return [
    ...bundles.flatMap((bundle) => faultsOf(place, bundle)),
    ...folders
      .filter((name) => !known.has(name))
      .map((name) => fault(place, name, "E_STATE", "No bundle with this id was recorded")),
  ];
}

function foldersOf({ root, config }: Place): readonly string[] {
  const folder = pathInside(root, config.bundles_dir);
  if (!fs.existsSync(folder)) return [];
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function faultsOf(place: Place, bundle: Bundle): readonly Finding[] {
  const state = metadataState(place, bundle);
  const damaged = contentFault(place, bundle);
  const message = `The file differs from the record: the status is "${bundle.row.ingestion_status}"`;
  return [
    ...(state === "changed" ? [fault(place, bundle.id, "E_STATE", message)] : []),
    ...(state === "missing"
      ? [fault(place, bundle.id, "E_MISSING_FILE", "The file is missing")]
      : []),
    ...(damaged === null ? [] : [fault(place, bundle.id, "E_DIGEST", damaged)]),
  ];
}

function fault(place: Place, id: string, code: Finding["code"], message: string): Finding {
  const file = `${place.config.bundles_dir}/${id}/bundle.yaml`;
  return { severity: "error", code, file, pointer: null, line: null, message };
}
