import { dirname, join } from "node:path";
import type { UserFiles } from "../user-files.ts";
import { geminiFolder } from "./host.ts";

/** Variables that it reads from a file in its home: the login, the model and its address. */
const VARIABLES = [
  "GEMINI_API_KEY",
  "GEMINI_MODEL",
  "GOOGLE_API_KEY",
  "GOOGLE_GEMINI_BASE_URL",
  "GOOGLE_GENAI_*",
  "GOOGLE_CLOUD_PROJECT",
  "GOOGLE_CLOUD_LOCATION",
];

/** What Gemini CLI needs of its user's home to do a task. */
export const userFiles: UserFiles = {
  variables: ["GEMINI_CLI_HOME"],
  files(environment) {
    const folder = geminiFolder(environment);
    return [
      { kind: "login", path: join(folder, "oauth_creds.json") },
      { kind: "login", path: join(folder, "google_accounts.json") },
      // Where the system has no keychain, its keys are in this file.
      { kind: "login", path: join(folder, "gemini-credentials.json") },
      {
        kind: "settings",
        path: join(folder, "settings.json"),
        format: "json",
        keys: [
          "security.auth",
          "selectedAuthType",
          "model.name",
          "modelConfigs",
          "privacy.usageStatisticsEnabled",
          "general.disableAutoUpdate",
          "general.enableAutoUpdate",
        ],
      },
      { kind: "settings", path: join(folder, ".env"), format: "env", keys: VARIABLES },
      { kind: "settings", path: join(dirname(folder), ".env"), format: "env", keys: VARIABLES },
    ];
  },
};
