/**
 * The settings of a workspace as they were parsed last: every check of freshness needs them, and YAML is
 * the slowest part of it. They are authenticated, and checked by the schema of the file all the same.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { isObject } from "../../base/json/value.ts";
import { readExternalText } from "../../disk/replace-text-file.ts";
import {
  parseWorkspaceConfig,
  type WorkspaceConfig,
  workspaceConfigSchema,
} from "../workspace/config.ts";
import { CONFIG } from "../workspace/layout.ts";
import { readAuthenticated, writeAuthenticated } from "./authenticated-file.ts";
import { hasSettled, versionOf } from "./own-files.ts";

/** No responsibility has this name, so that no folder of one is in its place. */
const FILE = ".curator/_settings.json";
const VERSION = 1;

/** The settings, and whether the next command need not parse them again. */
export interface ReadConfig {
  readonly config: WorkspaceConfig;
  readonly isKept: boolean;
}

/** Reads the settings of a workspace. */
export function readConfig(root: string): ReadConfig {
  const kept = readAuthenticated(path.join(root, FILE));
  if (isObject(kept) && kept.version === VERSION && kept.identity === identityOf(root)?.version) {
    const { success, data } = workspaceConfigSchema.safeParse(kept.config);
    if (success) return { config: data, isKept: true };
  }
  const config = parseWorkspaceConfig(readExternalText(path.join(root, CONFIG)) ?? "");
  return { config, isKept: false };
}

/** Keeps settings that have settled, where there is a folder for it. */
export function keepConfig(root: string, { config, isKept }: ReadConfig): void {
  const identity = identityOf(root);
  const folder = fs.lstatSync(path.join(root, ".curator"), { throwIfNoEntry: false });
  if (isKept || identity === null || folder?.isDirectory() !== true) return;
  if (!hasSettled(identity.changed)) return;
  try {
    const value = { version: VERSION, identity: identity.version, config };
    writeAuthenticated(path.join(root, FILE), value);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error; // In a folder that cannot be written nothing is kept.
  }
}

function identityOf(root: string) {
  const found = fs.lstatSync(path.join(root, CONFIG), { throwIfNoEntry: false });
  return found?.isFile() ? versionOf(found) : null;
}
