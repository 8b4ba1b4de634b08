import type { FileSet } from "../../base/file-set.ts";
import { coreFiles, METADATA } from "../../model/ai-context/context-file.ts";
import type { Detection } from "../format.ts";

/** Where the curated files are: at the root of the set, or in the folder of a responsibility. */
export type Root = "" | "ai_context/";

/**
 * Whether a file set contains curated context: by its metadata, or by three of the core five. Fewer
 * would match projects that happen to have one file of that name.
 */
export async function detect(files: FileSet): Promise<Detection> {
  const claims = [await claimOf(files, ""), await claimOf(files, "ai_context/")];
  return { match: claims.some(({ core, hasMetadata }) => hasMetadata || core >= 3) };
}

/** The root with more of the expected files; the top level if both have equally many. */
export async function findRoot(files: FileSet): Promise<Root> {
  const weigh = async (root: Root) => {
    const { core, hasMetadata } = await claimOf(files, root);
    return core + (hasMetadata ? 1 : 0);
  };
  return (await weigh("ai_context/")) > (await weigh("")) ? "ai_context/" : "";
}

async function claimOf(files: FileSet, root: Root) {
  let core = 0;
  for (const stem of coreFiles) if (await files.get(`${root}${stem}.md`)) core++;
  return { core, hasMetadata: (await files.get(`${root}${METADATA}`)) !== null };
}
