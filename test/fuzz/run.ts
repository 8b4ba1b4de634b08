/**
 * Tries hostile inputs for as long as is wanted.
 *
 *     npm run fuzz                                        ten minutes, a new seed
 *     npm run fuzz -- --seconds 60 --seed 7 --target logs
 *     npm run fuzz -- --inputs 1 --seed 7 --target logs   one input again
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { randomSeed } from "../support/seed.ts";
import { runFuzz, targetNames } from "./run-fuzz.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    inputs: { type: "string" },
    seed: { type: "string", default: String(randomSeed()) },
    target: { type: "string" },
  },
});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-fuzz-"));
const chosen = targetNames.filter((name) => values.target === undefined || values.target === name);
const amount =
  values.inputs === undefined
    ? { seconds: Number(values.seconds) / chosen.length }
    : { inputs: Number(values.inputs) };
for (const target of chosen) {
  const { tried, fault } = await runFuzz(target, { seed: Number(values.seed), folder, ...amount });
  process.stdout.write(
    `${target}: ${tried} inputs from seed ${values.seed}${fault === null ? "" : `\n${fault}`}\n`,
  );
  if (fault !== null) process.exitCode = 1;
}
fs.rmSync(folder, { recursive: true, force: true });
