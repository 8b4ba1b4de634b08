import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { requireOnlyListed } from "../../src/share/fetched.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import {
  startDockerRegistry,
  startReferrersRegistry,
  withoutDockerRegistry,
  withoutReferrersRegistry,
} from "../support/registries.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { type Sshd, startSshd, withoutSshd } from "../support/sshd.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
const run = (...args: string[]) => holdallJson(args, { cwd: scratch, env: { HOME: scratch } });
const errorOf = ({ json }: { readonly json: Record<string, unknown> }) =>
  json.error as { readonly code: string; readonly message: string; readonly cure?: string };

function writeBundle(name: string, files: Readonly<Record<string, string>> = {}): string {
  writeTaskBundle(path.join(scratch, name), { files: { "src/a.txt": "a\n", ...files } });
  return name;
}

/** A task bundle with a file that is larger than one piece in a repository. */
function writeLargeBundle(name: string): string {
  const large = Array.from({ length: 450_000 }, (_, at) => `tide ${(at * 7919) % 100_003}`);
  return writeBundle(name, { "data.txt": large.join("\n") });
}

const filesOf = (folder: string) => {
  const found: Record<string, unknown> = { ...picture(path.join(scratch, folder)) };
  delete found.SHA256SUMS;
  delete found["SHA256SUMS.sig"];
  return found;
};

let sshd: Sshd | null = null;
let registry = "";
let referrersRegistry = "";
before(async () => {
  spawnSync("git", ["init", "-q", "--bare", path.join(scratch, "team.git")]);
  writeBundle("bundle");
  writeBundle("other", { "src/a.txt": "b\n" });
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(scratch, "key")]);
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(scratch, "stranger")]);
  if (!withoutDockerRegistry) registry = await startDockerRegistry(path.join(scratch, "registry"));
  if (!withoutReferrersRegistry) referrersRegistry = await startReferrersRegistry();
  if (withoutSshd !== false) return;
  sshd = await startSshd(path.join(scratch, "sshd"));
  process.env.PATH = `${sshd.bin}${path.delimiter}${process.env.PATH ?? ""}`;
});
after(() => sshd?.end());

/** Every way, with an address of a name. */
const ways: readonly (readonly [string, (name: string) => string, string | false])[] = [
  ["a folder", (name) => `./shared/${name}`, false],
  ["git", (name) => `git+./team.git#${name}`, false],
  [
    "git by ssh",
    (name) => `git+ssh://127.0.0.1:${sshd?.port}${scratch}/team.git#over/${name}`,
    withoutSshd,
  ],
  ["ssh", (name) => `ssh://127.0.0.1:${sshd?.port}${scratch}/remote/${name}`, withoutSshd],
  ["a registry", (name) => `oci://${registry}/orchard/${name}`, withoutDockerRegistry],
  [
    "a registry that lists signatures",
    (name) => `oci://${referrersRegistry}/orchard:${name}`,
    withoutReferrersRegistry,
  ],
];

for (const [way, at, skip] of ways) {
  describe(`by ${way}`, { skip }, () => {
    test("a bundle arrives complete, signed, and is pushed again for nothing", () => {
      const where = at("one");
      const pushed = run("push", "bundle", where, "--key", "key");
      assert.equal(pushed.code, 0, JSON.stringify(pushed.json));
      const { signer } = pushed.json as { readonly signer: string };
      assert.match(signer, /^SHA256:/);
      const again = run("push", "bundle", where, "--key", "key");
      assert.deepEqual([again.json.state, again.json.sent_bytes], ["unchanged", 0]);
      const out = `got-${way.replaceAll(" ", "-")}`;
      const pulled = run("pull", where, "--out", out, "--signer", signer);
      assert.equal(pulled.code, 0, JSON.stringify(pulled.json));
      assert.deepEqual([pulled.json.format, pulled.json.trusted], ["task-bundle", true]);
      assert.deepEqual(filesOf(out), filesOf("bundle"));
      assert.equal(run("verify", out).code, 0);
    });

    // How git reaches the repository changes nothing of what follows.
    if (way === "git by ssh") return;

    test("other content is replaced only with --force, and nothing of the old one stays", () => {
      const where = at("two");
      run("push", "bundle", where);
      assert.equal(errorOf(run("push", "other", where)).code, "E_EXISTS");
      const forced = run("push", "other", where, "--force");
      assert.equal(forced.code, 0, JSON.stringify(forced.json));
      const out = `second-${way.replaceAll(" ", "-")}`;
      run("pull", where, "--out", out);
      assert.deepEqual(filesOf(out), filesOf("other"));
    });

    test("somebody else's signature is refused before a file is fetched", () => {
      const where = at("three");
      const pushed = run("push", "other", where, "--key", "stranger");
      assert.equal(pushed.code, 0, JSON.stringify(pushed.json));
      const { json } = run("push", "bundle", at("four"), "--key", "key");
      const key = fs.readFileSync(path.join(scratch, "key.pub"), "utf8");
      writeFiles(scratch, { signers: `rosa ${key}` });
      const before = fs.readdirSync(scratch);
      const refused = run("pull", where, "--out", "never", "--signer", String(json.signer));
      assert.equal(errorOf(refused).code, "E_SIGNATURE");
      assert.equal(
        errorOf(run("pull", where, "--out", "never", "--signers", "signers")).code,
        "E_SIGNATURE",
      );
      assert.deepEqual(fs.readdirSync(scratch), before);
      const accepted = run("pull", at("four"), "--out", `signed-${way}`, "--signers", "signers");
      assert.equal((accepted.json.signer as { principal: string }).principal, "rosa");
    });

    test("what is sealed is opened with the key alone", () => {
      const where = at("five");
      const recipient = fs.readFileSync(path.join(scratch, "key.pub"), "utf8").trim();
      run("push", "bundle", where, "--seal", recipient);
      assert.equal(errorOf(run("pull", where, "--out", "closed")).code, "E_KEY");
      const stranger = run("pull", where, "--out", "closed", "--identity", "stranger");
      assert.notEqual(stranger.code, 0);
      assert(!fs.existsSync(path.join(scratch, "closed")));
      const out = `opened-${way.replaceAll(" ", "-")}`;
      const opened = run("pull", where, "--out", out, "--identity", "key");
      assert.equal(opened.code, 0, JSON.stringify(opened.json));
      assert.deepEqual(filesOf(out), filesOf("bundle"));
    });

    test("a dry run sends nothing, and there is nothing to pull", () => {
      const where = at("six");
      assert.equal(run("push", "bundle", where, "--dry-run").json.state, "rehearsed");
      assert.equal(errorOf(run("pull", where)).code, "E_NOT_FOUND");
    });
  });
}

test("the runs of a folder are carried, and nothing else that is in it", () => {
  const folder = path.join(scratch, "runs");
  writeTaskBundle(path.join(folder, "one"));
  writeTaskBundle(path.join(folder, "agents/two"), {
    task: "# Task\n\nOther.\n\n## Acceptance\n\n- done\n",
  });
  writeFiles(folder, { "notes.txt": "private" });
  const where = "git+./team.git#runs";
  assert.equal(run("push", "runs", where).code, 0);
  const pulled = run("pull", where, "--out", "pulled-runs");
  assert.equal(pulled.json.format, "task-bundles");
  assert.deepEqual(fs.readdirSync(path.join(scratch, "pulled-runs")).sort(), [
    "SHA256SUMS",
    "agents",
    "one",
  ]);
  assert.equal(run("task", "report", "pulled-runs", "--depth", "2").code, 0);
});

test("a repository gets refs below refs/holdall, and no branch, tag or path of the bundle", () => {
  const git = (...args: string[]) =>
    spawnSync("git", ["-C", path.join(scratch, "team.git"), ...args], { encoding: "utf8" }).stdout;
  writeLargeBundle("large");
  run("push", "large", "git+./team.git#refs");
  const refs = git("for-each-ref", "--format=%(refname)").trim().split("\n");
  assert(
    refs.every((ref) => ref.startsWith("refs/holdall/")),
    refs.join(),
  );
  assert.equal(git("log", "--oneline", "--branches", "--tags"), "");
  const sizes = git("ls-tree", "-r", "-l", "refs/holdall/files/refs").trim().split("\n");
  for (const line of sizes) assert.match(line, /\s[0-9a-f]{64}\.\d{4}$/);
  assert(sizes.some((line) => line.endsWith(".0001")));
  assert(sizes.every((line) => Number(line.split(/\s+/)[3]) <= 4 * 1024 * 1024));
  run("pull", "git+./team.git#refs", "--out", "large-copy");
  assert.deepEqual(filesOf("large-copy"), filesOf("large"));
});

test("a pinned address of a repository is refused when something else was pushed since", () => {
  const where = "git+./team.git#pinned";
  const { pinned } = run("push", "bundle", where).json as { readonly pinned: string };
  assert.equal(run("pull", pinned, "--out", "pinned-one").code, 0);
  run("push", "other", where, "--force");
  assert.equal(errorOf(run("pull", pinned, "--out", "pinned-two")).code, "E_NOT_FOUND");
});

test("secrets of a bundle are refused, listed by a dry run, and sent when the user says so", () => {
  writeBundle("leaky", { "src/key.txt": `token = "ghp_${"a1B2c3D4e5F6".repeat(3)}"\n` });
  const where = "./shared/leaky";
  assert.equal(errorOf(run("push", "leaky", where)).code, "E_PROTECTED");
  assert(!fs.existsSync(path.join(scratch, "shared/leaky")));
  const { secrets } = run("push", "leaky", where, "--dry-run").json as {
    readonly secrets: { where: string }[];
  };
  assert.match(secrets[0]?.where ?? "", /src\/key\.txt/);
  assert.equal(run("push", "leaky", where, "--keep-secrets").code, 0);
});

test("a file that was changed under its address is refused, and leaves no folder", () => {
  const where = "./shared/altered";
  run("push", "bundle", where);
  fs.appendFileSync(path.join(scratch, "shared/altered/task.md"), "more");
  const before = fs.readdirSync(scratch);
  const refused = run("pull", where, "--out", "altered-copy");
  assert.equal(errorOf(refused).code, "E_SUMS");
  assert.deepEqual(fs.readdirSync(scratch), before);
});

test("of several signatures in a registry each is accepted", {
  skip: withoutDockerRegistry,
}, () => {
  const where = `oci://${registry}/orchard/several`;
  const signers = ["key", "stranger"].map((key) => {
    return run("push", "bundle", where, "--key", key, "--force").json.signer as string;
  });
  for (const [index, signer] of signers.entries()) {
    const pulled = run("pull", where, "--out", `several-${index}`, "--signer", signer);
    assert.equal((pulled.json.signer as { fingerprint: string }).fingerprint, signer);
  }
  assert.equal(run("push", "bundle", where).json.state, "unchanged");
});

test("names in a list on another machine are no commands of sftp", { skip: withoutSshd }, () => {
  const started = path.join(scratch, "started");
  const folder = path.join(scratch, "remote/hostile");
  const name = `a\\n!touch ${started}\\nb`;
  writeFiles(folder, { SHA256SUMS: `\\${"0".repeat(64)}  ${name}\n` });
  const where = `ssh://127.0.0.1:${sshd?.port}${folder}`;
  const codes = [
    errorOf(run("push", "bundle", where, "--force")).code,
    errorOf(run("pull", where, "--out", "hostile")).code,
  ];
  assert.deepEqual(codes, ["E_PATH", "E_PATH"]);
  assert(!fs.existsSync(started));
  assert.deepEqual(fs.readdirSync(folder), ["SHA256SUMS"]);
});

test("an address is fetched only for a caller who typed it", async () => {
  const path = "git+./team.git#pinned";
  assert.equal(run("inspect", path).code, 0);
  await assert.rejects(runOperation(contextIn(scratch), "inspect", { path }), {
    code: "E_NOT_FOUND",
  });
});

test("a file that arrived beside what is listed is refused", async () => {
  const folder = path.join(scratch, "arrived");
  writeFiles(folder, { "a.txt": "", "src/b.txt": "", SHA256SUMS: "", "SHA256SUMS.sig": "" });
  const sha256 = "0".repeat(64);
  const both = [
    { path: "a.txt", sha256 },
    { path: "src/b.txt", sha256 },
  ];
  await requireOnlyListed(folder, both);
  await assert.rejects(requireOnlyListed(folder, both.slice(1)), { code: "E_UNLISTED" });
});

test("a folder in which somebody keeps other files is not replaced", () => {
  const where = "./shared/kept";
  run("push", "bundle", where);
  writeFiles(path.join(scratch, "shared/kept"), { "holiday.txt": "" });
  assert.equal(errorOf(run("push", "other", where, "--force")).code, "E_PROTECTED");
  assert.equal(errorOf(run("push", "other", "./shared", "--force")).code, "E_PROTECTED");
});

test("a git repository that was named as a folder is not replaced, and the cure names its form", () => {
  execFileSync("git", ["init", "--quiet", "--bare", path.join(scratch, "bare.git")]);
  const { code, cure } = errorOf(run("push", "other", "./bare.git", "--force"));
  assert.equal(code, "E_PROTECTED");
  assert.match(String(cure), /git\+.*bare\.git#NAME$/);
});

test("addresses that could start a program, name a project's remote or are malformed are refused", () => {
  const refused = [
    "git+ext::sh -c id#x",
    "git+--upload-pack=id#x",
    "git+origin#x",
    "git+git://host/team.git#x",
    "git+http://host/team.git#x",
    "git+./team.git",
    "git+./team.git#../x",
    "git+./team.git#-x",
    "git+./team.git#x.lock",
    "ssh://host",
    "ssh://-oProxyCommand=id/x",
    "ftp://host/x",
  ];
  for (const where of refused) {
    for (const args of [
      ["push", "bundle", where],
      ["pull", where],
    ]) {
      assert.equal(errorOf(run(...args)).code, "E_USAGE", where);
    }
  }
});

test("a list that leads out of its folder is refused, whatever signed it", () => {
  for (const [name, code] of [
    ["../evil", "E_PATH"],
    [".git/config", "E_PROTECTED"],
    ["a\0b", "E_PATH"],
  ]) {
    const folder = path.join(scratch, "shared/evil");
    fs.rmSync(folder, { recursive: true, force: true });
    writeFiles(folder, { SHA256SUMS: `${"0".repeat(64)}  ${name}\n` });
    assert.equal(errorOf(run("pull", "./shared/evil", "--out", "evil")).code, code, name);
  }
});

test("commands that read a bundle take its address", () => {
  const where = "git+./team.git#source";
  run("push", "bundle", where, "--key", "key");
  assert.equal(run("verify", where).json.format, "task-bundle");
  assert.equal(run("inspect", where).json.format, "task-bundle");
  assert.equal(run("diff", "bundle", where).code, 0);
  run("push", "runs", "git+./team.git#all-runs");
  const report = run("task", "report", "git+./team.git#all-runs", "--depth", "2");
  assert.equal(report.json.bundleCount, 2);
  assert.equal(errorOf(run("verify", "git+./team.git#missing")).code, "E_NOT_FOUND");
});
