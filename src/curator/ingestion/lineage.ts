import * as z from "zod";
import type { Transaction } from "../../stores/store.ts";
import { selectArtifact, selectUses } from "../responsibilities/tables/lineage.ts";
import type { Bundle } from "./metadata.ts";

/** Where a file of a bundle came from, and every bundle that has it. */
export const fileLineageSchema = () =>
  z.object({
    artifact_id: z.string(),
    uri: z.string(),
    created_at: z.string(),
    bundles: z.array(z.string()).readonly(),
  });

/** Where a file of a bundle came from, and every bundle that has it. */
export type FileLineage = z.infer<ReturnType<typeof fileLineageSchema>>;

/** The lineage of a bundle's files, in the order of its content. */
export async function traceBundle(
  tx: Transaction,
  { lineage }: Bundle,
): Promise<readonly FileLineage[]> {
  const found: FileLineage[] = [];
  for (const id of lineage) {
    const artifact = await selectArtifact(tx, id);
    if (artifact === null) continue;
    const { uri, created_at } = artifact;
    found.push({ artifact_id: id, uri, created_at, bundles: await selectUses(tx, id) });
  }
  return found;
}
