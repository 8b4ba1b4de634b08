import { join } from "node:path";
import type { UserFiles } from "../user-files.ts";
import { codexFolder } from "./host.ts";

/** Keys that choose a model and how it works, of the configuration and of a profile in it. */
const MODEL = [
  "model",
  "model_provider",
  "model_reasoning_effort",
  "model_reasoning_summary",
  "model_verbosity",
  "model_context_window",
  "model_auto_compact_token_limit",
  "service_tier",
  "oss_provider",
];

/** What Codex needs of its user's home to do a task. */
export const userFiles: UserFiles = {
  variables: ["CODEX_HOME"],
  files: (environment) => [
    { kind: "login", path: join(codexFolder(environment), "auth.json") },
    {
      kind: "settings",
      path: join(codexFolder(environment), "config.toml"),
      format: "toml",
      keys: [
        ...MODEL,
        "model_providers",
        "openai_base_url",
        "chatgpt_base_url",
        "profile",
        ...MODEL.map((key) => `profiles.*.${key}`),
        "forced_login_method",
        "forced_chatgpt_workspace_id",
        "preferred_auth_method",
        "cli_auth_credentials_store",
        "analytics",
        "check_for_update_on_startup",
      ],
    },
  ],
};
