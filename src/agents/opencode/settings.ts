import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment } from "../agent.ts";
import { lastModelIn } from "./database.ts";
import {
  configFolder,
  dataFolder,
  type OpencodeProgram,
  stateFolder,
  variableOf,
} from "./program.ts";
import { findVersion } from "./program-version.ts";

/**
 * The model that a program's user works with: the configured one, else the one used last, if any; the agent that
 * the configuration names, else the program's own; and that it is version 2.
 */
export async function readSettings(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): Promise<Record<string, string>> {
  const folder = configFolder(program, environment);
  const files = program.configFiles.map((name) => join(folder, name));
  const named = variableOf(program, "CONFIG", environment);
  const chosen = named === undefined ? files : [named, ...files];
  const configurations = await Promise.all(chosen.map(readObject));
  const models = configurations.map(modelIn).filter((model) => model !== null);
  const agents = configurations.map(({ default_agent }) => default_agent);
  const agent = agents.find((name) => typeof name === "string");
  const used = models[0] ?? (await lastModel(program, environment));
  // It imports no message without a model, and asks for the one that is named.
  const model = used.model === undefined ? firstConfigured(configurations) : used;
  const { isVersion2 } = await findVersion(program, environment);
  const version: Record<string, string> = isVersion2 ? { version: "2" } : {};
  return { ...model, agent: agent ?? program.defaultAgent, ...version };
}

async function lastModel(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): Promise<Record<string, string>> {
  const { recent } = await readObject(join(stateFolder(program, environment), "model.json"));
  const [last] = Array.isArray(recent) ? recent : [];
  const database = join(dataFolder(program, environment), `${program.id}.db`);
  if (!isObject(last)) return lastModelIn(program, database) ?? {};
  return { provider: String(last.providerID), model: String(last.modelID) };
}

/** The first model of a provider that the user configured; empty when none is. */
function firstConfigured(configurations: readonly JsonObject[]): Record<string, string> {
  for (const { provider: providers } of configurations) {
    for (const [provider, value] of Object.entries(isObject(providers) ? providers : {})) {
      const models = isObject(value) && isObject(value.models) ? Object.keys(value.models) : [];
      if (models[0] !== undefined) return { provider, model: models[0] };
    }
  }
  return {};
}

function modelIn({ model }: JsonObject): Record<string, string> | null {
  const slash = typeof model === "string" ? model.indexOf("/") : -1;
  if (typeof model !== "string" || slash === -1) return null;
  return { provider: model.slice(0, slash), model: model.slice(slash + 1) };
}

/** A configuration file, comments on their own lines left out; empty when it cannot be read. */
async function readObject(path: string): Promise<JsonObject> {
  try {
    const text = (await readFile(path, "utf8")).replaceAll(/^[ \t]*\/\/.*$/gm, "");
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
