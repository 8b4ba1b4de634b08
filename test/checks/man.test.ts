import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { manPages } from "../../scripts/docs/man.ts";
import { commandSections } from "../../scripts/docs/reference.ts";
import { root } from "../../scripts/run.ts";
import { commandNames, loadCommand } from "../../src/cli/commands/registry.ts";
import { describeCommand } from "../../src/cli/help.ts";

const pages = manPages(await commandSections());
const groff = spawnSync("groff", ["--version"]);
const skip = groff.status === 0 ? false : "not run: groff is not installed";

function render(text: string) {
  const args = ["-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u"];
  const { stdout, stderr, status } = spawnSync("groff", args, { input: text, encoding: "utf8" });
  return { text: stdout, complaints: stderr, status };
}

test("the package lists every manual page", () => {
  const { man, files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.deepEqual(man, pages.map(([file]) => `./${file}`).sort());
  assert.ok(files.includes("man"));
});

for (const [file, text] of pages) {
  test(`groff renders ${file} without a warning`, { skip }, () => {
    const { status, complaints } = render(text);
    assert.deepEqual([status, complaints], [0, ""]);
  });
}

test("every option of every command can be read in a manual page", { skip }, async () => {
  const all = pages.map(([, text]) => render(text).text).join("\n");
  for (const name of commandNames) {
    const { options, workspaceOptions } = describeCommand(await loadCommand(name));
    assert.ok(all.includes(`holdall ${name}`), name);
    for (const [label] of [...options, ...workspaceOptions])
      assert.ok(all.includes(label), `${name} ${label}`);
  }
});
