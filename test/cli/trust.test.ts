import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Finding } from "../../src/base/findings.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
let count = 0;

function missing(...programs: readonly string[]): string | false {
  const absent = programs.find((name) => spawnSync(name, ["--help"]).error !== undefined);
  return absent === undefined ? false : `not run: ${absent} is not installed`;
}

const withSsh = { skip: missing("ssh-keygen") };
const withAge = { skip: missing("age", "age-keygen") };

function run(program: string, args: readonly string[], input?: Uint8Array): string {
  const result = spawnSync(program, args, { cwd, input, encoding: "utf8" });
  assert.equal(result.status, 0, `${program} ${args.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

function sshKey(name: string): string {
  run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", name]);
  fs.writeFileSync(
    path.join(cwd, `${name}.signers`),
    `${name}@example.com ${fs.readFileSync(path.join(cwd, `${name}.pub`), "utf8")}`,
  );
  return name;
}

function ageKey(name: string): string {
  run("age-keygen", ["-o", name]);
  return run("age-keygen", ["-y", name]).trim();
}

function bundle(): string {
  const name = `bundle-${++count}`;
  writeFiles(path.join(cwd, name), { ...ocf, "notes/deep/a.txt": "one", "notes/-odd name": "two" });
  return name;
}

function signed(key: string): string {
  const name = bundle();
  const { code, stderr } = holdall(["sign", name, "--key", key], { cwd });
  assert.equal(code, 0, stderr);
  return name;
}

/** The codes of a check, and its exit code. */
function verify(...args: readonly string[]): [number | null, string[]] {
  const { code, json } = holdallJson(["verify", ...args], { cwd });
  const findings = (json.findings ?? []) as Finding[];
  return [code, findings.map((finding) => finding.code)];
}

test("sign writes sums and a signature that other programs accept", withSsh, () => {
  const key = sshKey("ann");
  const name = signed(key);
  const folder = path.join(cwd, name);
  const sums = fs.readFileSync(path.join(folder, "SHA256SUMS"));
  assert.equal(spawnSync("sha256sum", ["--strict", "-c", "SHA256SUMS"], { cwd: folder }).status, 0);
  const args = ["-f", "ann.signers", "-I", "ann@example.com", "-n", "holdall"];
  run("ssh-keygen", ["-Y", "verify", ...args, "-s", path.join(name, "SHA256SUMS.sig")], sums);
  const { code, json } = holdallJson(["verify", name, "--signers", "ann.signers"], { cwd });
  assert.deepEqual([code, json.findings], [0, []]);
  assert.equal((json.signed_by as { principal: string }).principal, "ann@example.com");
});

test("a signature made by ssh-keygen is accepted", withSsh, () => {
  const key = sshKey("ben");
  const name = signed(key);
  fs.rmSync(path.join(cwd, name, "SHA256SUMS.sig"));
  run("ssh-keygen", [
    "-Y",
    "sign",
    "-q",
    "-f",
    key,
    "-n",
    "holdall",
    path.join(name, "SHA256SUMS"),
  ]);
  assert.deepEqual(verify(name, "--signers", "ben.signers"), [0, []]);
  fs.rmSync(path.join(cwd, name, "SHA256SUMS.sig"));
  run("ssh-keygen", ["-Y", "sign", "-q", "-f", key, "-n", "file", path.join(name, "SHA256SUMS")]);
  assert.deepEqual(verify(name, "--signers", "ben.signers"), [1, ["E_SIGNATURE"]]);
});

test(
  "a signature nobody vouches for is a warning; one by somebody else, or none, is an error",
  withSsh,
  () => {
    const name = signed(sshKey("cai"));
    sshKey("dan");
    assert.deepEqual(verify(name), [0, ["W_UNKNOWN_SIGNER"]]);
    assert.deepEqual(verify(name, "--signers", "dan.signers"), [1, ["E_SIGNATURE"]]);
    assert.deepEqual(verify(bundle(), "--signers", "cai.signers"), [1, ["E_SIGNATURE"]]);
    fs.writeFileSync(path.join(cwd, "nobody"), "");
    assert.deepEqual(verify(name, "--signers", "nobody"), [1, ["E_SIGNATURE"]]);
  },
);

test("--now decides whether a key was valid", withSsh, () => {
  const name = signed(sshKey("eva"));
  const line = fs.readFileSync(path.join(cwd, "eva.signers"), "utf8");
  const limited = line.replace("eva@example.com ", 'eva@example.com valid-before="20300101" ');
  fs.writeFileSync(path.join(cwd, "limited"), limited);
  assert.deepEqual(verify(name, "--signers", "limited", "--now", "2029-06-01T00:00:00Z"), [0, []]);
  assert.deepEqual(verify(name, "--signers", "limited", "--now", "2031-01-01T00:00:00Z"), [
    1,
    ["E_SIGNATURE"],
  ]);
});

test("whatever is changed after signing is found", withSsh, () => {
  const key = sshKey("fay");
  const change = (file: string, edit: (bytes: Buffer) => Buffer): string => {
    const name = signed(key);
    const target = path.join(cwd, name, file);
    fs.writeFileSync(
      target,
      edit(fs.existsSync(target) ? fs.readFileSync(target) : Buffer.alloc(0)),
    );
    return name;
  };
  const flip = (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    const at = copy.length >> 1;
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };
  const signers = ["--signers", "fay.signers"];
  assert.deepEqual(verify(change("notes/deep/a.txt", flip), ...signers), [1, ["E_SUMS"]]);
  const [sumsExit, sumsCodes] = verify(change("SHA256SUMS", flip), ...signers);
  assert.equal(sumsExit, 1);
  assert.ok(sumsCodes.includes("E_SIGNATURE"), String(sumsCodes));
  assert.deepEqual(verify(change("SHA256SUMS.sig", flip), ...signers), [1, ["E_SIGNATURE"]]);
  assert.deepEqual(
    verify(
      change("SHA256SUMS.sig", () => Buffer.from("x")),
      ...signers,
    ),
    [1, ["E_SIGNATURE"]],
  );
  const extra = change("extra.txt", () => Buffer.from("new"));
  assert.deepEqual(verify(extra, ...signers), [1, ["E_UNLISTED"]]);
  assert.deepEqual(verify(extra, ...signers, "--profile", "lenient"), [0, ["W_UNLISTED"]]);
  const removed = signed(key);
  fs.rmSync(path.join(cwd, removed, "notes/deep/a.txt"));
  assert.deepEqual(verify(removed, ...signers), [1, ["E_SUMS"]]);
  const unsummed = signed(key);
  fs.rmSync(path.join(cwd, unsummed, "SHA256SUMS"));
  assert.equal(verify(unsummed, ...signers)[0], 1);
});

test(
  "a tampered bundle is neither packed, converted, sealed nor inspected without saying so",
  withSsh,
  () => {
    const name = signed(sshKey("gus"));
    fs.appendFileSync(path.join(cwd, name, "notes/deep/a.txt"), "!");
    const recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";
    for (const args of [
      ["pack", name, "--out", "tampered"],
      ["convert", name, "--to", "working-context", "--out", "tampered"],
      ["seal", name, "--to", recipient, "--out", "tampered"],
      ["sign", name, "--key", "gus", "--force"],
      ["inspect", name],
    ]) {
      const { code, stdout } = holdallJson(args, { cwd });
      assert.equal(code, 1, args[0]);
      assert.match(stdout, /E_SUMS/, args[0]);
    }
    assert.ok(!fs.existsSync(path.join(cwd, "tampered")));
  },
);

test(
  "a signature is not replaced without --force, and a bad key leaves the bundle alone",
  withSsh,
  () => {
    const key = sshKey("hal");
    const name = signed(key);
    const before = picture(path.join(cwd, name));
    assert.equal(holdall(["sign", name, "--key", key], { cwd }).code, 3);
    assert.deepEqual(picture(path.join(cwd, name)), before);
    assert.equal(holdall(["sign", name, "--key", key, "--force"], { cwd }).code, 0);
    const other = bundle();
    const untouched = picture(path.join(cwd, other));
    fs.writeFileSync(path.join(cwd, "not-a-key"), "hello");
    assert.equal(holdallJson(["sign", other, "--key", "not-a-key"], { cwd }).code, 4);
    run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "secret words", "-f", "locked"]);
    assert.equal(holdallJson(["sign", other, "--key", "locked"], { cwd }).code, 4);
    assert.deepEqual(picture(path.join(cwd, other)), untouched);
  },
);

test(
  "the signature travels in the archive, and an archive that was tampered with is found",
  withSsh,
  () => {
    const name = signed(sshKey("ida"));
    assert.equal(holdall(["pack", name, "--out", "ida.tar.gz"], { cwd }).code, 0);
    assert.deepEqual(verify("ida.tar.gz", "--signers", "ida.signers"), [0, []]);
    assert.equal(holdall(["unpack", "ida.tar.gz", "--out", "ida-again"], { cwd }).code, 0);
    assert.deepEqual(verify("ida-again", "--signers", "ida.signers"), [0, []]);
    const bytes = fs.readFileSync(path.join(cwd, "ida.tar.gz"));
    const at = bytes.length - 20;
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    fs.writeFileSync(path.join(cwd, "ida-bad.tar.gz"), bytes);
    const [code, codes] = verify("ida-bad.tar.gz", "--signers", "ida.signers");
    assert.equal(code, 1);
    assert.ok(
      codes.some((each) => ["E_ARCHIVE", "E_SUMS", "E_SIGNATURE"].includes(each)),
      String(codes),
    );
  },
);

test("open(seal(x)) is x, byte for byte, with its modes and empty folders", withAge, () => {
  const recipient = ageKey("key-1");
  const name = bundle();
  const folder = path.join(cwd, name);
  fs.mkdirSync(path.join(folder, "notes/empty"));
  fs.chmodSync(path.join(folder, "notes/deep/a.txt"), 0o755);
  assert.equal(holdall(["seal", name, "--to", recipient, "--out", "x.age"], { cwd }).code, 0);
  assert.doesNotMatch(fs.readFileSync(path.join(cwd, "x.age"), "latin1"), /metres/);
  const opened = holdall(["open", "x.age", "--identity", "key-1", "--out", "opened"], { cwd });
  assert.equal(opened.code, 0, opened.stderr);
  assert.deepEqual(picture(path.join(cwd, "opened")), picture(folder));
});

test("an archive and a single file are sealed and opened as what they were", withAge, () => {
  const recipient = ageKey("key-2");
  const name = bundle();
  holdall(["pack", name, "--out", "two.tar.gz"], { cwd });
  const document = '{"schema":"rip.handoff_context_bundle.v1","summary_markdown":"all done"}\n';
  fs.writeFileSync(path.join(cwd, "two.json"), document);
  for (const [source, out] of [
    ["two.tar.gz", "two-folder"],
    ["two.json", "two-opened.json"],
  ] as const) {
    assert.equal(
      holdall(["seal", source, "--to", recipient, "--out", `${source}.age`], { cwd }).code,
      0,
    );
    const { code, stderr } = holdall(
      ["open", `${source}.age`, "--identity", "key-2", "--out", out],
      { cwd },
    );
    assert.equal(code, 0, stderr);
  }
  assert.equal(fs.readFileSync(path.join(cwd, "two-opened.json"), "utf8"), document);
  assert.equal(holdall(["diff", name, "two-folder"], { cwd }).code, 0);
});

test("the age program opens what we seal, and we open what it seals", withAge, () => {
  const recipient = ageKey("key-3");
  const name = bundle();
  holdall(["pack", name, "--out", "three.tar.gz"], { cwd });
  holdall(["seal", "three.tar.gz", "--to", recipient, "--out", "three.age"], { cwd });
  run("age", ["-d", "-i", "key-3", "-o", "three-again.tar.gz", "three.age"]);
  const [ours, theirs] = ["three.tar.gz", "three-again.tar.gz"].map((file) =>
    fs.readFileSync(path.join(cwd, file)),
  );
  assert.ok(ours && theirs?.equals(ours));
  run("age", ["-r", recipient, "-o", "foreign.age", "three.tar.gz"]);
  run("age", ["-a", "-r", recipient, "-o", "armored.age", "three.tar.gz"]);
  for (const file of ["foreign.age", "armored.age"]) {
    const { code, stderr } = holdall(
      ["open", file, "--identity", "key-3", "--out", `${file}-out`],
      { cwd },
    );
    assert.equal(code, 0, stderr);
    assert.equal(holdall(["diff", name, `${file}-out`], { cwd }).code, 0);
  }
});

test(
  "a sealed file that was tampered with, cut off or is for somebody else leaves nothing",
  withAge,
  () => {
    const recipient = ageKey("key-4");
    ageKey("key-5");
    holdall(["seal", bundle(), "--to", recipient, "--out", "four.age"], { cwd });
    const bytes = fs.readFileSync(path.join(cwd, "four.age"));
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 30] = (flipped[bytes.length - 30] ?? 0) ^ 1;
    fs.writeFileSync(path.join(cwd, "flipped.age"), flipped);
    fs.writeFileSync(path.join(cwd, "cut.age"), bytes.subarray(0, bytes.length - 5));
    fs.writeFileSync(path.join(cwd, "plain.age"), "not sealed at all");
    const before = picture(cwd);
    for (const [file, key] of [
      ["flipped.age", "key-4"],
      ["cut.age", "key-4"],
      ["four.age", "key-5"],
      ["plain.age", "key-4"],
    ] as const) {
      const { code, json } = holdallJson(["open", file, "--identity", key, "--out", "never"], {
        cwd,
      });
      assert.ok(code === 1 || code === 4, `${file}: ${code}`);
      assert.notEqual((json.error as { code: string }).code, "E_INTERNAL", file);
      assert.deepEqual(picture(cwd), before, file);
    }
  },
);

test(
  "sign refuses a file that the bundle's sums do not list, and leaves them alone",
  withSsh,
  () => {
    const key = sshKey(`unlisted-${count}`);
    const name = bundle();
    const listed = path.join(cwd, name, "SHA256SUMS");
    const sums = run(
      "sha256sum",
      fs
        .readdirSync(path.join(cwd, name))
        .filter((each) => each.includes("."))
        .map((each) => `${name}/${each}`),
    );
    fs.writeFileSync(listed, sums.replaceAll(`${name}/`, ""));
    const before = picture(path.join(cwd, name));
    const { code, json } = holdallJson(["sign", name, "--key", key], { cwd });
    assert.equal(code, 1);
    assert.equal((json.error as { code: string }).code, "E_UNLISTED");
    assert.deepEqual(picture(path.join(cwd, name)), before);
  },
);

test("seal makes nothing that open would refuse, and counts a recipient once", withAge, () => {
  const to = ageKey(`once-${count}`);
  const name = bundle();
  const { json } = holdallJson(["seal", name, "--to", to, "--to", to, "--out", "once.age"], {
    cwd,
  });
  assert.equal(json.recipients, 1);
  writeFiles(path.join(cwd, name), { "history/blobs/text": "tide ".repeat(400_000) });
  const ran = holdallJson(["seal", name, "--to", to, "--out", "never.age"], { cwd });
  assert.equal((ran.json.error as { code: string }).code, "E_LIMIT");
  assert.equal(fs.existsSync(path.join(cwd, "never.age")), false);
});
