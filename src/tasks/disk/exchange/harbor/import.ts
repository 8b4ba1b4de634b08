/** Reads a task folder of Harbor. Nothing of it is run. */

import { parse } from "smol-toml";
import { HoldallError } from "../../../../base/errors.ts";
import type { FileEntry } from "../../../../base/file-set.ts";
import { isObject, type Json, type JsonObject } from "../../../../base/json/value.ts";
import type { LossItem } from "../../../../model/loss.ts";
import { filesIn, importContainerTask, textAt } from "../container/container-task.ts";
import type { FolderImporter } from "../exchange.ts";

const CONFIG = "task.toml";
/** A longer line is not a mark. */
const MAX_MARK = 1000;

const harbor: FolderImporter = {
  displayName: "Harbor task",
  recognises: (names) => names.has(CONFIG),
  async read({ files, name, now }) {
    const config = configOf((await textAt(files, CONFIG)) ?? "");
    if (Array.isArray(config.steps) && config.steps.length > 0) throw withSteps(name);
    const instruction = await textAt(files, "instruction.md");
    if (instruction === null) throw missing("instruction.md");
    const tests = filesIn(files, "tests/");
    if (!tests.has("test.sh")) throw missing("tests/test.sh");
    const section = (key: string) => tableOf(config, key);
    const { name: ownName, keywords } = section("task");
    const title = typeof ownName === "string" ? ownName : name;
    const metadata = section("metadata");
    const seconds = (key: string) => numberOf(section(key).timeout_sec);
    const task = {
      name,
      title,
      instruction: withoutCanary(instruction),
      tags: textsOf(keywords).concat(textsOf(metadata.tags)),
      origin: {
        form: "harbor",
        name: title,
        ...known({
          difficulty: stringOf(metadata.difficulty),
          category: stringOf(metadata.category),
        }),
        ...known({ agentTimeoutSec: seconds("agent"), verifierTimeoutSec: seconds("verifier") }),
      },
      context: "environment/",
      workdir: stringOf(section("environment").workdir) ?? null,
      command: '(chmod +x "$root/tests/test.sh" && "$root/tests/test.sh")',
      hasReward: true,
      tests,
      solution: filesIn(files, "solution/"),
      verifierTimeoutSec: seconds("verifier") ?? 600,
      losses: lossesOf(config, files),
    };
    return importContainerTask(task, files, now);
  },
};

export default harbor;

function configOf(text: string): JsonObject {
  try {
    return JSON.parse(JSON.stringify(parse(text), withoutLargeNumbers)) as JsonObject;
  } catch (error) {
    const [line = ""] = (error as Error).message.split("\n", 1);
    throw new HoldallError("E_SHAPE", `Cannot read "${CONFIG}": ${line}`, {
      cure: "correct the file; it must be TOML 1.0",
    });
  }
}

function withoutLargeNumbers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function missing(file: string): HoldallError {
  return new HoldallError("E_MISSING_FILE", `Cannot import the task: it has no "${file}"`);
}

function withSteps(name: string): HoldallError {
  return new HoldallError("E_CONVERT", `Cannot import "${name}": it is a task of several steps`, {
    cure: "a task bundle has one request; import each step as a task of its own",
  });
}

function tableOf(config: JsonObject, key: string): JsonObject {
  const value = config[key];
  return isObject(value) ? value : {};
}

function stringOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : undefined;
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function known(values: Readonly<Record<string, Json | undefined>>): JsonObject {
  const found = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as JsonObject;
}

/** Lines at the beginning that mark a benchmark and are not for agents. */
function withoutCanary(text: string): string {
  let from = 0;
  for (;;) {
    const end = text.indexOf("\n", from);
    if (!isCanary(text.slice(from, end === -1 ? undefined : end))) return text.slice(from);
    if (end === -1) return "";
    from = end + 1;
  }
}

function isCanary(text: string): boolean {
  if (text.length > MAX_MARK) return false;
  const line = text.trim().toLowerCase();
  const isComment = line.startsWith("#") || (line.startsWith("<!--") && line.endsWith("-->"));
  return isComment && line.includes("canary");
}

/** Settings of a task that a bundle has no place for. */
function lossesOf(config: JsonObject, files: ReadonlyMap<string, FileEntry>): readonly LossItem[] {
  const losses: LossItem[] = [];
  const drop = (where: string, why: string) => losses.push({ kind: "dropped", where, why });
  for (const name of files.keys()) {
    if (/^environment\/(?:docker-)?compose\.ya?ml$/.test(name))
      drop(name, "services beside the task are not started");
    if (name === "trajectory.json")
      drop(name, "what happened before the task is not given to agents");
  }
  const environment = tableOf(config, "environment");
  for (const key of ["env", "mcp_servers", "healthcheck", "gpus", "tpu", "skills_dir"]) {
    const value = environment[key];
    const isEmpty =
      value === undefined ||
      value === 0 ||
      (typeof value === "object" && Object.keys(value ?? {}).length === 0);
    if (!isEmpty)
      drop(`${CONFIG} [environment] ${key}`, "a container setting that a run here does not have");
  }
  if (environment.allow_internet === false || environment.network_mode === "no-network") {
    drop(`${CONFIG} [environment]`, "the network is not closed in a run here");
  }
  for (const key of ["env", "environment", "collect"]) {
    const value = tableOf(config, "verifier")[key];
    if (typeof value === "object" && Object.keys(value ?? {}).length > 0) {
      drop(`${CONFIG} [verifier] ${key}`, "the tests run without it");
    }
  }
  return losses;
}
