import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEnvironment } from "../agent.ts";
import { codexFolder } from "./host.ts";

/** The providers that versions of the program know without a configuration. */
export const OWN_PROVIDERS: readonly string[] = [
  "openai",
  "oss",
  "ollama",
  "ollama-chat",
  "lmstudio",
  "amazon-bedrock",
];

/**
 * The model provider that the user's configuration names (`openai` is the program's own choice), and all that
 * the program knows here, one a line.
 */
export async function readSettings(
  environment: AgentEnvironment,
): Promise<Readonly<Record<string, string>>> {
  const path = join(codexFolder(environment), "config.toml");
  const text = await readFile(path, "utf8").catch(() => "");
  return {
    model_provider: providerIn(text) ?? "openai",
    known_providers: [...providersIn(text)].join("\n"),
  };
}

/** The providers that the program knows with a configuration: it refuses to resume a session of any other. */
export function providersIn(config: string): ReadonlySet<string> {
  const names = config.split(/\r?\n/).flatMap((line) => {
    const [, bare, quoted] = TABLE_OF_PROVIDER.exec(line) ?? [];
    return bare ?? quoted ?? [];
  });
  return new Set([...OWN_PROVIDERS, ...names]);
}

const TABLE_OF_PROVIDER =
  /^\s{0,80}\[\s{0,80}model_providers\s{0,80}\.\s{0,80}(?:([\w-]{1,200})|["']([^"'\n]{1,200})["'])/;

/** The provider of the chosen profile, else the general one. */
export function providerIn(config: string): string | null {
  const tables = new Map<string, Map<string, string>>();
  let keys = tableOf(tables, "");
  for (const line of config.split(/\r?\n/)) {
    const table = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];
    if (table !== undefined) keys = tableOf(tables, table.replaceAll(/["'\s]/g, ""));
    const [, key, double, single] =
      /^\s*(profile|model_provider)\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(line) ?? [];
    if (key !== undefined) keys.set(key, double ?? single ?? "");
  }
  const general = tables.get("");
  const profile = tables.get(`profiles.${general?.get("profile")}`);
  return profile?.get("model_provider") ?? general?.get("model_provider") ?? null;
}

function tableOf(tables: Map<string, Map<string, string>>, name: string): Map<string, string> {
  const table = tables.get(name) ?? new Map<string, string>();
  tables.set(name, table);
  return table;
}
