/** Reads a task folder of Terminal-Bench 1 (`task.yaml`). Nothing of it is run. */

import { HoldallError } from "../../../../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../../../../base/json/value.ts";
import { parseYaml } from "../../../../base/yaml/yaml.ts";
import type { LossItem } from "../../../../model/loss.ts";
import { filesIn, importContainerTask, textAt } from "../container/container-task.ts";
import type { FolderImporter } from "../exchange.ts";

const CONFIG = "task.yaml";
const RUN_TESTS = "run-tests.sh";

const terminalBench: FolderImporter = {
  displayName: "Terminal-Bench task",
  recognises: (names) => names.has(CONFIG),
  async read({ files, name, now }) {
    const config = configOf((await textAt(files, CONFIG)) ?? "");
    const { instruction, difficulty, category, tags } = config;
    if (typeof instruction !== "string") throw notOurs("it has no instruction");
    const tests = filesIn(files, "tests/");
    const script = files.get(RUN_TESTS);
    if (script !== undefined) tests.set(RUN_TESTS, script);
    if (tests.size === 0) throw notOurs("it has no tests");
    const solution = new Map([...files].filter(([file]) => /^solution\.(?:sh|yaml)$/.test(file)));
    const losses: LossItem[] = [
      {
        kind: "changed",
        where: RUN_TESTS,
        why: "the exit code of the tests decides; Terminal-Bench reads what they print",
      },
      ...[...files.keys()]
        .filter((file) => /^docker-compose\.ya?ml$/.test(file))
        .map((where) => ({ kind: "dropped", where, why: SERVICES }) as const),
    ];
    const limit = config.max_agent_timeout_sec;
    const task = {
      name,
      title: name,
      instruction,
      tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [],
      origin: {
        form: "terminal-bench",
        name,
        ...(typeof difficulty === "string" ? { difficulty } : {}),
        ...(typeof category === "string" ? { category } : {}),
        ...(typeof limit === "number" ? { agentTimeoutSec: limit } : {}),
      },
      context: "",
      workdir: null,
      command:
        script === undefined
          ? 'python3 -m pytest "$root/tests" -rA'
          : `bash "$root/tests/${RUN_TESTS}"`,
      hasReward: false,
      tests,
      solution,
      verifierTimeoutSec: secondsOf(config.max_test_timeout_sec),
      losses,
    };
    return importContainerTask(task, files, now);
  },
};

export default terminalBench;

const SERVICES = "containers are not started; only the files of the Dockerfile are taken";

function secondsOf(value: Json | undefined): number {
  return typeof value === "number" && value > 0 ? value : 60;
}

function configOf(text: string): JsonObject {
  const { value, faults } = parseYaml(text);
  const [fault] = faults;
  if (fault !== undefined) {
    const message = `Cannot read "${CONFIG}": line ${fault.line}: ${fault.message}`;
    throw new HoldallError(fault.code, message);
  }
  if (value === undefined || !isObject(value)) throw notOurs("it is not a list of keys");
  return value;
}

function notOurs(why: string): HoldallError {
  return new HoldallError("E_SHAPE", `Cannot import the task of "${CONFIG}": ${why}`);
}
