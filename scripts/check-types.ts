/**
 * Checks the types of everything but the pages, and how much the compiler has to work out for that. A schema that is
 * inferred again wherever it is used costs every check seconds and hundreds of megabytes, and nobody notices the one
 * line that does it.
 *
 *     node scripts/check-types.ts              what has changed since the last check
 *     node scripts/check-types.ts --all        everything
 */
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root, run } from "./run.ts";
import { exceededLimits } from "./types/limits.ts";

/** What the last check found out. */
const KEPT = join(root, "node_modules/.cache/types.tsbuildinfo");

if (process.argv.includes("--all")) await rm(KEPT, { force: true });
await mkdir(dirname(KEPT), { recursive: true });
// Several checkers would each work out what they have in common: more memory, and more work on few cores.
const options = ["--noEmit", "--checkers", "1", "--incremental", "--tsBuildInfoFile", KEPT];
const { code, output } = await run("tsc", [...options, "--extendedDiagnostics"]);
const exceeded = code === 0 ? exceededLimits(output) : [];
// Otherwise the next check would find nothing to do, and pass.
if (exceeded.length > 0) await rm(KEPT, { force: true });
for (const line of exceeded) console.error(line);
if (code !== 0) console.error(output);
process.exitCode = code === 0 && exceeded.length === 0 ? 0 : 1;
