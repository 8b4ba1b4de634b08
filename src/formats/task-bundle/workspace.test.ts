import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { memoryFiles } from "../../base/file-set.ts";
import { createFindings, type Finding } from "../../base/findings.ts";
import { sha256 } from "../../base/hash.ts";
import { folderFiles } from "../../disk/folder.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { limitsByFormat } from "../limits.ts";
import taskBundle from "./task-bundle.ts";

const limits = limitsByFormat["task-bundle"];
const root = createTemporaryFolder();
after(() => removeTemporary(root));

interface Listed {
  readonly path: string;
  readonly [key: string]: unknown;
}

const listed = (file: string, content = file): Listed => ({
  path: file,
  sha256: sha256(content),
  size: Buffer.byteLength(content),
});
const link = (file: string, target: string): Listed => ({
  ...listed(file, target),
  mode: "120000",
  target,
});

/** A bundle whose captured files contain their own names. */
function bundle(files: readonly Listed[], captured: readonly string[], head: object = {}) {
  const all: Record<string, string> = {
    "bundle.json": JSON.stringify({
      schemaVersion: "0.2.0",
      id: "w",
      title: "w",
      createdAt: "2026-01-01T00:00:00Z",
      artifacts: {
        task: "task.md",
        summary: "summary.md",
        workspaceManifest: "workspace/manifest.json",
        workspaceFilesDir: "workspace/files",
      },
    }),
    "task.md": "# Task\n",
    "summary.md": "# Summary\n",
    "workspace/manifest.json": JSON.stringify(
      { capturedAt: "2026-01-01T00:00:00Z", root: "workspace/files", files, ...head },
      null,
      1,
    ),
  };
  for (const file of captured) all[`workspace/files/${file}`] = file;
  return all;
}

type FileSet = ReturnType<typeof memoryFiles>;

async function check(files: Record<string, string> | FileSet) {
  const findings = createFindings("strict");
  const set = "entries" in files && typeof files.entries === "function" ? files : null;
  const fileSet = (set ?? memoryFiles(files as Record<string, string>)) as FileSet;
  const model = await taskBundle.read(fileSet, { limits, findings, level: "full" });
  const list = findings.list().filter(({ code }) => code !== "W_NOT_REPLAYABLE");
  return { model, list };
}

const outline = (list: readonly Finding[]) => list.map(({ code, file }) => `${code} ${file}`);

test("a manifest is compared with the files in whatever order it lists them", async () => {
  // "\u{1f600}" comes after "\uff08" in bytes and before it in UTF-16 code units.
  const names = ["a", "a-b", "a/b", "é", "\u{1f600}", "\uff08", "z/y/x"];
  const orders = [
    names,
    names.toReversed(),
    names.toSorted(),
    [...names.slice(3), ...names.slice(0, 3)],
  ];
  for (const order of orders) {
    const usable = order.filter((name) => name !== "a");
    const { list } = await check(
      bundle(
        usable.map((name) => listed(name)),
        usable,
      ),
    );
    assert.deepEqual(list, [], order.join());
  }
});

test("missing, unlisted, changed and doubled files are each named", async () => {
  const files = [listed("a"), listed("b", "other"), listed("d"), listed("d"), listed("e")];
  const { list } = await check(bundle(files, ["b", "c", "d"]));
  assert.deepEqual(outline(list), [
    "E_MISSING_FILE workspace/files/a",
    "E_DIGEST workspace/files/b",
    "W_EXTRA_FILE workspace/files/c",
    "E_DUP_ID workspace/manifest.json",
    "E_MISSING_FILE workspace/files/e",
  ]);
});

test("a wrong count, size or hash is found, and a missing count is none", async () => {
  const files = [listed("a")];
  assert.deepEqual((await check(bundle(files, ["a"], { fileCount: null }))).list, []);
  const counted = await check(bundle(files, ["a"], { fileCount: 2 }));
  assert.deepEqual(outline(counted.list), ["E_COUNT workspace/manifest.json"]);
  assert.equal(counted.list[0]?.pointer, "/fileCount");
  const sized = await check(bundle([{ ...listed("a"), size: 7 }], ["a"]));
  assert.deepEqual(outline(sized.list), ["E_DIGEST workspace/files/a"]);
});

test("elements of a manifest are checked with their pointer and line", async () => {
  const files = [listed("a"), { path: "b" }, listed("../c"), { ...listed("d"), size: -1 }];
  const { list } = await check(bundle(files as Listed[], ["a"]));
  const places = list.map(({ code, pointer, line }) => `${code} ${pointer} ${line}`);
  assert.deepEqual(places, [
    "E_SHAPE /files/1/sha256 10",
    "E_SHAPE /files/1/size 10",
    "E_PATH /files/2/path 13",
    "E_RANGE /files/3/size 18",
  ]);
});

test("a manifest that is not JSON, not an object or without a list is refused", async () => {
  for (const [text, code] of [
    ['{"files":[{]}', "E_JSON"],
    ["[]", "E_SHAPE"],
    ['{"capturedAt":"2026-01-01T00:00:00Z","root":"workspace/files"}', "E_SHAPE"],
    [
      '{"capturedAt":"2026-01-01T00:00:00Z","root":"x","root":"workspace/files","files":[]}',
      "E_DUP_KEY",
    ],
    [
      '{"capturedAt":"2026-01-01T00:00:00Z","root":"workspace/files","files":[{"a":1,"a":1}]}',
      "E_DUP_KEY",
    ],
  ] as const) {
    const { list } = await check({ ...bundle([], []), "workspace/manifest.json": text });
    assert.ok(
      list.some((finding) => finding.code === code),
      text,
    );
  }
});

test("a root that leaves the bundle or differs from the pointer is refused", async () => {
  for (const [folder, code] of [
    ["../..", "E_PATH"],
    ["elsewhere", "E_SHAPE"],
  ] as const) {
    const { list } = await check(bundle([], [], { root: folder }));
    assert.deepEqual(
      list.map((finding) => finding.code),
      [code],
    );
    assert.equal(list[0]?.pointer, "/root");
  }
});

test("a link is listed with its target and needs no file", async () => {
  const { list } = await check(bundle([listed("a"), link("b", "a"), link("c/d", "../a")], ["a"]));
  assert.deepEqual(list, []);
  for (const [target, code] of [
    ["../x", "E_PATH"],
    ["/etc", "E_PATH"],
    ["", "E_SHAPE"],
  ] as const) {
    const wrong = await check(bundle([link("b", target)], []));
    assert.deepEqual(
      wrong.list.map((finding) => finding.code),
      [code],
      target,
    );
  }
  const other = await check(bundle([{ ...link("b", "a"), target: "c" }], []));
  assert.deepEqual(
    other.list.map((finding) => finding.code),
    ["E_DIGEST"],
  );
});

test("the content hash is that of the listed files in order, whatever order the list has", async () => {
  const files = [{ ...listed("b"), mode: "100755" }, listed("a")];
  const content = `a\x00100644\0${sha256("a")}\nb\x00100755\0${sha256("b")}\n`;
  const right = { contentHash: sha256(content) };
  assert.deepEqual((await check(bundle(files, ["a", "b"], right))).list, []);
  const wrong = await check(bundle([files[1] ?? listed("a")], ["a"], right));
  assert.deepEqual(outline(wrong.list), ["E_DIGEST workspace/manifest.json"]);
});

function lay(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(root, "b-"));
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  }
  return folder;
}

test("links and folders where files belong are refused, and never followed", async () => {
  const folder = lay(bundle([listed("a"), listed("b")], ["a", "b"]));
  const at = (file: string) => path.join(folder, file);
  fs.rmSync(at("workspace/files/a"));
  fs.symlinkSync("/etc/hostname", at("workspace/files/a"));
  fs.symlinkSync("b", at("workspace/files/c"));
  fs.rmSync(at("summary.md"));
  fs.mkdirSync(at("summary.md"));
  const { list } = await check(folderFiles(folder));
  assert.deepEqual(outline(list).toSorted(), [
    "E_LINK summary.md",
    "E_LINK workspace/files/a",
    "E_LINK workspace/files/c",
  ]);
});

test("a folder that is a link is one finding, and what it leads to is not read", async () => {
  const folder = lay(bundle([listed("a")], ["a"]));
  fs.renameSync(path.join(folder, "workspace"), path.join(root, "outside"));
  fs.symlinkSync(path.join(root, "outside"), path.join(folder, "workspace"));
  const { list } = await check(folderFiles(folder));
  assert.deepEqual(outline(list), ["E_LINK workspace"]);
});

test("a pipe in place of a captured file does not hang the check", async () => {
  const folder = lay(bundle([listed("a")], []));
  const { execFileSync } = await import("node:child_process");
  fs.mkdirSync(path.join(folder, "workspace/files"));
  execFileSync("mkfifo", [path.join(folder, "workspace/files/a"), path.join(folder, "task")]);
  const { list } = await check(folderFiles(folder));
  assert.deepEqual(outline(list), ["E_LINK task", "E_LINK workspace/files/a"]);
});
