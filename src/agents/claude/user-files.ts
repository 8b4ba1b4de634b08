import { join } from "node:path";
import type { UserFiles } from "../user-files.ts";
import { claudeFolder } from "./host.ts";

/** What Claude Code needs of its user's home to do a task. */
export const userFiles: UserFiles = {
  variables: ["CLAUDE_CONFIG_DIR"],
  files: (environment) => [
    { kind: "login", path: join(claudeFolder(environment), ".credentials.json") },
    {
      kind: "settings",
      path: join(claudeFolder(environment), "settings.json"),
      format: "json",
      keys: [
        "model",
        "modelOverrides",
        "alwaysThinkingEnabled",
        "effortLevel",
        "apiKeyHelper",
        "awsAuthRefresh",
        "awsCredentialExport",
        "forceLoginMethod",
        "forceLoginOrgUUID",
        ...VARIABLES.map((name) => `env.${name}`),
      ],
    },
    {
      kind: "settings",
      path: join(environment.env.CLAUDE_CONFIG_DIR || environment.home, ".claude.json"),
      format: "json",
      keys: ["oauthAccount", "primaryApiKey", "customApiKeyResponses", "hasCompletedOnboarding"],
    },
  ],
};

/** Variables that its settings may set: how the model is reached, and what is not sent. */
const VARIABLES = [
  "ANTHROPIC_*",
  "AWS_*",
  "CLAUDE_CODE_USE_*",
  "CLAUDE_CODE_SKIP_*_AUTH",
  "CLAUDE_CODE_API_KEY_HELPER_TTL_MS",
  "CLAUDE_CODE_OAUTH_TOKEN",
  "CLAUDE_CODE_MAX_OUTPUT_TOKENS",
  "CLAUDE_CODE_EFFORT_LEVEL",
  "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
  "CLOUD_ML_REGION",
  "VERTEX_REGION_*",
  "MAX_THINKING_TOKENS",
  "DISABLE_TELEMETRY",
  "DISABLE_ERROR_REPORTING",
  "DISABLE_AUTOUPDATER",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
];
