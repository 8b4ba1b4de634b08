import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { workingContext } from "../support/state-bundles.ts";

const skipWithout = (program: string, ...args: string[]) =>
  spawnSync(program, args).error === undefined ? false : `not run: ${program} is not installed`;
const noSshKeygen = skipWithout("ssh-keygen", "-?");
const noAge = skipWithout("age", "--version");

interface Created {
  readonly file: string;
  readonly public_file: string;
  readonly public_key: string;
  readonly fingerprint: string;
}

/** A folder with a bundle and a fresh key pair. */
async function withKey(comment = "the tide team") {
  const cwd = makeScratch();
  writeFiles(path.join(cwd, "bundle"), workingContext);
  const context = contextIn(cwd);
  const { out } = await runOperation<Created>(context, "keys new", { file: "key", comment });
  return { cwd, context, key: out };
}

function run(program: string, args: readonly string[], input = ""): string {
  const ended = spawnSync(program, args, { input, encoding: "utf8", timeout: 30_000 });
  assert.equal(ended.status, 0, ended.stderr);
  return ended.stdout;
}

test("keys new writes a pair that ssh-keygen reads, with its comment and fingerprint", {
  skip: noSshKeygen,
}, async () => {
  // The padding of the private section depends on the length of the comment.
  for (const comment of ["", "a", "ab", "abc", "abcd", "abcde", "abcdef", "abcdefg"]) {
    const { key } = await withKey(comment);
    assert.equal(run("ssh-keygen", ["-y", "-f", key.file]).trim(), key.public_key);
    assert.equal(fs.readFileSync(key.public_file, "utf8"), `${key.public_key}\n`);
    assert.ok(run("ssh-keygen", ["-lf", key.public_file]).includes(key.fingerprint));
    assert.equal(fs.statSync(key.file).mode & 0o777, 0o600);
    // ssh-keygen gives a key a passphrase only when it can read all of it.
    run("ssh-keygen", ["-q", "-p", "-P", "", "-N", "longer than five", "-f", key.file]);
  }
});

test("a key of keys new signs a bundle, and ssh-keygen verifies the signature", {
  skip: noSshKeygen,
}, async () => {
  const { cwd, context, key } = await withKey();
  await runOperation(context, "sign", { path: "bundle", key: key.file });
  const signers = path.join(cwd, "signers");
  fs.writeFileSync(signers, `ann@example.com ${key.public_key}\n`);
  const file = path.join(cwd, "bundle/SHA256SUMS");
  const args = ["-Y", "verify", "-f", signers, "-I", "ann@example.com", "-n", "holdall"];
  run("ssh-keygen", [...args, "-s", `${file}.sig`], fs.readFileSync(file, "utf8"));
  const { exit } = await runOperation(context, "verify", {
    path: "bundle",
    signers: "signers",
  });
  assert.equal(exit, 0);
});

test("what is sealed for a key of keys new, it opens, and so does age", {
  skip: noAge,
}, async () => {
  const { cwd, context, key } = await withKey();
  const to = [fs.readFileSync(key.public_file, "utf8").trim()];
  await runOperation(context, "seal", { path: "bundle", to, out: "sealed.age" });
  await runOperation(context, "open", { path: "sealed.age", identity: [key.file], out: "copy" });
  const { ".": _, ...copy } = picture(path.join(cwd, "copy"));
  const { ".": __, ...bundle } = picture(path.join(cwd, "bundle"));
  assert.deepEqual(Object.keys(copy), Object.keys(bundle));
  const plain = path.join(cwd, "plain.tar.gz");
  run("age", ["-d", "-i", key.file, "-o", plain, path.join(cwd, "sealed.age")]);
  await runOperation(context, "verify", { path: "plain.tar.gz" });
});

test("keys new writes over neither of the two files, and leaves neither half alone", async () => {
  const { cwd, context } = await withKey();
  const before = picture(cwd);
  assert.equal(await codeOf(runOperation(context, "keys new", { file: "key" })), "E_EXISTS");
  assert.deepEqual(picture(cwd), before);
  fs.rmSync(path.join(cwd, "key"));
  assert.equal(await codeOf(runOperation(context, "keys new", { file: "key" })), "E_EXISTS");
  assert.equal(fs.existsSync(path.join(cwd, "key")), false);
  fs.symlinkSync("elsewhere", path.join(cwd, "link"));
  assert.equal(await codeOf(runOperation(context, "keys new", { file: "link" })), "E_EXISTS");
  assert.equal(fs.existsSync(path.join(cwd, "elsewhere")), false);
  const lines = { file: "other", comment: "two\nlines" };
  assert.equal(await codeOf(runOperation(context, "keys new", lines)), "E_USAGE");
  assert.equal(
    await codeOf(runOperation(context, "keys new", { file: "no/where" })),
    "E_NOT_FOUND",
  );
});

test("keys new refuses a place inside a git repository, unless it is forced", async () => {
  const cwd = makeScratch();
  const folder = path.join(cwd, "project/keys");
  fs.mkdirSync(folder, { recursive: true });
  const context = contextIn(folder);
  const create = (more = {}) =>
    runOperation<Created>(context, "keys new", { file: "key", ...more });
  fs.mkdirSync(path.join(cwd, "project/.git"));
  assert.equal(await codeOf(create()), "E_PROTECTED");
  assert.deepEqual(fs.readdirSync(folder), []);
  assert.equal((await create({ force: true })).out.file, path.join(folder, "key"));
});
