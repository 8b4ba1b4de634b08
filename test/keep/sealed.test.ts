/** Sealed backups: nothing in the clear, everything with an identity of a recipient, and what works without one. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createDecipheriv } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { zstdDecompressSync } from "node:zlib";
import * as age from "age-encryption";
import type { Kept } from "../../src/keep/keep-now.ts";
import type { ListedSession } from "../../src/keep/list-kept.ts";
import type { Restored } from "../../src/keep/restore/restore-kept.ts";
import type { KeepStatus } from "../../src/keep/status-kept.ts";
import type { Checked } from "../../src/keep/verify-kept.ts";
import type { OperationName } from "../../src/operations/registry.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { createKey } from "../support/ssh-keys.ts";
import { setUpKeeping } from "./keeping.ts";
import { agentFiles } from "./place-fixtures.ts";

const PHRASE = "zebrafish lanterns over the quay";
const scratch = makeScratch();

/** A home with sessions, keys of two recipients, and another machine that sees the same backup. */
async function setUpSealing() {
  const keeping = setUpKeeping(["claude", "pi", "goose"]);
  const { home, backup, context } = keeping;
  const log = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "";
  fs.appendFileSync(log, `{"type":"summary","summary":"${PHRASE}"}\n`);
  const secret = await age.generateX25519Identity();
  const ssh = createKey();
  const keys = fs.mkdtempSync(path.join(scratch, "keys-"));
  writeFiles(keys, { age: `${secret}\n`, ssh: ssh.text });
  const seal = [await age.identityToRecipient(secret), ssh.publicText];
  const now = (input: object = {}) =>
    runOperation<Kept>(context, "keep now", { to: backup, ...input });
  const elsewhere = path.join(path.dirname(home), "elsewhere");
  fs.mkdirSync(elsewhere, { recursive: true });
  const other = { ...contextIn(elsewhere), agents: { home: elsewhere, env: {} } };
  const there = async <Out>(name: OperationName, input: object = {}) =>
    (await runOperation<Out>(other, name, { from: backup, ...input })).out;
  const identity = [path.join(keys, "age")];
  const nowThere = (input: object) =>
    runOperation<Kept>(other, "keep now", { to: backup, ...input });
  return { ...keeping, log, seal, now, there, nowThere, elsewhere, identity, keys };
}

function filesOf(folder: string): readonly string[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => path.join(parentPath, name));
}

/** Which of some words are readable in a folder: in names, in bytes, or in what is merely compressed. */
function readable(folder: string, texts: readonly string[]): readonly string[] {
  return texts.filter((text) =>
    filesOf(folder).some((file) => {
      const bytes = fs.readFileSync(file);
      return (
        path.relative(folder, file).includes(text) ||
        textsIn(bytes).some((content) => content.includes(text))
      );
    }),
  );
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** The bytes, and what every compressed frame in them contains. */
function textsIn(bytes: Buffer): readonly Buffer[] {
  const texts = [bytes];
  for (let at = bytes.indexOf(ZSTD); at !== -1; at = bytes.indexOf(ZSTD, at + 1)) {
    try {
      texts.push(zstdDecompressSync(bytes.subarray(at)));
    } catch {
      // Bytes after a frame, or no frame.
    }
  }
  return texts;
}

function secretTexts(home: string): readonly string[] {
  const ids = fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"));
  const titles = ["zebrafish", "apple-17", "orchard", "/home/rosa", ".claude", home];
  return [...titles, ...ids.map((file) => path.basename(file, ".jsonl"))];
}

test("a sealed backup has no word of a session, no name of a project and no path in the clear", async () => {
  const { home, backup, now, seal } = await setUpSealing();
  await now();
  assert.ok(
    readable(backup, secretTexts(home)).length > 5,
    "the words are found where nothing is sealed",
  );
  fs.rmSync(backup, { recursive: true });
  await now({ seal });
  assert.deepEqual(readable(backup, secretTexts(home)), []);
});

test("what was in the clear is sealed by the first run that seals, and nothing of it is lost", async () => {
  const { home, backup, now, seal, log, verify, list } = await setUpSealing();
  await now();
  fs.rmSync(log);
  await now();
  const before = await list({ all: true });
  await now({ seal });
  assert.deepEqual(readable(backup, secretTexts(home)), []);
  assert.deepEqual(await list({ all: true }), before);
  assert.equal((await verify()).out.ok, true);
});

test("the machine that seals needs no identity, and says for whom only once", async () => {
  const { home, backup, now, seal, verify, restore, list } = await setUpSealing();
  await now({ seal });
  const before = agentFiles(home);
  const { out } = await now();
  assert.equal(out.run, null);
  assert.ok((await list({ all: true })).length > 3);
  const { out: checked } = await verify();
  assert.deepEqual([checked.ok, checked.sealed_only], [true, 0]);
  fs.rmSync(path.join(home, ".claude"), { recursive: true });
  await restore({ all: true });
  assert.deepEqual(agentFiles(home), before);
  fs.appendFileSync(fs.globSync(path.join(home, ".claude/projects/*/*.jsonl"))[0] ?? "", "{}\n");
  await now();
  assert.deepEqual(readable(backup, secretTexts(home)), []);
});

test("another machine reads nothing without an identity, and everything with one of either kind", async () => {
  const { home, now, seal, there, elsewhere, keys } = await setUpSealing();
  await now({ seal });
  for (const name of ["keep list", "keep restore"] as const) {
    assert.equal(await codeOf(there(name, name === "keep restore" ? { all: true } : {})), "E_KEY");
  }
  const wrong = path.join(keys, "wrong");
  fs.writeFileSync(wrong, `${await age.generateX25519Identity()}\n`);
  assert.equal(await codeOf(there("keep list", { identity: [wrong] })), "E_KEY");
  for (const kind of ["age", "ssh"]) {
    const identity = [path.join(keys, kind)];
    const { sessions } = await there<{ sessions: ListedSession[] }>("keep list", {
      identity,
      all: true,
    });
    assert.ok(sessions.length > 3);
    await there("keep show", { identity, session: sessions[0]?.id });
    const into = path.join(elsewhere, kind);
    fs.mkdirSync(into);
    const { sessions: rows } = await there<{ sessions: Restored[] }>("keep restore", {
      identity,
      all: true,
      into,
    });
    assert.ok(rows.every(({ state }) => state === "restored"));
    assert.deepEqual(agentFiles(into), agentFiles(home));
    const checked = await there<Checked>("keep verify", { identity });
    assert.deepEqual([checked.ok, checked.sealed_only], [true, 0]);
  }
});

test("without an identity every byte is still compared with its hash, and status counts what it cannot read", async () => {
  const { backup, now, seal, there } = await setUpSealing();
  await now({ seal });
  const intact = await there<Checked>("keep verify");
  assert.equal(intact.ok, true);
  assert.ok(intact.sealed_only > 1);
  const status = await there<KeepStatus>("keep status");
  assert.deepEqual(
    [status.exists, status.sealed, status.unread, status.sessions],
    [true, true, 1, 0],
  );
  for (const file of filesOf(backup).filter((each) => /\.(?:pack|zst)$/.test(each))) {
    const bytes = fs.readFileSync(file);
    const flipped = Buffer.from(bytes);
    flipped[bytes.length >> 1] = (flipped[bytes.length >> 1] ?? 0) ^ 1;
    fs.writeFileSync(file, flipped);
    const { ok, faults } = await there<Checked>("keep verify");
    assert.equal(ok, false);
    assert.deepEqual(
      faults.map(({ code, where }) => [code, where]),
      [["E_DIGEST", path.relative(backup, file)]],
    );
    fs.writeFileSync(file, bytes);
  }
});

test("without an identity a missing record is found, the first one too", async () => {
  const { backup, now, seal, there, log } = await setUpSealing();
  await now({ seal });
  for (const text of ["one", "two"]) {
    fs.appendFileSync(log, `{"type":"summary","summary":"${text}"}\n`);
    await now();
  }
  const records = fs.globSync(path.join(backup, "runs/*/*.zst")).sort();
  assert.equal(records.length, 3);
  for (const record of records.slice(0, 2)) {
    const bytes = fs.readFileSync(record);
    fs.rmSync(record);
    const { faults } = await there<Checked>("keep verify");
    assert.deepEqual(
      faults.map(({ code }) => code),
      ["E_CHAIN"],
      path.basename(record),
    );
    fs.writeFileSync(record, bytes);
  }
  assert.equal((await there<Checked>("keep verify")).ok, true);
});

test("a machine that does not know the recipients writes nothing, and nobody's key from the backup", async () => {
  const { backup, now, seal, nowThere, there, identity } = await setUpSealing();
  await now({ seal });
  const before = filesOf(backup);
  assert.equal(await codeOf(nowThere({})), "E_KEY");
  assert.equal(await codeOf(nowThere({ identity })), "E_KEY");
  assert.deepEqual(filesOf(backup), before);
  await nowThere({ seal, identity });
  // The identity opened it for this machine: it is not asked for again.
  const { sessions } = await there<{ sessions: ListedSession[] }>("keep list", { all: true });
  assert.ok(sessions.length > 3);
});

test("a damaged key of this machine is as none: an identity opens the backup, and seals on", async () => {
  const { home, now, run, seal, identity } = await setUpSealing();
  await now({ seal });
  const [own = ""] = fs.globSync(path.join(home, ".local/state/holdall/kept-keys/*.json"));
  fs.writeFileSync(own, "{");
  assert.equal(await codeOf(run("keep list", { all: true })), "E_KEY");
  assert.equal(await codeOf(now()), "E_KEY");
  await now({ seal, identity });
  const { out } = await run<{ sessions: ListedSession[] }>("keep list", { all: true });
  assert.ok(out.sessions.length > 3);
});

test("a key that was removed or changed in the backup is found, and written again by the next run", async () => {
  const { backup, now, seal, verify } = await setUpSealing();
  await now({ seal });
  const [file = ""] = fs.globSync(path.join(backup, "keys/*.age"));
  const bytes = fs.readFileSync(file);
  for (const damage of [
    () => fs.rmSync(file),
    () => fs.writeFileSync(file, "age-encryption.org/v1\n"),
  ]) {
    damage();
    const { out } = await verify();
    assert.equal(out.ok, false);
    assert.match(out.faults[0]?.where ?? "", /^keys\//);
    await now();
    assert.ok(fs.readFileSync(file).equals(bytes));
    assert.equal((await verify()).out.ok, true);
  }
});

test("everything is sealed again when the recipients change, and the key of the others is removed", async () => {
  const { backup, now, seal, there, identity, keys, verify, list } = await setUpSealing();
  await now({ seal: seal.slice(0, 1) });
  const before = await list({ all: true });
  const ssh = [path.join(keys, "ssh")];
  assert.equal(await codeOf(there("keep list", { identity: ssh })), "E_KEY");
  await now({ seal: seal.slice(1) });
  const { ok, sealed_only } = await there<Checked>("keep verify", { identity: ssh });
  assert.deepEqual([ok, sealed_only], [true, 0]);
  assert.equal(await codeOf(there("keep list", { identity })), "E_KEY");
  assert.deepEqual(await list({ all: true }), before);
  assert.equal((await verify()).out.ok, true);
  assert.equal(fs.readdirSync(path.join(backup, "keys")).length, 1);
});

test("forget and prune leave a sealed backup sealed", async () => {
  const { home, backup, now, seal, run, verify, log } = await setUpSealing();
  await now({ seal });
  await run("keep forget", { sessions: [path.basename(log, ".jsonl")] });
  await run("keep prune", { "keep-size": 0 });
  assert.deepEqual(readable(backup, secretTexts(home)), []);
  assert.equal((await verify()).out.ok, true);
});

test("keep sync copies a sealed backup as it is, and mixes it with none in the clear", async () => {
  const { home, backup, now, seal, run, there, identity } = await setUpSealing();
  await now({ seal });
  const copy = path.join(path.dirname(home), "copy");
  await run("keep sync", { with: copy });
  assert.deepEqual(readable(copy, secretTexts(home)), []);
  const { ok, sealed_only } = await there<Checked>("keep verify", { from: copy, identity });
  assert.deepEqual([ok, sealed_only], [true, 0]);
  // From a machine that has no key of it.
  const second = path.join(path.dirname(home), "second");
  await there("keep sync", { with: second });
  assert.equal((await there<Checked>("keep verify", { from: second, identity })).ok, true);
  const clear = setUpKeeping(["qwen"]);
  await clear.keep();
  assert.equal(await codeOf(run("keep sync", { with: clear.backup })), "E_PROTECTED");
  assert.deepEqual(fs.globSync(path.join(backup, "runs/*")).length, 1);
});

test("a sealed part that was moved or altered is damage, and never another content", async () => {
  const { backup, now, seal, restore, elsewhere } = await setUpSealing();
  await now({ seal });
  const [pack = ""] = fs.globSync(path.join(backup, "packs/*.pack"));
  const bytes = fs.readFileSync(pack);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  fs.writeFileSync(pack, bytes);
  const rows = await restore({ all: true, into: elsewhere }).catch(
    (error: { code: string }) => error,
  );
  assert.ok(
    "code" in rows ? rows.code === "E_DIGEST" : rows.some(({ state }) => state === "failed"),
  );
});

const hasAge = spawnSync("age", ["--version"]).error === undefined;

test("the real age opens the key, and with it a pack opens without this program", {
  skip: hasAge ? false : "not run: age is not installed",
}, async () => {
  const { backup, now, seal, keys } = await setUpSealing();
  await now({ seal });
  const [file = ""] = fs.globSync(path.join(backup, "keys/*.age"));
  for (const kind of ["age", "ssh"]) {
    fs.chmodSync(path.join(keys, kind), 0o600);
    const { stdout: key, stderr } = spawnSync("age", ["-d", "-i", path.join(keys, kind), file]);
    assert.equal(key.length, 32, stderr.toString());
    const texts = fs
      .globSync(path.join(backup, "packs/*.pack"))
      .map((pack) => firstBlock(pack, key));
    assert.ok(texts.some((text) => text.includes(PHRASE)));
  }
});

/** As docs/keep.md describes a pack: a mark, the id of the key, a nonce, the cipher text and its tag. */
function firstBlock(pack: string, key: Buffer): Buffer {
  const bytes = fs.readFileSync(pack);
  const end = bytes.indexOf("holdsea1", 8);
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(24, 36));
  decipher.setAAD(Buffer.from("block"));
  decipher.setAuthTag(bytes.subarray(end - 16, end));
  const plain = [decipher.update(bytes.subarray(36, end - 16)), decipher.final()];
  return zstdDecompressSync(Buffer.concat(plain));
}
