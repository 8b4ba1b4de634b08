/**
 * The settings of a workspace as they were parsed last: every check of freshness needs them, and YAML is
 * the slowest part of it. Kept settings that came with a project are not used: the file that they name is
 * one of this machine.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { isObject } from "../../../base/json/value.ts";
import { parseWorkspaceConfig, type WorkspaceConfig } from "../../../curator/workspace/config.ts";
import { CONFIG } from "../../../curator/workspace/layout.ts";
import { readExternalText, replaceOwnTextFile } from "../../../disk/replace-text-file.ts";
import { readOwnJson } from "./own-files.ts";

/** No responsibility has this name, so that no folder of one is in its place. */
const FILE = ".curator/_settings.json";
const VERSION = 1;
/** A file that was written so short a time ago may change again without its times changing. */
const SETTLED_MS = 2000;

/** The settings, and whether the next command need not parse them again. */
export interface ReadConfig {
  readonly config: WorkspaceConfig;
  readonly isKept: boolean;
}

/** Reads the settings of a workspace. */
export function readConfig(root: string): ReadConfig {
  const kept = readOwnJson(path.join(root, FILE));
  if (isObject(kept) && kept.version === VERSION && kept.identity === identityOf(root)?.text) {
    // The same program wrote them for the same file of this machine.
    return { config: kept.config as unknown as WorkspaceConfig, isKept: true };
  }
  const config = parseWorkspaceConfig(readExternalText(path.join(root, CONFIG)) ?? "");
  return { config, isKept: false };
}

/** Keeps settings that have settled, where there is a folder for it. */
export function keepConfig(root: string, { config, isKept }: ReadConfig): void {
  const identity = identityOf(root);
  const folder = fs.lstatSync(path.join(root, ".curator"), { throwIfNoEntry: false });
  if (isKept || identity === null || folder?.isDirectory() !== true) return;
  if (identity.changed > Date.now() - SETTLED_MS) return;
  try {
    const value = { version: VERSION, identity: identity.text, config };
    replaceOwnTextFile(path.join(root, FILE), JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error; // In a folder that cannot be written nothing is kept.
  }
}

function identityOf(root: string): { readonly text: string; readonly changed: number } | null {
  const found = fs.lstatSync(path.join(root, CONFIG), { throwIfNoEntry: false });
  if (!found?.isFile()) return null;
  const { size, mtimeMs, ctimeMs, ino } = found;
  const changed = Math.max(mtimeMs, ctimeMs);
  return { text: `${size}:${mtimeMs}:${ctimeMs}:${ino}`, changed };
}
