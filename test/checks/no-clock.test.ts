import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = path.resolve(import.meta.dirname, "../..");
const NOW = "(?:performance|Date)\\.now\\(\\)";
/** A time that was measured: on a busy machine it can be any, whatever the program does. */
const MEASURED = new RegExp(`${NOW} *- *[a-z]`);
/** What may be done with it: being reported, or moving a clock that a test passes in. */
const HARMLESS = /\bdiagnostic\(|\bnew Date\(/;
/** A time that is at least so long is so on a busy machine, too. */
const UPPER_BOUND = /\bassert\b.*\b(?:took|elapsed|endedAt|duration\w*)\b[^<]*<=? */;

/** Lines of a test that measure a time, or that bound one from above. */
function timedLines(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => (MEASURED.test(line) && !HARMLESS.test(line)) || UPPER_BOUND.test(line));
}

test("no test asserts how long something took", () => {
  const files = ["src", "test"].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?:\.test|-suite)\.ts$/.test(file))
      .map((file) => path.join(folder, file))
      .filter((file) => path.join(root, file) !== import.meta.filename),
  );
  assert(files.length > 300);
  const timed = files.flatMap((file) =>
    timedLines(fs.readFileSync(path.join(root, file), "utf8")).map((line) => [file, line.trim()]),
  );
  assert.deepEqual(timed, []);
});

test("a measured time is found, also one that is kept before it is compared", () => {
  const clock = "performance.now()";
  for (const line of [
    `return ${clock} - began;`,
    `times.push(${clock} - start);`,
    `assert.ok(${clock} - began < 5_000);`,
    "assert(took < 1000);",
  ]) {
    assert.equal(timedLines(line).length, 1, line);
  }
  for (const line of [
    `t.diagnostic(\`\${${clock} - started} ms\`);`,
    `const deadline = ${clock.replace("performance", "Date")} + 20_000;`,
    "assert.ok(endedAt - start >= LIMIT_MS);",
  ]) {
    assert.deepEqual(timedLines(line), [], line);
  }
});
