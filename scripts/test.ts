/**
 * `npm test`: everything that must hold, in one command. Every check runs even when one fails.
 *
 *     npm test                                   all checks, all tests
 *     npm test -- --only types,lint              some checks
 *     npm test -- src/formats/ocf                the tests whose path contains this
 */
import { parseArgs } from "node:util";
import { type Check, checks } from "./checks.ts";
import { runTests, type TestResult } from "./run-tests.ts";

const { values, positionals: paths } = parseArgs({
  options: { only: { type: "string" } },
  allowPositionals: true,
});
const names = [...checks.map(({ name }) => name), "tests"];
const wanted = values.only?.split(",") ?? (paths.length > 0 ? ["build", "tests"] : names);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Cannot check ${unknown.join(", ")}: the checks are ${names.join(", ")}`);
  process.exit(2);
}

const failed: string[] = [];
const passed: string[] = [];
for (const check of checks) {
  if (!wanted.includes(check.name)) continue;
  ((await runCheck(check)) ? passed : failed).push(check.name);
}
const tests = wanted.includes("tests") ? await runTests(paths) : null;
if (tests !== null) reportTests(tests);
for (const name of failed) console.log(`check failed: ${name}`);
const [good, bad] = [passed.length + (tests?.passed ?? 0), failed.length + (tests?.failed ?? 0)];
console.log(`${good} passed, ${bad} failed, ${tests?.skipped ?? 0} skipped`);
process.exitCode = bad === 0 ? 0 : 1;

async function runCheck({ name, covers, run }: Check): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await run().catch((error: Error) => ({
    code: 1,
    output: error.message,
  }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${code === 0 ? "ok    " : "FAILED"}  ${name.padEnd(8)} ${seconds.padStart(5)} s  ${covers}`,
  );
  if (code !== 0) console.log(output.trimEnd().replaceAll(/^/gm, "        "));
  return code === 0;
}

/** A run that tested nothing has not passed; nor has one in CI that left a cross-check out. */
function reportTests({ passed, failed: bad, notRun }: TestResult): void {
  if (notRun.length > 0) console.log(`\nCross-checks not run (${notRun.length}):`);
  for (const { name, reason } of notRun) console.log(`  ${name}: ${reason}`);
  console.log("");
  if (passed + bad === 0) failed.push("tests (none was executed)");
  if (notRun.length > 0 && process.env.CI === "true") failed.push("cross-checks (all run in CI)");
}
