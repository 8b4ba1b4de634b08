import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { parseIdentities, type SealIdentity } from "../../src/bundles/sealing/identities.ts";
import { openStream } from "../../src/bundles/sealing/open.ts";
import { sealStream } from "../../src/bundles/sealing/seal.ts";
import { createKey as createSshKey } from "../support/ssh-keys.ts";

const installed = ["age", "age-keygen"].every(
  (name) => spawnSync(name, ["--version"]).error === undefined,
);
const skip = installed ? false : "not run: age is not installed";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const CHUNK = 64 * 1024;
const sizes = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 1_000_000];

interface Key {
  readonly file: string;
  readonly recipient: string;
  readonly identities: readonly SealIdentity[];
}

function createKey(name: string): Key {
  const file = path.join(folder, name);
  run("age-keygen", ["-o", file]);
  const recipient = run("age-keygen", ["-y", file]).toString().trim();
  return { file, recipient, identities: parseIdentities(fs.readFileSync(file, "utf8"), file) };
}

function run(
  program: string,
  args: readonly string[],
  input: Uint8Array = Buffer.alloc(0),
): Buffer {
  const result = spawnSync(program, args, { input, maxBuffer: 64 << 20, timeout: 30_000 });
  assert.equal(result.status, 0, result.stderr?.toString());
  return result.stdout;
}

async function collect<Key>(
  through: (input: AsyncIterable<Uint8Array>, keys: readonly Key[]) => AsyncIterable<Uint8Array>,
  bytes: Uint8Array,
  keys: readonly Key[],
): Promise<Buffer> {
  async function* once(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return Buffer.concat(await Array.fromAsync(through(once(), keys)));
}

test("age opens what sealStream() seals, for each of two recipients", { skip }, async () => {
  const ann = createKey("ann-1");
  const bob = createKey("bob-1");
  for (const size of sizes) {
    const bytes = randomBytes(size);
    const sealed = await collect(sealStream, bytes, [ann.recipient, bob.recipient]);
    for (const { file } of [ann, bob]) {
      assert.ok(bytes.equals(run("age", ["-d", "-i", file], sealed)), `${size} bytes`);
    }
  }
});

test("openStream() opens what age seals, in binary and in text form", { skip }, async () => {
  const ann = createKey("ann-2");
  const bob = createKey("bob-2");
  for (const size of sizes) {
    const bytes = randomBytes(size);
    for (const form of [[], ["-a"]]) {
      const args = [...form, "-r", bob.recipient, "-r", ann.recipient];
      const sealed = run("age", args, bytes);
      const opened = await collect(openStream, sealed, ann.identities);
      assert.ok(bytes.equals(opened), `${size} bytes ${form.join("")}`);
    }
  }
});

test("sealed for an SSH key, age opens what we seal and we open what age seals", {
  skip,
}, async () => {
  const { text, publicText } = createSshKey();
  const file = path.join(folder, "id_ed25519");
  fs.writeFileSync(file, text, { mode: 0o600 });
  const bob = createKey("bob-4");
  for (const size of [0, 1, CHUNK, 2 * CHUNK + 1]) {
    const bytes = randomBytes(size);
    const both = [`${publicText} mira@orchard.example`, bob.recipient];
    const sealed = await collect(sealStream, bytes, both);
    assert.ok(bytes.equals(run("age", ["-d", "-i", file], sealed)), `${size} bytes`);
    const ofAge = run("age", ["-r", publicText], bytes);
    assert.ok(bytes.equals(await collect(openStream, ofAge, parseIdentities(text, file))));
  }
});

test("openStream() refuses what age sealed for someone else, for an SSH key, or has been cut", {
  skip,
}, async () => {
  const ann = createKey("ann-3");
  const bob = createKey("bob-3");
  const sealed = run("age", ["-r", bob.recipient], randomBytes(2 * CHUNK));
  await assert.rejects(collect(openStream, sealed, ann.identities), { code: "E_KEY" });
  const blob = Buffer.concat([
    Buffer.of(0, 0, 0, 11),
    Buffer.from("ssh-ed25519"),
    Buffer.of(0, 0, 0, 32),
  ]);
  // The base point of the curve: not any 32 bytes are a key.
  const point = Buffer.alloc(32, 0x66).fill(0x58, 0, 1);
  const ssh = `ssh-ed25519 ${Buffer.concat([blob, point]).toString("base64")}`;
  const forSsh = run("age", ["-r", ssh], Buffer.from("x"));
  await assert.rejects(collect(openStream, forSsh, ann.identities), { code: "E_KEY" });
  const cut = sealed.subarray(0, sealed.length - CHUNK - 16);
  await assert.rejects(collect(openStream, cut, bob.identities), { code: "E_ARCHIVE" });
});
