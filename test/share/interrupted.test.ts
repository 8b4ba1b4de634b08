import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { holdallJson } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { type Sshd, startSshd, withoutSshd } from "../support/sshd.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";

describe("what was interrupted", { skip: withoutSshd }, () => {
  const scratch = makeScratch();
  let sshd: Sshd | null = null;
  before(async () => {
    sshd = await startSshd(path.join(scratch, "sshd"));
    // A connection that breaks off: of the commands that copy files, it runs the first ten.
    writeFiles(path.join(scratch, "cut"), {
      sftp: `#!/bin/sh
commands=$(cat)
copied=$(printf '%s\\n' "$commands" | grep -cE '^(re)?(put|get) ')
printf '%s\\n' "$commands" | awk '/^(re)?(put|get) /{ if (++n > 10) exit } { print }' | '${sshd.bin}/sftp' "$@"
code=$?
if [ "$copied" -gt 10 ]; then exit 255; fi
exit $code
`,
    });
    fs.chmodSync(path.join(scratch, "cut/sftp"), 0o755);
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [`src/${at}.txt`, `${"tide ".repeat(1000 * at)}\n`]),
    );
    writeTaskBundle(path.join(scratch, "bundle"), { files });
  });
  after(() => sshd?.end());

  const run = (args: readonly string[], folders: readonly string[]) => {
    const search = [...folders, process.env.PATH ?? ""].join(path.delimiter);
    const { code, json } = holdallJson(args, { cwd: scratch, env: { PATH: search } });
    return { code, json: json as Record<string, unknown> };
  };
  const unbroken = () => [sshd?.bin ?? ""];
  const broken = () => [path.join(scratch, "cut"), ...unbroken()];
  const parts = () => fs.readdirSync(scratch).filter((name) => name.endsWith(".part"));
  const remote = path.join(scratch, "remote");
  const address = () => `ssh://127.0.0.1:${sshd?.port}${remote}/bundle`;

  test("a push by ssh leaves nothing under its name, and continues", () => {
    const cut = run(["push", "bundle", address()], broken());
    assert.equal((cut.json.error as { code: string }).code, "E_IO");
    const [part = ""] = fs.readdirSync(remote);
    assert.match(part, /^\.bundle\.[0-9a-f]{16}\.part$/);
    const sent = run(["push", "bundle", address()], unbroken());
    assert.equal(sent.code, 0, JSON.stringify(sent.json));
    assert(Number(sent.json.sent_bytes) < Number(sent.json.bytes));
    assert.deepEqual(fs.readdirSync(remote), ["bundle"]);
  });

  test("a pull by ssh leaves nothing under its name, and continues", () => {
    const cut = run(["pull", address(), "--out", "received"], broken());
    assert.equal((cut.json.error as { code: string }).code, "E_IO");
    assert(!fs.existsSync(path.join(scratch, "received")));
    const [part = ""] = parts();
    const options = { recursive: true, encoding: "utf8" } as const;
    const fetched = fs.readdirSync(path.join(scratch, part), options);
    assert(fetched.includes(path.join("workspace", "files", "src", "0.txt")));
    assert(!fetched.includes(path.join("workspace", "files", "src", "7.txt")));
    const pulled = run(["pull", address(), "--out", "received"], unbroken());
    assert.equal(pulled.code, 0, JSON.stringify(pulled.json));
    const received = picture(path.join(scratch, "received"));
    delete received.SHA256SUMS;
    assert.deepEqual(received, picture(path.join(scratch, "bundle")));
    assert.deepEqual(
      fs.readdirSync(scratch).filter((name) => name.endsWith(".part")),
      [],
    );
  });
});
