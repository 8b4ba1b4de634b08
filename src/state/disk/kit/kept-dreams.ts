/**
 * Proposals that `dream` keeps in the workspace until someone decides about them. A workspace on a server
 * has no folder for them; there the place must be named.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { createFolders } from "../../../durable/files.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { storeChoice } from "../../../runtime/store-input.ts";
import { isUrl, locateStore } from "../../../stores/locate.ts";

const FOLDER = "dreams";
/** Nobody reviews more; a hook that makes one each time must not fill the disk. */
const MAX_KEPT = 50;

/** A new name for a proposal in the workspace; the moment is in it, so that names sort by age. */
export function newDreamPath(context: OperationContext, store: string | undefined): string {
  const folder = dreamsFolder(context, store);
  if (folder === null) {
    throw new HoldallError("E_USAGE", "Cannot choose a place for the proposal by itself", {
      cure: "name a folder to create with --out",
    });
  }
  if (keptIn(folder).length >= MAX_KEPT) {
    throw new HoldallError("E_LIMIT", `Cannot keep more than ${MAX_KEPT} proposals in ${folder}`, {
      cure: "remove them with `holdall dream discard`",
    });
  }
  createFolders(folder, 0o700);
  const stamp = context
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, "");
  const taken = (name: string) => fs.existsSync(path.join(folder, name));
  let name = stamp;
  for (let count = 2; taken(name); count++) name = `${stamp}-${count}`;
  return path.join(folder, name);
}

/** The newest proposal in the workspace, for commands that were given no path. */
export function newestDream(context: OperationContext, store: string | undefined): string {
  const folder = dreamsFolder(context, store);
  const newest = folder === null ? undefined : keptIn(folder).at(-1);
  if (folder !== null && newest !== undefined) return path.join(folder, newest);
  throw new HoldallError("E_NOT_FOUND", "Cannot find a proposal in this workspace", {
    cure: "create one with `holdall dream`, or name the folder of one",
  });
}

/** The proposals that wait in the workspace for a decision, the newest first. */
export function listDreams(context: OperationContext, store: string | undefined): string[] {
  const folder = dreamsFolder(context, store);
  if (folder === null) return [];
  return keptIn(folder)
    .map((name) => path.join(folder, name))
    .reverse();
}

function dreamsFolder(context: OperationContext, store: string | undefined): string | null {
  const location = locateStore(storeChoice(context, store));
  return location === null || isUrl(location) ? null : path.join(location, FOLDER);
}

function keptIn(folder: string): readonly string[] {
  if (!fs.existsSync(folder)) return [];
  const name = /^\d{8}T\d{6}Z(?:-\d+)?$/;
  return fs
    .readdirSync(folder)
    .filter((each) => name.test(each))
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}
