/**
 * `npm test`: everything that must pass, in one command. Every check runs even when one fails.
 *
 *     npm test                                   all checks, all tests
 *     npm test -- --quick                        the checks and tests that are quick
 *     npm test -- --only types,lint              some checks
 *     npm test -- --only checks                  all checks, no tests
 *     npm test -- src/formats/ocf                the tests whose path contains this
 *     npm test -- --keep-times                   keep what each file took in scripts/test-times.json
 */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type Check, checks } from "./checks.ts";
import { runPool } from "./run-pool.ts";
import { runTests, type TestResult } from "./run-tests.ts";
import { becomeScratchUser } from "./scratch-user.ts";
import { findTestFiles, keepTimes } from "./test-files.ts";
import { countOf, formatTime, sumOf } from "./test-progress.ts";

const { values, positionals: paths } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    "keep-times": { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const checkNames = checks.map(({ name }) => name);
const names = [...checkNames, "tests"];
const named = values.only?.split(",").flatMap((name) => (name === "checks" ? checkNames : [name]));
const wanted = named ?? (paths.length > 0 ? ["build", "tests"] : names);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Cannot check ${unknown.join(", ")}: the checks are ${names.join(", ")}`);
  process.exit(2);
}

// One more than there are cores, because tests wait for files to settle, databases and other programs a third of their
// time. Still more disturbs those that wait for a program or count its answers, unless the cores are idle.
const cores = availableParallelism();
const width = Math.min(4, cores + 1);
const interruption = new AbortController();
// Checks, too, start programs that keep something in a home.
process.once("exit", becomeScratchUser());
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => interruption.abort());
}

const failed: string[] = [];
const passed: string[] = [];
const chosen = checks.filter(
  ({ name, isSlow = false }) => wanted.includes(name) && !(values.quick && isSlow),
);
const files = wanted.includes("tests")
  ? await findTestFiles({ paths, quick: values.quick, separate: values["keep-times"] })
  : [];
announce();
const [build, ...others] = chosen;
if (build !== undefined) await runCheck(build); // The others need what it builds.
// The longest runs beside all the rest: the tests need not wait for it with a core idle.
const [longest, ...rest] = others.toSorted((left, right) => right.seconds - left.seconds);
const longestEnds = longest === undefined ? undefined : runCheck(longest);
await runPool(rest, width - 1, runCheck);
const tests = wanted.includes("tests")
  ? await runTests(files, { width, signal: interruption.signal })
  : null;
await longestEnds;
if (tests !== null) await reportTests(tests);
for (const name of failed) console.log(`check failed: ${name}`);
const good = passed.length + (tests?.passed ?? 0);
const bad = failed.length + (tests?.failed ?? 0);
console.log(`${good} passed, ${bad} failed, ${tests?.skipped ?? 0} skipped`);
process.exitCode = bad === 0 ? 0 : 1;

/** Says what is coming and how long it takes, so that nobody wonders whether it hangs. */
function announce(): void {
  const checking = chosen.reduce((sum, { seconds }) => sum + seconds, 0);
  const time = formatTime((checking + sumOf(files)) / Math.min(cores, width));
  const parts = [
    ...(chosen.length > 0 ? [`${chosen.length} checks`] : []),
    ...(wanted.includes("tests") ? [`${countOf(files)} test files`] : []),
  ];
  console.log(`${parts.join(" and ")}, ${width} at a time: about ${time} minutes`);
  if (wanted.length === names.length && !values.quick) {
    console.log("The quick ones come first; npm test -- --quick runs no others.");
  }
}

async function runCheck({ name, covers, run }: Check): Promise<void> {
  if (interruption.signal.aborted) return;
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
  (code === 0 ? passed : failed).push(name);
}

/** A run that tested nothing has not passed; nor has one in CI that left a cross-check out. */
async function reportTests({ passed, failed: bad, notRun, times }: TestResult): Promise<void> {
  if (notRun.length > 0) console.log(`\nCross-checks not run (${notRun.length}):`);
  for (const { name, reason } of notRun) console.log(`  ${name}: ${reason}`);
  console.log("");
  if (interruption.signal.aborted) failed.push("tests (interrupted)");
  else if (passed + bad === 0) failed.push("tests (none was executed)");
  if (notRun.some(({ isInstallable }) => isInstallable) && process.env.CI === "true")
    failed.push("cross-checks (all run in CI)");
  if (values["keep-times"]) await keepTimes(times);
}
