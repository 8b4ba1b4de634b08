import assert from "node:assert/strict";
import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createHash, generateKeyPairSync, sign as signRaw } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { signMessage } from "../../src/bundles/signing/sign.ts";
import { encodeSignature, signedBytes } from "../../src/bundles/signing/sshsig.ts";
import { verifySignature } from "../../src/bundles/signing/verify.ts";
import { wireString, wireUint32 } from "../../src/bundles/signing/wire.ts";
import { createSshKeygenSigner, type SshKeygenOptions } from "../../src/disk/ssh-keygen.ts";

const installed = spawnSync("ssh-keygen", ["-?"]).error === undefined;
const skip = installed ? false : "not run: ssh-keygen is not installed";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const message = Buffer.from(`${"0".repeat(64)}  manifest.json\n`);
const now = new Date();
const types = [
  ["ed25519"],
  ["rsa", "-b", "2048"],
  ["ecdsa", "-b", "256"],
  ["ecdsa", "-b", "384"],
  ["ecdsa", "-b", "521"],
];
let count = 0;

function createKey(type: readonly string[], passphrase = "", name = `key-${count++}`): string {
  const file = path.join(folder, name);
  run(["-q", "-t", ...type, "-N", passphrase, "-C", "sample", "-f", file]);
  return file;
}

function run(args: readonly string[], input: Uint8Array = Buffer.alloc(0)) {
  const result = spawnSync("ssh-keygen", args, { input, encoding: "utf8", timeout: 30_000 });
  assert.equal(result.status, 0, result.stderr);
  return result.stdout;
}

function signersOf(key: string, options = ""): string {
  return `ann@example.com ${options} ${fs.readFileSync(`${key}.pub`, "utf8")}`;
}

function acceptedByProgram(armored: string, signers: string, bytes: Uint8Array = message): boolean {
  const list = path.join(folder, `signers-${count++}`);
  const file = path.join(folder, `signature-${count++}`);
  fs.writeFileSync(list, signers);
  fs.writeFileSync(file, armored);
  const args = ["-Y", "verify", "-f", list, "-I", "ann@example.com", "-n", "holdall", "-s", file];
  const result: SpawnSyncReturns<Buffer> = spawnSync("ssh-keygen", args, { input: bytes });
  return result.status === 0;
}

function sign(file: string, options: Partial<SshKeygenOptions> = {}): Promise<string> {
  const key = { text: fs.readFileSync(file, "utf8"), path: file };
  return signMessage({
    message,
    key,
    run: createSshKeygenSigner({ interactive: false, ...options }),
  });
}

for (const type of types) {
  test(`signMessage() and verifySignature() agree with ssh-keygen on ${type.join(" ")}`, {
    skip,
  }, async () => {
    const key = createKey(type);
    const ours = await sign(key);
    const theirs = run(["-Y", "sign", "-n", "holdall", "-f", key], message);
    const allowedSigners = signersOf(key);
    const fingerprint = run(["-l", "-f", key]).split(" ")[1];
    for (const armored of [ours, theirs]) {
      assert.ok(acceptedByProgram(armored, allowedSigners));
      assert.ok(!acceptedByProgram(armored, allowedSigners, Buffer.from("other")));
      const check = verifySignature({ message, armored, allowedSigners, now });
      assert.equal(check.ok, true, check.reason);
      assert.equal(check.principal, "ann@example.com");
      assert.equal(check.fingerprint, fingerprint);
      assert.equal(verifySignature({ message: Buffer.from("other"), armored, now }).ok, false);
    }
  });
}

test("signMessage() writes for Ed25519 exactly what ssh-keygen writes", { skip }, async () => {
  const key = createKey(["ed25519"]);
  const theirs = run(["-Y", "sign", "-n", "holdall", "-f", key], message);
  const text = fs.readFileSync(key, "utf8");
  assert.equal(await signMessage({ message, key: { text, path: key } }), theirs);
});

test("verifySignature() accepts both hashes and refuses another namespace of ssh-keygen", {
  skip,
}, () => {
  const key = createKey(["ed25519"]);
  const create = (...args: string[]) => run(["-Y", "sign", ...args, "-f", key], message);
  const check = (armored: string) => verifySignature({ message, armored, now }).ok;
  assert.ok(check(create("-n", "holdall", "-O", "hashalg=sha256")));
  assert.ok(check(create("-n", "holdall", "-O", "hashalg=sha512")));
  assert.ok(!check(create("-n", "file")));
});

test("verifySignature() and ssh-keygen say the same about lists of signers", { skip }, async () => {
  const key = createKey(["ed25519"]);
  const armored = await sign(key);
  const publicText = fs.readFileSync(`${key}.pub`, "utf8");
  const stranger = fs.readFileSync(`${createKey(["ed25519"])}.pub`, "utf8");
  const lists: readonly (readonly [list: string, ok: boolean])[] = [
    [`ann@example.com ${publicText}`, true],
    [`# a comment\n\nbob ${stranger}"ann@example.com,an other" ${publicText}`, true],
    [`*@example.com namespaces="git,hold*" ${publicText}`, true],
    [`ann@example.com namespaces="git" ${publicText}`, false],
    [`ann@example.com namespaces="*,!holdall" ${publicText}`, false],
    [`ann@example.com valid-after="20200101",valid-before="29990101" ${publicText}`, true],
    [`ann@example.com valid-before="20200101" ${publicText}`, false],
    [`ann@example.com valid-before="20200101120000Z" ${publicText}`, false],
    [`ann@example.com valid-after="29990101" ${publicText}`, false],
    [`ann@example.com valid-after="2020" ${publicText}`, false],
    [`ann@example.com cert-authority ${publicText}`, false],
    [`ann@example.com mystery ${publicText}`, false],
    [`ann@example.com ${stranger}`, false],
    ["", false],
  ];
  for (const [allowedSigners, ok] of lists) {
    assert.equal(acceptedByProgram(armored, allowedSigners), ok, `ssh-keygen: ${allowedSigners}`);
    assert.equal(verifySignature({ message, armored, allowedSigners, now }).ok, ok, allowedSigners);
  }
});

test("verifySignature() agrees with ssh-keygen on a key of a security device", { skip }, () => {
  const type = "sk-ssh-ed25519@openssh.com";
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const point = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const blob = Buffer.concat([wireString(type), wireString(point), wireString("ssh:")]);
  const state = Buffer.concat([Buffer.of(1), wireUint32(42)]);
  const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
  const signed = sha256(signedBytes("holdall", "sha512", message));
  const raw = signRaw(null, Buffer.concat([sha256("ssh:"), state, signed]), privateKey);
  const create = (counter: Uint8Array) =>
    encodeSignature({
      publicKey: blob,
      namespace: "holdall",
      hash: "sha512",
      signature: Buffer.concat([wireString(type), wireString(raw), counter]),
    });
  const allowedSigners = `ann@example.com ${type} ${blob.toString("base64")}\n`;
  for (const [counter, ok] of [
    [state, true],
    [Buffer.concat([Buffer.of(1), wireUint32(43)]), false],
  ] as const) {
    const armored = create(counter);
    assert.equal(acceptedByProgram(armored, allowedSigners), ok);
    assert.equal(verifySignature({ message, armored, allowedSigners, now }).ok, ok);
  }
});

test("createSshKeygenSigner() refuses a locked key when nobody can be asked", {
  skip,
}, async () => {
  const key = createKey(["ed25519"], "invented passphrase");
  await assert.rejects(sign(key), { code: "E_KEY" });
});

test("createSshKeygenSigner() unlocks a key through the program that SSH_ASKPASS names", {
  skip,
}, async () => {
  const key = createKey(["ed25519"], "invented passphrase");
  const askpass = path.join(folder, "askpass");
  fs.writeFileSync(askpass, "#!/bin/sh\necho invented passphrase\n", { mode: 0o700 });
  const env = { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force" };
  const armored = await sign(key, { env });
  assert.ok(acceptedByProgram(armored, signersOf(key)));
});

test("createSshKeygenSigner() ends a program that never answers, and what it started", {
  skip,
}, async () => {
  const key = createKey(["ed25519"], "invented passphrase");
  const askpass = path.join(folder, "askpass-slow");
  const pidFile = path.join(folder, "askpass-pid");
  fs.writeFileSync(askpass, `#!/bin/sh\necho $$ > "${pidFile}"\nexec sleep 60\n`, { mode: 0o700 });
  const env = { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: "force" };
  await assert.rejects(sign(key, { env, timeLimit: 1500 }), { code: "E_KEY" });
  const pid = Number(fs.readFileSync(pidFile, "utf8"));
  for (let tries = 0; isRunning(pid) && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(isRunning(pid), false);
});

function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  // Where there is no init to collect it, an ended process stays listed as a zombie.
  if (fs.existsSync("/proc/self/stat")) {
    return fs.existsSync(status) && !/\) Z /.test(fs.readFileSync(status, "utf8"));
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("createSshKeygenSigner() signs with the public half of a key that an agent holds", {
  skip,
}, async () => {
  const key = createKey(["ed25519"]);
  const socket = path.join(folder, "agent");
  const started = spawnSync("ssh-agent", ["-s", "-a", socket], { encoding: "utf8" });
  const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(started.stdout)?.[1]);
  assert.ok(pid > 1);
  try {
    const env = { ...process.env, SSH_AUTH_SOCK: socket };
    assert.equal(spawnSync("ssh-add", ["-q", key], { env }).status, 0);
    const publicOnly = path.join(folder, "public-only.pub");
    fs.copyFileSync(`${key}.pub`, publicOnly);
    assert.ok(acceptedByProgram(await sign(publicOnly, { env }), signersOf(key)));
    await assert.rejects(sign(publicOnly, { env: { PATH: process.env.PATH } }), { code: "E_KEY" });
  } finally {
    process.kill(pid);
  }
});

test("createSshKeygenSigner() takes a path that begins with a dash for a path", {
  skip,
}, async () => {
  const key = createKey(["ecdsa", "-b", "256"], "", "-f");
  const before = process.cwd();
  process.chdir(folder);
  try {
    const text = fs.readFileSync("./-f", "utf8");
    const armored = await signMessage({
      message,
      key: { text, path: "-f" },
      run: createSshKeygenSigner({ interactive: false }),
    });
    assert.ok(acceptedByProgram(armored, signersOf(key)));
  } finally {
    process.chdir(before);
  }
});

test("createSshKeygenSigner() says E_KEY when the program is absent", async () => {
  const sign = createSshKeygenSigner({
    interactive: false,
    program: path.join(folder, "no-such-program"),
  });
  const request = { keyPath: "key", namespace: "holdall", message };
  await assert.rejects(sign(request), { code: "E_KEY" });
  await assert.rejects(sign({ ...request, keyPath: "a\0b" }), { code: "E_KEY" });
});

test("createSshKeygenSigner() survives a program that writes without end or reads nothing", async () => {
  const flood = path.join(folder, "flood");
  fs.writeFileSync(
    flood,
    "#!/bin/sh\nwhile :; do echo 0123456789012345678901234567890123456789; done\n",
    {
      mode: 0o700,
    },
  );
  const request = { keyPath: "key", namespace: "holdall", message: Buffer.alloc(4_000_000) };
  await assert.rejects(createSshKeygenSigner({ interactive: false, program: flood })(request), {
    code: "E_KEY",
  });
  const deaf = path.join(folder, "deaf");
  fs.writeFileSync(deaf, "#!/bin/sh\necho no >&2\nexit 3\n", { mode: 0o700 });
  await assert.rejects(createSshKeygenSigner({ interactive: false, program: deaf })(request), {
    code: "E_KEY",
  });
});
