import fs from "node:fs";
import path from "node:path";
import { pathFault } from "../../../base/paths.ts";
import type { CuratorRecord, RequestState } from "../../workspace/record.ts";
import { findResponsibility, type Place } from "../workspace.ts";

/** The record, with results of others as paths that open from the folder of the responsibility that asked. */
export function withReachableResults(
  record: CuratorRecord,
  place: Place,
  { id, root }: { readonly id: string; readonly root: string },
): CuratorRecord {
  const reachable = (request: RequestState): RequestState => {
    const { origin, target, status, note } = request;
    if (origin !== id || target === id || status !== "completed" || note === null) return request;
    const folder = findResponsibility(place, target);
    if (folder === null || !isFileIn(folder, note)) return request;
    const from = path.relative(root, folder).split(path.sep).join("/");
    return { ...request, note: `${from}/${note}` };
  };
  return { ...record, closed: record.closed.map(reachable) };
}

/** A note is any text: only one that names a file of the other one's folder is a place. */
function isFileIn(folder: string, note: string): boolean {
  if (note.length > MAX_PATH || pathFault(note) !== null) return false;
  return fs.lstatSync(path.join(folder, note), { throwIfNoEntry: false })?.isFile() ?? false;
}

const MAX_PATH = 1024;
