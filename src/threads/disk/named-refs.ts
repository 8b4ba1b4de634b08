import fs from "node:fs";
import path from "node:path";
import type { Ledger } from "../../ledger/ledger.ts";
import { sizeOfText } from "../../ledger/texts.ts";
import type { TurnMessage } from "../../model/turn.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { projectRoot } from "../../runtime/workspace.ts";
import { mentionsIn } from "../mentions.ts";

/**
 * The files and artifacts that a message names and that exist now. Missing ones are not recorded.
 */
export async function refsIn(
  content: string,
  ledger: Ledger,
  context: OperationContext,
): Promise<TurnMessage["refs"]> {
  const { paths, artifacts } = mentionsIn(content);
  const refs: TurnMessage["refs"][number][] = [];
  const root = projectRoot(ledger, context);
  for (const named of paths) {
    const found = [root, context.cwd].map((folder) => path.resolve(folder, named)).find(isThere);
    if (found !== undefined) refs.push({ type: "file_ref", path: relativeTo(root, found, named) });
  }
  for (const artifact_id of artifacts) {
    const size = await ledger.read((tx) => sizeOfText(tx, artifact_id));
    if (size !== null) refs.push({ type: "artifact_ref", artifact_id });
  }
  return refs;
}

function isThere(absolute: string): boolean {
  return fs.statSync(absolute, { throwIfNoEntry: false }) !== undefined;
}

/** The path relative to the project; unchanged if it lies elsewhere. */
function relativeTo(root: string, absolute: string, named: string): string {
  const relative = path.relative(root, absolute).split(path.sep).join("/");
  return relative.startsWith("..") || relative === "" ? named : relative;
}
