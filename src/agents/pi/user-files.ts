import { join } from "node:path";
import type { UserFiles } from "../user-files.ts";
import { agentFolder } from "./host.ts";

/** What pi needs of its user's home to do a task. */
export const userFiles: UserFiles = {
  variables: ["PI_CODING_AGENT_DIR", "PI_CODING_AGENT_SESSION_DIR"],
  files: (environment) => [
    { kind: "login", path: join(agentFolder(environment), "auth.json") },
    {
      kind: "settings",
      path: join(agentFolder(environment), "models.json"),
      format: "json",
      keys: ["providers"],
    },
    {
      kind: "settings",
      path: join(agentFolder(environment), "settings.json"),
      format: "json",
      keys: [
        "defaultProvider",
        "defaultModel",
        "defaultThinkingLevel",
        "thinkingBudgets",
        "enabledModels",
        "transport",
        "enableInstallTelemetry",
      ],
    },
  ],
};
