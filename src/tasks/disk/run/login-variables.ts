/** Variables with the key of a model's provider, as the user's own settings of an agent name them. */

import path from "node:path";
import type { AgentEnvironment } from "../../../agents/agent.ts";
import { settingOf } from "../../../agents/model-address.ts";
import type { AgentId } from "../../../agents/registry.ts";
import { splitModel } from "../../../agents/task-command.ts";
import type { RunnableAgent } from "../../run/agent-command.ts";

/** The first setting below a path of keys that one of the user's files has, later files first. */
type Setting = (...keys: readonly string[]) => string | null;

/** What an agent's settings name as the key of the provider that it asks; null when they name none. */
const keySettings: Partial<
  Record<AgentId, (setting: Setting, model: string | null) => string | null>
> = {
  codex(setting) {
    const profile = setting("profile");
    const ofProfile = profile === null ? null : setting("profiles", profile, "model_provider");
    const provider = ofProfile ?? setting("model_provider");
    return provider === null ? null : setting("model_providers", provider, "env_key");
  },
  opencode(setting, model) {
    const provider = providerOf(model ?? setting("model"));
    return provider === null ? null : setting("provider", provider, "options", "apiKey");
  },
  pi(setting, model) {
    const provider = providerOf(model) ?? setting("defaultProvider");
    return provider === null ? null : setting("providers", provider, "apiKey");
  },
};

/** A name alone, or as settings refer to it: `$NAME`, `{env:NAME}`. A key itself is not written like that. */
const VARIABLE = /^(?:\$|\$?\{(?:env:)?)?([A-Z_][A-Z0-9_]*)\}?$/;

/**
 * The variables of the user's environment that a run gets with the login: the key of the provider that the user's
 * own settings choose, and no other. A task names none.
 */
export function loginVariables(
  { id, userFiles }: Pick<RunnableAgent, "id" | "userFiles">,
  user: AgentEnvironment,
  model: string | null,
): readonly string[] {
  const files = userFiles
    .files(user)
    .flatMap((file) => (file.kind === "settings" ? file.path : []));
  const known = files.filter(path.isAbsolute);
  const setting: Setting = (...keys) =>
    known.map((file) => settingOf(file, ...keys)).findLast((value) => value !== null) ?? null;
  const [, name] = VARIABLE.exec(keySettings[id]?.(setting, model) ?? "") ?? [];
  const isPlace = name === "HOME" || userFiles.variables.some((each) => each === name);
  return name === undefined || isPlace ? [] : [name];
}

function providerOf(model: string | null): string | null {
  return model === null ? null : splitModel(model).provider;
}
