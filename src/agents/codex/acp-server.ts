import { join, relative } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { findProgram } from "../find-program.ts";
import { codexFolder } from "./host.ts";
import { metaOf } from "./locate.ts";
import { OWN_PROVIDERS } from "./settings.ts";

/** A server of its own package, which starts Codex: the installed one, where there is one. */
export const acpServer: AcpServer = {
  command: ["codex-acp"],
  npmPackage: "@agentclientprotocol/codex-acp",
  async copySession({ path, environment, home }) {
    const folder = codexFolder({ home, env: {} });
    const provider = (await metaOf(path))?.model_provider;
    const program = await findProgram("codex", environment.env);
    return {
      files: [
        { path: join(folder, relative(codexFolder(environment), path)), file: path },
        // With the vendor's own provider it refuses to load a session without a key.
        { path: join(folder, "auth.json"), text: JSON.stringify({ OPENAI_API_KEY: "unused" }) },
        { path: join(folder, "config.toml"), text: configFor(`${provider ?? "openai"}`) },
      ],
      variables: {
        CODEX_HOME: folder,
        ...(program === null ? {} : { CODEX_PATH: program }),
      },
    };
  },
};

/** It loads a session only with the provider that the session names; here nobody answers for it. */
function configFor(provider: string): string {
  const name = JSON.stringify(provider);
  const lines = [`model_provider = ${name}`, `openai_base_url = "${NOWHERE}/v1"`];
  if (!OWN_PROVIDERS.includes(provider)) {
    lines.push(`[model_providers.${name}]`, 'name = "unused"', `base_url = "${NOWHERE}/v1"`);
  }
  return `${lines.join("\n")}\n`;
}
