/**
 * Checks the types of everything but the pages, and how much the compiler has to work out for that. A schema that is
 * inferred again wherever it is used costs every check seconds and hundreds of megabytes, and nobody notices the one
 * line that does it.
 */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root, run } from "./run.ts";
import { exceededLimits } from "./types/limits.ts";

// Several checkers would each work out what they have in common: more memory, and more work on few cores.
const options = ["--noEmit", "--checkers", "1", "--extendedDiagnostics"];
// Files whose types cannot have changed since the last check are not checked again.
options.push("--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo");
// The compiler keeps nearly all that it allocates; looking for garbage less often saves a sixth of its work
// and costs a tenth more memory.
const { code, output } = await run("tsc", options, { env: { GOGC: "400" } });
const faults = code === 0 ? exceededLimits(output, await countLines()) : [output];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Lines of the files that `tsconfig.json` names. */
async function countLines(): Promise<number> {
  const exclude = ["test/fixtures/**", "src/web/**", "src/app/**"];
  let lines = 0;
  for await (const file of glob("{src,scripts,test}/**/*.ts", { cwd: root, exclude })) {
    lines += (await readFile(join(root, file), "utf8")).split("\n").length - 1;
  }
  return lines;
}
