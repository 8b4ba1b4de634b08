import path from "node:path";
import type { Allowance } from "../../redact/allowance.ts";
import type { OperationContext } from "./operation.ts";
import { type ProjectConfig, projectConfigSchema } from "./project-config.ts";
import { CONFIG_FILE } from "./project-folder.ts";
import { type ConfigFile, parseConfig, readConfigText } from "./read-config.ts";
import {
  USER_CONFIG_FILE,
  type UserConfig,
  userConfigFolder,
  userConfigSchema,
} from "./user-config.ts";

/** What is configured: how a project works, by its own file, and what may be reached, by the user's. */
export type Config = ProjectConfig & UserConfig;

const projectKeys = Object.keys(projectConfigSchema.shape);
const userKeys = Object.keys(userConfigSchema.shape);

/** What was understood of both texts in a run, by the project's folder. */
const understood = new WeakMap<OperationContext, Map<string, Understood>>();

interface Understood {
  readonly texts: string;
  readonly config: Config;
}

/** What the user's own file says; no project is asked. */
export function userConfigFor(context: OperationContext): UserConfig {
  const folder = userConfigFolder();
  const text = readConfigText(folder, USER_CONFIG_FILE);
  const before = users.get(context);
  if (before?.text === text) return before.config;
  const { user } = configFiles(path.join(folder, USER_CONFIG_FILE));
  const config = parseConfig(text, user, (line) => context.note(line));
  users.set(context, { text, config });
  return config;
}

/** What the user allows to stay in what is given out; what else is wrong with the file is told elsewhere. */
export function userAllowance(): Allowance {
  const folder = userConfigFolder();
  const { user } = configFiles(path.join(folder, USER_CONFIG_FILE));
  return parseConfig(readConfigText(folder, USER_CONFIG_FILE), user, () => {}).redaction.allow;
}

/** What was understood of the user's own text in a run. */
const users = new WeakMap<
  OperationContext,
  { readonly text: string; readonly config: UserConfig }
>();

/**
 * The configuration for a project, in a run: however many parts of it ask, the files are understood once
 * and their notes are told once. A file that was changed in between is another one.
 */
export function configFor(context: OperationContext, root: string): Config {
  const folder = userConfigFolder();
  const project = readConfigText(root, CONFIG_FILE);
  const user = readConfigText(folder, USER_CONFIG_FILE);
  const texts = JSON.stringify([project, user]);
  const known = understood.get(context) ?? new Map<string, Understood>();
  understood.set(context, known);
  const before = known.get(root);
  if (before?.texts === texts) return before.config;
  const note = (line: string) => context.note(line);
  const files = configFiles(path.join(folder, USER_CONFIG_FILE));
  const config = {
    ...parseConfig(project, files.project, note),
    ...userConfigFor(context),
  };
  known.set(root, { texts, config });
  return config;
}

function configFiles(userFile: string): {
  readonly project: ConfigFile<typeof projectConfigSchema>;
  readonly user: ConfigFile<typeof userConfigSchema>;
} {
  return {
    project: {
      label: CONFIG_FILE,
      schema: projectConfigSchema,
      elsewhere: { keys: userKeys, label: userFile },
    },
    user: {
      label: userFile,
      schema: userConfigSchema,
      elsewhere: { keys: projectKeys, label: `a project's ${CONFIG_FILE}` },
    },
  };
}
