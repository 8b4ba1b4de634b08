import { HoldallError } from "../../base/errors.ts";
import { type FileSet, piecesOf } from "../../base/file-set.ts";
import { readLines } from "../../base/jsonl.ts";
import { pathFault } from "../../base/paths.ts";
import { excerpt } from "../../base/text/text.ts";
import { parseSum, SUMS_FILE } from "../../bundles/sums.ts";
import { limitsByFormat } from "../../formats/limits.ts";

const { lineBytes, jsonlBytes } = limitsByFormat["task-bundle"];
const INDEX = "bundle.json";
/** The files from before the task. No figure comes from them; `verify` checks them, too. */
const CAPTURED = "workspace/files/";

/** Whether a run is as it was captured: it has no sums, they match, or this differs. */
export type SumsState = "none" | "match" | { readonly fault: string };

/**
 * Compares what a run records with its `SHA256SUMS`: every listed file except the captured workspace, so that
 * thousands of runs can be checked for a report.
 */
export async function checkRunSums(files: FileSet): Promise<SumsState> {
  const list = await files.get(SUMS_FILE);
  if (list === null) return "none";
  if (list.kind !== "file") return { fault: `${SUMS_FILE} is not a file` };
  const compared = new Set<string>();
  const limits = { maxLineBytes: lineBytes, maxBytes: jsonlBytes };
  for await (const lines of readLines(piecesOf(list), limits)) {
    for (const { text } of lines) {
      const sum = parseSum(text);
      if (sum === "empty") continue;
      if (sum === null || pathFault(sum.path) !== null) {
        return { fault: `${SUMS_FILE} has a malformed line` };
      }
      if (sum.path.startsWith(CAPTURED)) continue;
      // A list that names one large file again and again must not keep a report busy.
      if (compared.has(sum.path)) return { fault: `${SUMS_FILE} lists ${excerpt(sum.path)} twice` };
      compared.add(sum.path);
      const fault = await compare(files, sum.path, sum.sha256);
      if (fault !== null) return { fault };
    }
  }
  return compared.has(INDEX) ? "match" : { fault: `${INDEX} is not listed in ${SUMS_FILE}` };
}

async function compare(files: FileSet, path: string, declared: string): Promise<string | null> {
  const entry = await files.get(path);
  if (entry?.kind !== "file") return `${excerpt(path)} is listed in ${SUMS_FILE} and missing`;
  const { sha256 } = await entry.digest();
  return sha256 === declared
    ? null
    : `${excerpt(path)} was changed: it does not match ${SUMS_FILE}`;
}

/** Refuses a run that was changed after it was captured; gives whether it has sums at all. */
export async function requireMatchingSums(files: FileSet): Promise<boolean> {
  const state = await checkRunSums(files);
  if (typeof state === "object") {
    throw new HoldallError("E_SUMS", `Cannot rely on the bundle: ${state.fault}`);
  }
  return state === "match";
}
