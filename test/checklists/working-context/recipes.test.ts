import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { holdall } from "../../support/program.ts";
import { makeScratch, writeFiles } from "../../support/scratch.ts";
import { ocfKit, workingContext } from "../../support/state-bundles.ts";

const absent = ["jq", "tar", "bash"].find((name) => spawnSync(name, ["--version"]).error);
const options = { skip: absent === undefined ? false : `not run: ${absent} is not installed` };
const scratch = makeScratch();

/** Runs a line of shell as a reader of the OCF document would type it. */
function shell(line: string, cwd: string): string {
  const { status, stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", line], {
    cwd,
    encoding: "utf8",
  });
  assert.equal(status, 0, `${line}: ${stderr}`);
  return stdout;
}

/** Kits as our program writes them: a folder that is packed, and an archive from another format. */
const kits: Readonly<Record<string, readonly (readonly string[])[]>> = {
  packed: [
    ["convert", "kit", "--to", "ocf-kit", "--out", "written"],
    ["pack", "written", "--out", "kit.wc.tar.gz"],
  ],
  converted: [["convert", "wc", "--to", "ocf-kit", "--out", "kit.wc.tar.gz"]],
};

for (const [how, commands] of Object.entries(kits)) {
  test(`the shell recipes of the OCF document work on a kit that we ${how}`, options, () => {
    const cwd = path.join(scratch, how);
    writeFiles(path.join(cwd, "kit"), ocfKit);
    const evicted =
      '{"ts":"2026-03-01T09:00:00Z","entry_id":"b","decision":"evict","status":"deprecated"}\n';
    writeFiles(path.join(cwd, "wc"), {
      ...workingContext,
      "lifecycle.jsonl": workingContext["lifecycle.jsonl"] + evicted,
    });
    for (const command of commands) {
      const { code, stderr } = holdall(command, { cwd });
      assert.equal(code, 0, stderr);
    }
    shell("tar -xzf kit.wc.tar.gz", cwd);
    const top = "artesian.working-context";
    const files = ["manifest.json", "snapshot.json", "lifecycle.jsonl", "snapshot.md"];
    for (const file of files) assert.ok(fs.existsSync(path.join(cwd, top, file)), file);

    const evictions = shell(`cat ${top}/lifecycle.jsonl | jq -c 'select(.event == "evict")'`, cwd);
    assert.deepEqual(
      evictions
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).event),
      ["evict"],
    );

    const counts = shell(
      `cat ${top}/snapshot.json | jq -c 'group_by(.tier) | map({tier: .[0].tier, count: length})'`,
      cwd,
    );
    const expected =
      how === "packed"
        ? [
            { tier: "L1", count: 2 },
            { tier: "L2", count: 1 },
          ]
        : [{ tier: "L1", count: 1 }];
    assert.deepEqual(JSON.parse(counts), expected);

    const summary = shell(`cat ${top}/snapshot.md`, cwd);
    assert.match(summary, /^## L1$/m);
    assert.match(summary, /metres/);
    shell("sha256sum --quiet -c SHA256SUMS", path.join(cwd, top));
  });
}
