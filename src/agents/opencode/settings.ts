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
import { listModels } from "./run-program.ts";

/**
 * Parts of the names of models that a program takes first when its user has chosen none (opencode 1.18.33, Kilo 7.7.9).
 * Without an account at Kilo, only the first works there.
 */
const TAKEN_FIRST = ["kilo-auto/free", "gemini-3-pro", "big-pickle", "claude-sonnet-4", "gpt-5"];

/**
 * The model that a program's user works with: the configured one, else the one used last, else one that the program
 * has, if any; the agent that the configuration names, else the program's own; and that it is version 2.
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
  const known = used.model === undefined ? firstConfigured(configurations) : used;
  const { executable, isVersion2 } = await findVersion(program, environment);
  const common = { agent: agent ?? program.defaultAgent };
  // It goes on with its user's model, whichever a session names.
  if (isVersion2) return { ...known, ...common, version: "2" };
  // It imports no message without a model, goes on with the one of the last message, and fails if it has no such model.
  const isAsked = known.model === undefined && executable !== null;
  const model = isAsked ? await firstListed(program, executable, environment) : known;
  return { ...model, ...common };
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

/**
 * A model that a program has, for a user who has configured and used none: of a provider that the user has a key for,
 * else of the program's own; empty when it names none.
 */
async function firstListed(
  program: OpencodeProgram,
  executable: string,
  environment: AgentEnvironment,
): Promise<Record<string, string>> {
  const models = (await listModels(program, { executable, isVersion2: false, environment })).map(
    ([provider, model]) => ({ provider, model }),
  );
  const provider = (models.find((each) => each.provider !== program.id) ?? models[0])?.provider;
  const [first] = models
    .filter((each) => each.provider === provider)
    .sort(
      (left, right) =>
        place(left.model) - place(right.model) || (left.model < right.model ? 1 : -1),
    );
  return first === undefined ? {} : { ...first, model_chosen_by: "program" };
}

function place(model: string): number {
  const found = TAKEN_FIRST.findIndex((part) => model.includes(part));
  return found === -1 ? TAKEN_FIRST.length : found;
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
