import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";

/** A first release is described, not listed change by change. */
const MAX_LINES_OF_FIRST_RELEASE = 120;

const sections = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m).slice(1);

test("the changelog has one section for each version, the newest first, up to this one", () => {
  const versions = sections.map((section) => /^\d+\.\d+\.\d+/.exec(section)?.[0] ?? section);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(versions[0], version);
  assert.deepEqual(versions, [...new Set(versions)].sort(compareVersions).reverse());
});

test("the changelog describes the first release in a section that can be read at once", () => {
  const first = sections.at(-1)?.split("\n") ?? [];
  assert.match(first[0] ?? "", /^0\.1\.0\b/);
  assert(first.length <= MAX_LINES_OF_FIRST_RELEASE, `${first.length} lines`);
});

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
