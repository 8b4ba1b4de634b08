import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { launcher } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const folder = makeScratch();
const seen = path.join(folder, "seen");
const pager = `cat > "${seen}"; echo paged`;

/** What is on a terminal of 10 rows after a command; the terminal is one of the system. */
function onTerminal(command: string, env: Readonly<Record<string, string>>): string {
  fs.rmSync(seen, { force: true });
  const line = `stty rows 10 cols 80; "${process.execPath}" "${launcher}" ${command}`;
  const args =
    process.platform === "darwin" ? ["-q", "/dev/null", "sh", "-c", line] : ["-qec", line];
  const all = process.platform === "darwin" ? args : [...args, "/dev/null"];
  const { PAGER: _, ...rest } = process.env;
  const options = {
    cwd: folder,
    env: { ...rest, TERM: "xterm", ...env },
    encoding: "utf8",
  } as const;
  return spawnSync("script", all, { ...options, input: "" }).stdout;
}

test("a result that is longer than the terminal is shown with PAGER, and no other", () => {
  const long = onTerminal("config list", { PAGER: pager });
  assert.match(long, /^paged\s*$/);
  assert.ok(fs.readFileSync(seen, "utf8").split("\n").length > 10);
  assert.doesNotMatch(onTerminal("config get limits", { PAGER: pager }), /paged/);
  assert.doesNotMatch(onTerminal("config list --json", { PAGER: pager }), /paged/);
  assert.doesNotMatch(onTerminal("config list | cat", { PAGER: pager }), /paged/);
  assert.doesNotMatch(onTerminal("config list", { PAGER: pager, TERM: "dumb" }), /paged/);
  assert.equal(fs.existsSync(seen), false);
});

test("without PAGER, or with one that cannot be started, a result is printed", () => {
  const plain = onTerminal("config list", {});
  assert.ok(plain.split("\n").length > 10);
  const lost = onTerminal("config list", { PAGER: "no-such-program" });
  assert.ok(lost.endsWith(plain), lost);
});
