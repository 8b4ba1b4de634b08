import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Finding } from "../../src/base/findings.ts";
import { sha256 } from "../../src/base/hash.ts";
import { loadFormat } from "../../src/formats/registry.ts";
import { hostileArchives } from "../../src/testing/hostile/archives.ts";
import { type RawMember, rawTar } from "../../src/testing/hostile/raw-tar.ts";
import type { Files } from "../support/check.ts";
import { holdall as startedHoldall } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { ocf, workingContext } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
let count = 0;

/** A folder two levels down, so that escapes of one or two levels are seen. */
function freshFolder(): string {
  return writeFiles(path.join(scratch, String(++count), "in"), {});
}

/** What a command was refused for, or what a check found first. */
function codeOf(json: Record<string, unknown>): string | undefined {
  const [finding] = (json.findings ?? []) as Finding[];
  return (json.error as Finding | undefined)?.code ?? finding?.code;
}

/** Members of a good bundle, with hostile ones beside them. */
function archiveOf(files: Files, more: readonly RawMember[] = []): Buffer {
  const members = Object.entries(files).map(([name, content]) => ({
    name: `b/${name}`,
    content: Buffer.from(content),
  }));
  return gzipSync(rawTar([...members, ...more]));
}

for (const { name, verdict, codes, bytes } of hostileArchives) {
  test(`unpack and verify of ${name}: ${verdict}, and nothing is written elsewhere`, () => {
    const cwd = freshFolder();
    fs.writeFileSync(path.join(cwd, name), bytes());
    const before = picture(path.dirname(cwd));
    const { code, json } = holdallJson(["unpack", name, "--out", "out", "--unchecked"], { cwd });
    if (verdict === "masked") {
      assert.equal(code, 0);
      assert.equal(fs.statSync(path.join(cwd, "out/sh")).mode & 0o7777, 0o755);
      return;
    }
    assert.ok(code === 3 || code === 1, String(code));
    assert.ok((codes as readonly (string | undefined)[]).includes(codeOf(json)), codeOf(json));
    assert.deepEqual(picture(path.dirname(cwd)), before);
    const verified = holdallJson(["verify", name], { cwd });
    assert.deepEqual([verified.code, codeOf(verified.json)], [1, codeOf(json)]);
    assert.ok(!fs.existsSync("/tmp/abs_escaped.txt"));
  });
}

const text = (content: string) => Buffer.from(content);
const additions: Readonly<Record<string, readonly [string, readonly RawMember[]]>> = {
  "a name twice": ["E_ARCHIVE_PATH", [{ name: "b/manifest.json", content: text("{}") }]],
  "a name in another case": ["E_ARCHIVE_PATH", [{ name: "b/MANIFEST.json", content: text("{}") }]],
  "a name in another normal form": [
    "E_ARCHIVE_PATH",
    [
      { name: "b/caf\u00e9", content: text("1") },
      { name: "b/cafe\u0301", content: text("2") },
    ],
  ],
  "a backslash": ["E_ARCHIVE_PATH", [{ name: "b\\..\\..\\x", content: text("1") }]],
  "a drive letter": ["E_ARCHIVE_PATH", [{ name: "C:x", content: text("1") }]],
  "dots in the middle": ["E_ARCHIVE_PATH", [{ name: "b/../../x", content: text("1") }]],
  "a file where a folder is": [
    "E_ARCHIVE_PATH",
    [{ name: "b/manifest.json/x", content: text("1") }],
  ],
  "a link": ["E_ARCHIVE_TYPE", [{ name: "b/link", type: "link", target: "manifest.json" }]],
  "a link of the other kind": [
    "E_ARCHIVE_TYPE",
    [{ name: "b/hard", type: "hard-link", target: "b/manifest.json" }],
  ],
};

for (const [what, [expected, members]] of Object.entries(additions)) {
  test(`a good bundle with ${what} in its archive is refused whole`, () => {
    const cwd = freshFolder();
    fs.writeFileSync(path.join(cwd, "x.tar.gz"), archiveOf(ocf, members));
    const before = picture(path.dirname(cwd));
    const unpacked = holdallJson(["unpack", "x.tar.gz", "--out", "out"], { cwd });
    assert.deepEqual([unpacked.code, codeOf(unpacked.json)], [3, expected]);
    const verified = holdallJson(["verify", "x.tar.gz"], { cwd });
    assert.deepEqual([verified.code, codeOf(verified.json)], [1, expected]);
    assert.deepEqual(picture(path.dirname(cwd)), before);
  });
}

test("an archive cut off anywhere is refused, and nothing remains", () => {
  const cwd = freshFolder();
  const archive = archiveOf(ocf);
  for (const part of [0, 10, archive.length >> 1, archive.length - 1]) {
    fs.writeFileSync(path.join(cwd, "cut.tar.gz"), archive.subarray(0, part));
    const { code, json } = holdallJson(["unpack", "cut.tar.gz", "--out", "out"], { cwd });
    assert.deepEqual([code, codeOf(json)], [1, "E_ARCHIVE"], `cut at ${part}`);
    assert.deepEqual(fs.readdirSync(cwd), ["cut.tar.gz"]);
  }
});

/** A .zip with one empty file named "a". */
function zipOfAnEmptyFile(): Buffer {
  const local = `504b03041400${"00".repeat(20)}0100000061`;
  const central = `504b010214001400${"00".repeat(20)}0100${"00".repeat(16)}61`;
  return Buffer.from(`${local}${central}504b050600000000010001002f0000001f0000000000`, "hex");
}

test("verify says of a file that is no bundle by itself what it is, as a finding", () => {
  const cwd = freshFolder();
  const strangers = {
    "sealed.age": "age-encryption.org/v1\n",
    "plain.tar": gunzipSync(archiveOf(ocf)),
    "x.tar.xz": Buffer.from("fd377a585a0000", "hex"),
    "x.zip": zipOfAnEmptyFile(),
    "x.tar.zst": Buffer.from("28b52ffd24000000", "hex"),
  };
  for (const [name, bytes] of Object.entries(strangers)) {
    fs.writeFileSync(path.join(cwd, name), bytes);
    const { code, json } = holdallJson(["verify", name], { cwd });
    const findings = json.findings as { readonly code: string }[];
    assert.deepEqual([code, json.ok, findings.map((each) => each.code)], [1, false, ["E_FORMAT"]]);
    assert.equal(holdall(["inspect", name], { cwd }).code, 1);
  }
});

test("an archive of a state may unpack to a hundred times its size, not to more", () => {
  const cwd = freshFolder();
  // Zeros pack a thousandfold, noise not at all: together some 150 to 1.
  const noise = Buffer.alloc(90_000).map(() => Math.floor(Math.random() * 256));
  const padding = Buffer.concat([noise, Buffer.alloc(16 * 2 ** 20)]);
  fs.writeFileSync(path.join(cwd, "x.tar.gz"), archiveOf({ ...workingContext, padding }));
  for (const verb of [
    ["unpack", "x.tar.gz", "--out", "out"],
    ["convert", "x.tar.gz", "--to", "ocf", "--out", "out"],
  ]) {
    const { code, json } = holdallJson(verb, { cwd });
    assert.deepEqual([code, codeOf(json)], [3, "E_LIMIT"], verb[0]);
  }
  const { code, json } = holdallJson(["verify", "x.tar.gz"], { cwd });
  assert.deepEqual([code, json.ok], [1, false]);
  assert.deepEqual(fs.readdirSync(cwd), ["x.tar.gz"]);
  assert.equal(holdall(["verify", "x.tar.gz", "--limit", "ratio=400"], { cwd }).code, 0);
});

test("an archive of a state may hold 10,000 files, not more", () => {
  const cwd = freshFolder();
  const many = Object.fromEntries(
    Array.from({ length: 10_001 }, (_, n) => [`notes/${n}`, `note ${n}`]),
  );
  fs.writeFileSync(path.join(cwd, "x.tar.gz"), archiveOf({ ...workingContext, ...many }));
  assert.equal(holdall(["verify", "x.tar.gz"], { cwd }).code, 1);
});

/** Bundles whose every pointer leads out of them, to a file and to a pipe. */
async function escapes(secret: string): Promise<Readonly<Record<string, Files>>> {
  const [task] = (await loadFormat("task-bundle")).samples;
  const [context] = (await loadFormat("ai-context")).samples;
  const [folder] = (await loadFormat("context-bundle")).samples.slice(1);
  assert.ok(task && context && folder);
  const index = JSON.parse(String(task.files["bundle.json"]));
  for (const key of Object.keys(index.artifacts)) index.artifacts[key] = secret;
  for (const key of Object.keys(index.artifactInfo ?? {})) index.artifactInfo[key].path = secret;
  const manifest = JSON.parse(String(task.files["workspace/manifest.json"]));
  for (const file of manifest.files) file.path = secret;
  const yaml = String(context.files["bundle.yaml"]);
  const sums = `${sha256("x")}  ${secret}\n`;
  return {
    pointers: { ...task.files, "bundle.json": JSON.stringify(index) },
    "captured files": { ...task.files, "workspace/manifest.json": JSON.stringify(manifest) },
    root: {
      ...task.files,
      "workspace/manifest.json": JSON.stringify({ ...manifest, root: path.dirname(secret) }),
    },
    content: { ...context.files, "bundle.yaml": yaml.replaceAll(/path: .*/g, `path: ${secret}`) },
    artifacts: {
      ...folder.files,
      "context.json": String(folder.files["context.json"]).replaceAll(/[0-9a-f]{64}/g, secret),
    },
    sums: { ...ocf, SHA256SUMS: sums },
    units: {
      ...workingContext,
      "manifest.json": String(workingContext["manifest.json"]).replace(
        '"inline"',
        `"files", "unit_ref": "${secret}"`,
      ),
    },
  };
}

test("no command opens what a bundle points to outside of itself", async () => {
  const outside = path.join(scratch, "outside");
  writeFiles(outside, { secret: "x" });
  execFileSync("mkfifo", [path.join(outside, "pipe")]);
  const recorder = path.join(import.meta.dirname, "../support/record-opens.cjs");
  const verbs = {
    verify: [],
    inspect: ["--markdown"],
    pack: ["--out", "x.tar.gz"],
    "task validate": [],
    "task inspect": ["--events", "--files"],
    "task compare": ["bundle", "--rehash", "--diff"],
    "task report": ["--html-out", "x.html"],
    "task badge": ["--out", "badges"],
    "task archive": ["--out", "x.zip"],
    "task export": ["--to", "atif", "--out", "x.json"],
    "task replay check": [],
    "task replay prepare": ["--out", "start"],
    "task view": ["--out", "view.html"],
  };
  for (const secret of ["../../outside/secret", path.join(outside, "pipe")]) {
    for (const [what, files] of Object.entries(await escapes(secret))) {
      const cwd = freshFolder();
      writeFiles(path.join(cwd, "bundle"), files);
      const env = {
        NODE_OPTIONS: `--require=${JSON.stringify(recorder)}`,
        HOLDALL_TEST_OPENS: path.join(cwd, "opens"),
      };
      for (const [verb, options] of Object.entries(verbs)) {
        // Reading is the same for every verb; one kind of bundle shows that the others add nothing.
        if (verb !== "verify" && what !== "pointers") continue;
        const args = [...verb.split(" "), "bundle", ...options];
        const { code, stderr } = startedHoldall(args, { cwd, env });
        assert.ok([0, 1, 3].includes(Number(code)), `${what} ${verb}: ${stderr}`);
        const opens: string[] = JSON.parse(fs.readFileSync(path.join(cwd, "opens"), "utf8"));
        assert.ok(
          opens.some((file) => file.includes(path.join(cwd, "bundle"))),
          "nothing was recorded",
        );
        const out = opens.filter((file) => path.resolve(cwd, file).startsWith(outside));
        assert.deepEqual(out, [], `${what} ${verb}`);
      }
    }
  }
});
