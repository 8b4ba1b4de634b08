/**
 * The configuration of a run: the project's `holdall.yaml` and the user's `config.yaml`. They are
 * separate because a project's files may come from anyone: only the user's file may name addresses,
 * keys and programs. Each is parsed once per run, and again only if its text has changed.
 */

import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import type { Allowance } from "../redact/allowance.ts";
import { readConfigText, USER_CONFIG_FILE, userConfigFolder } from "./config-text.ts";
import type { OperationContext } from "./operation-context.ts";
import { type ProjectConfig, projectConfigSchema } from "./project-config.ts";
import { CONFIG_FILE } from "./project-folder.ts";
import { type ConfigFile, parseConfig, parseSameConfig } from "./read-config.ts";
import { type UserConfig, userConfigSchema } from "./user-config.ts";

/** The combined configuration: how a project works, and what may be reached. */
export type Config = ProjectConfig & UserConfig;

/** Parsed configurations of a run, by the project's folder. */
const understood = new WeakMap<OperationContext, Map<string, Understood>>();

interface Understood {
  readonly texts: string;
  readonly config: Config;
}

/** The user's own configuration; no project file is read for it. */
export function userConfigFor(context: OperationContext): UserConfig {
  const folder = userConfigFolder();
  const text = readConfigText(folder, USER_CONFIG_FILE);
  const before = users.get(context);
  if (before?.text === text) return before.config;
  const { user } = configFiles(path.join(folder, USER_CONFIG_FILE));
  const config = parseSameConfig(text, user, (line) => context.note(line));
  users.set(context, { text, config });
  return config;
}

/** What the user's settings exempt from redaction; faults of the file are reported elsewhere. */
export function userAllowance(): Allowance {
  const folder = userConfigFolder();
  const { user } = configFiles(path.join(folder, USER_CONFIG_FILE));
  return parseConfig(readConfigText(folder, USER_CONFIG_FILE), user, () => {}).redaction.allow;
}

/** The parsed user configuration of a run. */
const users = new WeakMap<
  OperationContext,
  { readonly text: string; readonly config: UserConfig }
>();

/**
 * The configuration for a project. However many parts of a run ask, the files are parsed and their
 * notes reported once; a file that has changed since is parsed again.
 */
export function configFor(context: OperationContext, root: string): Config {
  const folder = userConfigFolder();
  const project = usable(context, () => readConfigText(root, CONFIG_FILE)) ?? "";
  const user = readConfigText(folder, USER_CONFIG_FILE);
  const texts = JSON.stringify([project, user]);
  const known = understood.get(context) ?? new Map<string, Understood>();
  understood.set(context, known);
  const before = known.get(root);
  if (before?.texts === texts) return before.config;
  const note = (line: string) => context.note(line);
  const files = configFiles(path.join(folder, USER_CONFIG_FILE));
  const ofProject =
    usable(context, () => parseSameConfig(project, files.project, note)) ??
    parseConfig("", files.project, note);
  const ofUser = userConfigFor(context);
  const hooks = { ...ofProject.hooks, ...ofUser.hooks };
  const config = { ...ofProject, ...ofUser, hooks };
  known.set(root, { texts, config });
  return config;
}

/** What a project's file says; null where it cannot be used and the caller goes on without it. */
function usable<Value>({ onUnusableProject }: OperationContext, read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (onUnusableProject === undefined || !(error instanceof HoldallError)) throw error;
    onUnusableProject(error);
    return null;
  }
}

function configFiles(userFile: string): {
  readonly project: ConfigFile<typeof projectConfigSchema>;
  readonly user: ConfigFile<typeof userConfigSchema>;
} {
  return {
    project: {
      label: CONFIG_FILE,
      schema: projectConfigSchema,
      elsewhere: { schema: userConfigSchema, label: userFile },
    },
    user: {
      label: userFile,
      schema: userConfigSchema,
      elsewhere: { schema: projectConfigSchema, label: `a project's ${CONFIG_FILE}` },
    },
  };
}
