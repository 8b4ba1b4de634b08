/**
 * The pages of requests on disk: one at the responsibility that asks, and one at the responsibility that
 * is asked. They are views of rows, so that they can be removed and written again at any time.
 */

import fs from "node:fs";
import path from "node:path";
import { compareBytes } from "../../base/file-set.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { readExternalText, replaceOwnFile } from "../../disk/replace-text-file.ts";
import type { Transaction } from "../../stores/store.ts";
import { selectRequest, selectRequestEvents, selectRequests } from "../requests/tables/queries.ts";
import type { RequestRow } from "../requests/tables/rows.ts";
import { agreesWithRow, olderViewFolders, renderView } from "../requests/views.ts";
import { isId } from "../workspace/ids.ts";
import { viewFolders } from "../workspace/layout.ts";
import { folderSeenFrom, type Place } from "./workspace.ts";

/** Most requests of a responsibility that have a page. */
export const MAX_VIEWS = 10_000;

/** Pages by their path below the folder of a responsibility. */
export type Views = ReadonlyMap<string, string>;

/** The pages that a responsibility should have. */
export async function viewsOf(tx: Transaction, place: Place, id: string): Promise<Views> {
  const views = new Map<string, string>();
  const { workspace_id } = place.config;
  const pageOf = pagesFor(tx, place);
  for (const [side, folder] of Object.entries(viewFolders)) {
    const filter = { workspace_id, [side]: id, limit: MAX_VIEWS };
    for (const request of await selectRequests(tx, filter)) {
      if (isId(request.id)) views.set(`${folder}/${request.id}.md`, await pageOf(request, id));
    }
  }
  return views;
}

/** The pages of some requests, by the responsibilities that they belong to. */
export async function viewsOfRequests(
  tx: Transaction,
  place: Place,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Views>> {
  const found = new Map<string, Map<string, string>>();
  const pageOf = pagesFor(tx, place);
  const pages = await pagesOfRequests(tx, place.config.workspace_id, ids);
  for (const { responsibility, name, request } of pages) {
    const views = found.get(responsibility) ?? new Map<string, string>();
    found.set(responsibility, views.set(name, await pageOf(request, responsibility)));
  }
  return found;
}

/** A page of a request at one of its two responsibilities. */
interface RequestPage {
  readonly responsibility: string;
  /** Its path below the folder of the responsibility. */
  readonly name: string;
  readonly request: RequestRow;
}

/** Where the pages of some requests are. */
export async function pagesOfRequests(
  tx: Transaction,
  workspace_id: string,
  ids: readonly string[],
): Promise<readonly RequestPage[]> {
  const pages: RequestPage[] = [];
  for (const id of ids.filter(isId)) {
    const request = await selectRequest(tx, workspace_id, id);
    if (request === null) continue;
    for (const side of ["target", "origin"] as const) {
      const responsibility = request[`${side}_responsibility_id`];
      pages.push({ responsibility, name: `${viewFolders[side]}/${id}.md`, request });
    }
  }
  return pages;
}

/** Makes the page of a request for one of its sides. */
function pagesFor(tx: Transaction, place: Place) {
  return async (request: RequestRow, id: string): Promise<string> => {
    const folderOf = (other: string) => folderSeenFrom(place, id, other);
    return renderView(request, await selectRequestEvents(tx, request.id), { id, folderOf });
  };
}

/** Writes a page. */
export function writeView(root: string, name: string, text: string): void {
  replaceOwnFile(pathInside(root, name), text);
}

/** The pages that are there, by path below the folder of the responsibility. */
export function pagesIn(root: string): readonly string[] {
  return Object.values(viewFolders).flatMap((folder) =>
    namesIn(root, folder).map((name) => `${folder}/${name}`),
  );
}

function namesIn(root: string, folder: string): readonly string[] {
  const absolute = pathInside(root, folder);
  if (!fs.existsSync(absolute)) return [];
  return fs
    .readdirSync(absolute)
    .filter((name) => name.endsWith(".md"))
    .sort(compareBytes);
}

/** Pages of older layouts that say something else than their request, and those that have none. */
export async function checkOlderPages(
  tx: Transaction,
  { workspace, top, root, id }: { workspace: string; top: string; root: string; id: string },
): Promise<{ readonly differing: readonly string[]; readonly orphans: readonly string[] }> {
  const differing: string[] = [];
  const orphans: string[] = [];
  // The pages of a whole workspace in one folder: those of other responsibilities are not looked at here.
  const places = [
    { at: root, folders: olderViewFolders, isShared: false },
    ...(top === root ? [] : [{ at: top, folders: viewFolders, isShared: true }]),
  ];
  for (const { at, folders, isShared } of places) {
    for (const side of ["target", "origin"] as const) {
      for (const name of namesIn(at, folders[side])) {
        const file = pathInside(at, `${folders[side]}/${name}`);
        const stem = name.slice(0, -".md".length);
        const request = isId(stem) ? await selectRequest(tx, workspace, stem) : null;
        const isOwn = request?.[`${side}_responsibility_id`] === id;
        const shown = path.relative(root, file).split(path.sep).join("/");
        if (request === null || (!isOwn && !isShared)) orphans.push(shown);
        else if (isOwn && !agreesWithRow(readExternalText(file) ?? "", request)) {
          differing.push(shown);
        }
      }
    }
  }
  return { differing, orphans };
}
