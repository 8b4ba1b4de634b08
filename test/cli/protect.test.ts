import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, test } from "node:test";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import { otherUser } from "../support/other-user.ts";
import { holdall as startedHoldall } from "../support/program.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";
import { ocf, workingContext } from "../support/state-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const [aiContext, taskBundle] = await Promise.all(
  (["ai-context", "task-bundle"] as const).map(async (name) => {
    const [sample] = (await loadFormat(name)).samples;
    return sample?.files ?? {};
  }),
).then(([first = {}, second = {}]) => [first, second] as const);
const scratch = makeScratch();
let cwd = "";
let count = 0;

/** Each test has a folder with a bundle, its archive, another bundle and things that are none. */
beforeEach(() => {
  cwd = path.join(scratch, String(++count));
  writeFiles(path.join(cwd, "bundle"), ocf);
  writeFiles(path.join(cwd, "other"), workingContext);
  writeFiles(path.join(cwd, "things"), { "diary.txt": "mine", "deep/photo": "mine too" });
  fs.writeFileSync(path.join(cwd, "letter.txt"), "mine as well");
  fs.copyFileSync(archive(), path.join(cwd, "bundle.tar.gz"));
});

let packed: string | null = null;

function archive(): string {
  if (packed !== null) return packed;
  packed = path.join(scratch, "packed.tar.gz");
  writeFiles(path.join(scratch, "source"), ocf);
  assert.equal(holdall(["pack", "source", "--out", packed], { cwd: scratch }).code, 0);
  return packed;
}

/** The verbs that write to `--out`, with a source each. */
const writers: readonly (readonly string[])[] = [
  ["pack", "bundle"],
  ["unpack", "bundle.tar.gz"],
  ["convert", "bundle", "--to", "working-context"],
];

function refused(args: readonly string[], code: string, exit = 3): void {
  const before = picture(cwd);
  const ran = holdallJson(args, { cwd });
  assert.equal(ran.code, exit, `${args.join(" ")}: ${ran.stdout}`);
  assert.equal((ran.json.error as { code: string }).code, code, args.join(" "));
  assert.deepEqual(picture(cwd), before, `${args.join(" ")} touched something`);
}

test("an --out that exists is left alone without --force", () => {
  for (const verb of writers) {
    for (const out of ["other", "things", "letter.txt", "bundle.tar.gz"]) {
      if (verb.includes(out)) continue;
      refused([...verb, "--out", out], "E_EXISTS");
    }
  }
});

test("--force never replaces what is not a bundle", () => {
  fs.symlinkSync("other", path.join(cwd, "link"));
  fs.symlinkSync("nowhere", path.join(cwd, "dangling"));
  fs.mkdirSync(path.join(cwd, "empty"));
  for (const verb of writers) {
    for (const out of ["things", "letter.txt", "link", "dangling", "empty"]) {
      refused([...verb, "--out", out, "--force"], "E_PROTECTED");
    }
  }
});

test("--force never replaces a folder that holds more than its bundle", () => {
  const force = ["convert", "bundle", "--to", "ocf", "--force", "--out"];
  writeFiles(path.join(cwd, "project"), { "src/main.c": "mine", ".git/HEAD": "mine" });
  for (const [file, content] of Object.entries(aiContext)) {
    writeFiles(path.join(cwd, "project/ai_context"), { [file]: content });
    writeFiles(path.join(cwd, "parent/ai_context"), { [file]: content });
  }
  writeFiles(path.join(cwd, "mixed"), { ...workingContext, "precious/photo": "mine" });
  writeFiles(path.join(cwd, "empty-folder"), workingContext);
  fs.mkdirSync(path.join(cwd, "empty-folder/precious"));
  writeFiles(path.join(cwd, "lone"), { "manifest.json": workingContext["manifest.json"] ?? "" });
  writeFiles(path.join(cwd, "task"), { ...taskBundle, "workspace/files/mine.txt": "mine" });
  writeFiles(path.join(cwd, "notes"), { ...aiContext, "Diary.txt": "mine" });
  for (const out of ["project", "parent", "mixed", "empty-folder", "lone", "task", "notes"]) {
    refused([...force, out], "E_PROTECTED");
  }
  const { stderr } = holdall([...force, "mixed"], { cwd });
  assert.match(stderr, /"precious"/);
});

test("--force replaces every format's own bundles, with what travels beside them", async () => {
  for (const name of formatNames) {
    const { samples } = await loadFormat(name);
    for (const sample of samples) {
      if (Object.keys(sample.files).some((file) => file.startsWith("ai_context/"))) continue;
      const isFolder = Object.keys(sample.files).length > 1;
      if (!isFolder) continue;
      const files = { ...sample.files, "history/note.txt": "kept", "transcript/raw/x": "kept" };
      writeFiles(path.join(cwd, "target"), files);
      const args = ["unpack", "bundle.tar.gz", "--out", "target", "--force"];
      const { code, stderr } = holdall(args, { cwd });
      assert.equal(code, 0, `${name} ${sample.name}: ${stderr}`);
      fs.rmSync(path.join(cwd, "target"), { recursive: true });
    }
  }
});

test("an --out equal to, inside or around the source is refused, through links and dots too", () => {
  fs.symlinkSync("bundle", path.join(cwd, "alias"));
  for (const out of ["bundle", "bundle/x", "alias/x", "things/../bundle/x", ".", "..", "alias"]) {
    refused(["pack", "bundle", "--out", out, "--force"], "E_PROTECTED");
    refused(
      ["convert", "alias", "--to", "working-context", "--out", out, "--force"],
      "E_PROTECTED",
    );
  }
  refused(["unpack", "bundle.tar.gz", "--out", "bundle.tar.gz", "--force"], "E_PROTECTED");
  refused(["unpack", "bundle.tar.gz", "--out", ".", "--force"], "E_PROTECTED");
});

test("an --out whose folder is not there or is a file is refused before any work", () => {
  for (const verb of writers) {
    refused([...verb, "--out", "nowhere/x"], "E_NOT_FOUND", 4);
    refused([...verb, "--out", "letter.txt/x"], "E_NOT_FOUND", 4);
  }
});

test("--force swaps a bundle for the new one and leaves nothing beside it", () => {
  const names = fs.readdirSync(cwd).sort();
  for (const out of ["other", "bundle.tar.gz"]) {
    const { code, stderr } = holdall(
      ["convert", "bundle", "--to", "working-context", "--out", out, "--force"],
      { cwd },
    );
    assert.equal(code, 0, stderr);
    const { json } = holdallJson(["verify", out], { cwd });
    assert.deepEqual([json.ok, json.format], [true, "working-context"]);
  }
  assert.equal(holdall(["unpack", archive(), "--out", "other", "--force"], { cwd }).code, 0);
  assert.equal(holdallJson(["verify", "other"], { cwd }).json.format, "ocf");
  assert.equal(
    holdall(["unpack", archive(), "--out", "bundle.tar.gz", "--force"], { cwd }).code,
    0,
  );
  assert.ok(fs.statSync(path.join(cwd, "bundle.tar.gz")).isDirectory());
  assert.deepEqual(fs.readdirSync(cwd).sort(), names);
});

test("a bundle of several files is not written where one JSON file was asked for", () => {
  refused(["convert", "bundle", "--to", "context-bundle", "--out", "context.json"], "E_USAGE", 2);
});

test("pack refuses a folder whose sums do not match, and a workspace", () => {
  fs.writeFileSync(path.join(cwd, "bundle/SHA256SUMS"), `${"0".repeat(64)}  manifest.json\n`);
  refused(["pack", "bundle", "--out", "new.tar.gz"], "E_SUMS", 1);
  fs.rmSync(path.join(cwd, "bundle/SHA256SUMS"));
  writeFiles(path.join(cwd, "bundle/.holdall"), { "store.db": "everything" });
  refused(["pack", "bundle", "--out", "new.tar.gz"], "E_PROTECTED");
});

test("a recorded workspace with settings of an editor is read in its archive, and not unpacked", () => {
  const task = path.join(cwd, "task");
  const fixture = path.join(import.meta.dirname, "../fixtures/task-bundle/hello-world-bundle");
  fs.cpSync(fixture, task, { recursive: true });
  const content = '{"task.allowAutomaticTasks": "on"}';
  writeFiles(task, { "workspace/files/.vscode/settings.json": content });
  const file = path.join(task, "workspace/manifest.json");
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  const sha256 = createHash("sha256").update(content).digest("hex");
  manifest.files.push({ path: ".vscode/settings.json", sha256, size: content.length });
  fs.writeFileSync(file, JSON.stringify({ ...manifest, fileCount: 2 }));
  const index = JSON.parse(fs.readFileSync(path.join(task, "bundle.json"), "utf8"));
  delete index.artifactInfo.workspaceManifest;
  fs.writeFileSync(path.join(task, "bundle.json"), JSON.stringify(index));
  const tar = spawnSync("tar", ["czf", "task.tar.gz", "task"], { cwd });
  assert.equal(tar.status, 0);
  for (const source of ["task", "task.tar.gz"]) {
    const { json, code } = holdallJson(["verify", source], { cwd });
    assert.equal(code, 0, JSON.stringify(json.findings));
    assert.equal(holdall(["inspect", source], { cwd }).code, 0);
  }
  refused(["unpack", "task.tar.gz", "--out", "new"], "E_PROTECTED");
  refused(["pack", "task", "--out", "new.tar.gz"], "E_PROTECTED");
});

test("pack refuses a bundle whose own index does not fit its files", () => {
  const [file = ""] = Object.keys(taskBundle).filter((each) => each.startsWith("workspace/files/"));
  writeFiles(path.join(cwd, "task"), { ...taskBundle, [file]: "altered" });
  refused(["pack", "task", "--out", "new.tar.gz"], "E_DIGEST", 1);
});

test("convert makes no archive that unpack would refuse", () => {
  const text = "tide ".repeat(400_000);
  writeFiles(path.join(cwd, "bundle"), { "history/blobs/text": text });
  const args = ["convert", "bundle", "--to", "ocf", "--out", "new.tar.gz"];
  refused(args, "E_LIMIT", 3);
  assert.equal(holdall([...args, "--limit", "ratio=2000"], { cwd }).code, 0);
});

test("pack makes no archive that unpack would refuse", () => {
  const text = "tide ".repeat(400_000);
  writeFiles(path.join(cwd, "bundle"), { "history/blobs/text": text });
  refused(["pack", "bundle", "--out", "new.tar.gz"], "E_LIMIT", 3);
  const raised = ["--limit", "ratio=2000"];
  assert.equal(holdall(["pack", "bundle", "--out", "new.tar.gz", ...raised], { cwd }).code, 0);
  assert.equal(holdall(["unpack", "new.tar.gz", "--out", "new", ...raised], { cwd }).code, 0);
});

test("what is not a sound bundle is neither packed nor converted nor unpacked", () => {
  fs.writeFileSync(path.join(cwd, "other/snapshot.json"), "{");
  refused(["pack", "other", "--out", "new.tar.gz"], "E_JSON", 1);
  refused(["convert", "other", "--to", "ocf", "--out", "new"], "E_JSON", 1);
  refused(["pack", "things", "--out", "new.tar.gz"], "E_FORMAT", 1);
});

test("--force over a bundle that cannot be removed succeeds and says what remains", () => {
  const shared = path.join(cwd, "shared");
  writeFiles(path.join(shared, "old/transcript"), { x: "stays" });
  writeFiles(path.join(shared, "old"), workingContext);
  const all = fs.readdirSync(shared, { recursive: true, encoding: "utf8" });
  const user = otherUser();
  if ("uid" in user)
    for (const each of [".", ...all]) fs.chownSync(path.join(shared, each), user.uid, user.gid);
  for (const folder of [scratch, cwd]) fs.chmodSync(folder, 0o755);
  fs.chmodSync(path.join(shared, "old/transcript"), 0o555);
  const args = ["unpack", "bundle.tar.gz", "--out", "shared/old", "--force"];
  const { code, stderr } = startedHoldall(args, { cwd, user });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /could not be removed/);
  assert.equal(holdallJson(["verify", "shared/old"], { cwd }).json.format, "ocf");
});

test("a folder that this user may not write is refused with what can be done", () => {
  const cwd = path.join(scratch, "read-only");
  writeFiles(path.join(cwd, "bundle"), ocf);
  for (const folder of [scratch, cwd]) fs.chmodSync(folder, 0o555);
  const user = otherUser();
  for (const args of [["init"], ["pack", "bundle", "--out", "bundle.tar.gz"]]) {
    const { code, stderr } = startedHoldall(args, { cwd, user, env: { HOME: cwd } });
    assert.equal(code, 4, stderr);
    assert.match(stderr, /^E_IO [\s\S]*\(EACCES\)\n→ /); // Lines break where the path ends.
  }
  for (const folder of [scratch, cwd]) fs.chmodSync(folder, 0o755);
});
