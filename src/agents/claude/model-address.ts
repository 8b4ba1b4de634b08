import { join } from "node:path";
import { type ModelAddresses, settingOf } from "../model-address.ts";
import { claudeFolder } from "./host.ts";

/** Where Claude Code asks its model. */
export const modelAddresses: ModelAddresses = (environment) => {
  const settings = join(claudeFolder(environment), "settings.json");
  const variable = (name: string) => settingOf(settings, "env", name) ?? environment.env[name];
  const usesCloud = ["BEDROCK", "VERTEX", "FOUNDRY"].some(
    (cloud) => variable(`CLAUDE_CODE_USE_${cloud}`) !== undefined,
  );
  if (usesCloud) return [];
  return [variable("ANTHROPIC_BASE_URL") ?? "anthropic"];
};
