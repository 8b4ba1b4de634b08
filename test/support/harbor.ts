/** The real `harbor` package, which reads what we write. `HARBOR_PYTHON` names a Python that has it; CI installs it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

const python = process.env.HARBOR_PYTHON ?? "python3";
const isMissing = spawnSync(python, ["-c", "import harbor.models.task.task"]).status !== 0;

/** The reason for which a test cannot run; false when harbor is there. */
export const skipWithoutHarbor = isMissing ? "not run: harbor is not installed" : false;

const TRAJECTORIES = `
import json, sys
from harbor.utils.trajectory_validator import TrajectoryValidator
faults = {}
for name in sys.argv[1:]:
    validator = TrajectoryValidator()
    if not validator.validate(name):
        faults[name] = validator.get_errors()
print(json.dumps(faults))
`;

/** What harbor's validator says against each trajectory; nothing when all are valid. */
export function faultsOfTrajectories(files: readonly string[]): unknown {
  return askHarbor(TRAJECTORIES, files);
}

/** Runs a Python program that prints JSON. */
export function askHarbor(program: string, args: readonly string[]): unknown {
  const { status, stdout, stderr } = spawnSync(python, ["-c", program, ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}
