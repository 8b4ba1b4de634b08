import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { onTerminal } from "../support/on-terminal.ts";
import { makeScratch } from "../support/scratch.ts";

const folder = makeScratch();
const seen = path.join(folder, "seen");
const pager = `cat > "${seen}"; echo paged`;

function shownBy(command: string, env: Readonly<Record<string, string>>): string {
  fs.rmSync(seen, { force: true });
  return onTerminal(command, { cwd: folder, env });
}

test("a result that is longer than the terminal is shown with PAGER, and no other", () => {
  const long = shownBy("config list", { PAGER: pager });
  assert.match(long, /^paged\s*$/);
  assert.ok(fs.readFileSync(seen, "utf8").split("\n").length > 10);
  assert.doesNotMatch(shownBy("config get limits", { PAGER: pager }), /paged/);
  assert.doesNotMatch(shownBy("config list --json", { PAGER: pager }), /paged/);
  assert.doesNotMatch(shownBy("config list | cat", { PAGER: pager }), /paged/);
  assert.doesNotMatch(shownBy("config list", { PAGER: pager, TERM: "dumb" }), /paged/);
  assert.equal(fs.existsSync(seen), false);
});

test("without PAGER, or with one that cannot be started, a result is printed", () => {
  const plain = shownBy("config list", {});
  assert.ok(plain.split("\n").length > 10);
  const lost = shownBy("config list", { PAGER: "no-such-program" });
  assert.ok(lost.endsWith(plain), lost);
});
