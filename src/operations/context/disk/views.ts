/**
 * The pages of requests on disk: one at the responsibility that asks, and one at the responsibility that
 * is asked. They are views of rows, so that they can be removed and written again at any time.
 */

import fs from "node:fs";
import path from "node:path";
import { compareBytes } from "../../../base/file-set.ts";
import {
  selectRequest,
  selectRequestEvents,
  selectRequests,
} from "../../../curator/requests/tables/queries.ts";
import type { RequestRow } from "../../../curator/requests/tables/rows.ts";
import { renderView, viewFolders } from "../../../curator/requests/views.ts";
import { isId } from "../../../curator/workspace/ids.ts";
import { replaceTextFile } from "../../../disk/replace-text-file.ts";
import type { Transaction } from "../../../stores/store.ts";
import { ownPath } from "./own-files.ts";

/** Most requests of a responsibility that have a page. */
const MAX_VIEWS = 10_000;

/** Pages by their path below the folder of a responsibility. */
export type Views = ReadonlyMap<string, string>;

/** The pages that a responsibility should have. */
export async function viewsOf(tx: Transaction, workspace_id: string, id: string): Promise<Views> {
  const views = new Map<string, string>();
  for (const [side, folder] of Object.entries(viewFolders)) {
    const filter = { workspace_id, [side]: id, limit: MAX_VIEWS };
    for (const request of await selectRequests(tx, filter)) {
      if (isId(request.id)) views.set(`${folder}/${request.id}.md`, await pageOf(tx, request));
    }
  }
  return views;
}

/** The pages of some requests, by the responsibilities that they belong to. */
export async function viewsOfRequests(
  tx: Transaction,
  workspace_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Views>> {
  const found = new Map<string, Map<string, string>>();
  for (const id of ids.filter(isId)) {
    const request = await selectRequest(tx, workspace_id, id);
    if (request === null) continue;
    const text = await pageOf(tx, request);
    const ends = [
      [request.target_responsibility_id, viewFolders.target],
      [request.origin_responsibility_id, viewFolders.origin],
    ] as const;
    for (const [responsibility, folder] of ends) {
      const views = found.get(responsibility) ?? new Map<string, string>();
      found.set(responsibility, views.set(`${folder}/${id}.md`, text));
    }
  }
  return found;
}

async function pageOf(tx: Transaction, request: RequestRow): Promise<string> {
  return renderView(request, await selectRequestEvents(tx, request.id));
}

/** Writes a page. */
export function writeView(root: string, name: string, text: string): void {
  const file = ownPath(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  replaceTextFile(file, text);
}

/** The pages that are there, by path below the folder of the responsibility. */
export function pagesIn(root: string): readonly string[] {
  return Object.values(viewFolders).flatMap((folder) => {
    const absolute = ownPath(root, folder);
    if (!fs.existsSync(absolute)) return [];
    const names = fs.readdirSync(absolute).filter((name) => name.endsWith(".md"));
    return names.sort(compareBytes).map((name) => `${folder}/${name}`);
  });
}
