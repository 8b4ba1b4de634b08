import { join } from "node:path";
import { type ModelAddresses, settingOf } from "../model-address.ts";
import { codexFolder } from "./host.ts";

/** Where Codex asks its model: with a key at the API, with an account at ChatGPT. */
export const modelAddresses: ModelAddresses = (environment) => {
  const config = join(codexFolder(environment), "config.toml");
  const profile = settingOf(config, "profile");
  const provider =
    (profile === null ? null : settingOf(config, "profiles", profile, "model_provider")) ??
    settingOf(config, "model_provider");
  if (provider !== null && provider !== "openai") {
    const url = settingOf(config, "model_providers", provider, "base_url");
    return url === null ? [] : [url];
  }
  return [
    settingOf(config, "openai_base_url") ?? environment.env.OPENAI_BASE_URL ?? "openai",
    settingOf(config, "chatgpt_base_url") ?? "https://chatgpt.com",
  ];
};
