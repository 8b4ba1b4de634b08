import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../base/hash.ts";
import { parseLine } from "../../base/jsonl.ts";
import { splitPlainManifest } from "./plain-manifest.ts";

const file = (path: string, more: object = {}) => ({
  path,
  sha256: sha256(path),
  size: 7,
  ...more,
});
const files = [file("a.txt"), file("b/ü.md", { mode: "100755" }), file("c", { mode: "100644" })];
const manifest = { capturedAt: "2026-06-21T08:30:00.000Z", root: "workspace/files", fileCount: 3 };

const split = (text: string) => splitPlainManifest(text, 100);

test("splitPlainManifest() separates a manifest as it is written, with any indentation", () => {
  const full = { ...manifest, files, contentHash: sha256("all"), emptyFolders: ["d"] };
  for (const indent of [undefined, 1, 2, "\t"]) {
    assert.deepEqual(split(JSON.stringify(full, null, indent)), {
      head: { ...full, files: [] },
      files,
    });
  }
});

test("splitPlainManifest() leaves every other manifest to the other readers", () => {
  const inside = JSON.stringify({ ...manifest, files });
  const list = JSON.stringify(files);
  const others = {
    "no file": JSON.stringify({ ...manifest, files: [] }),
    "keys in another order": JSON.stringify({
      files: [{ size: 1, path: "a", sha256: sha256("a") }],
    }),
    "an unknown key of a file": JSON.stringify({ files: [file("a", { more: 1 })] }),
    "an escaped path": JSON.stringify({ files: [file('a"b')] }),
    "a link": JSON.stringify({ files: [file("a", { mode: "120000", target: "b" })] }),
    "a path that leaves": JSON.stringify({ files: [file("../a")] }),
    "a hash in capitals": JSON.stringify({ files: [{ ...file("a"), sha256: "A".repeat(64) }] }),
    "a size that JSON does not allow": inside.replace('"size":7', '"size":07'),
    "a list of an inner object": `{"x":{"files":${list}},"files":[]}`,
    "an inner object before the list": `{"x":{},"files":${list}}`,
    "the list twice": `{"files":${list},"files":[]}`,
    "a key twice": `{"root":"a","root":"b","files":${list}}`,
    "the key inside a text": `{"x":"\\"files\\":${list.replaceAll('"', "'")}"}`,
    "a comma too many": inside.replace("}]", "},]"),
    "a torn end": inside.slice(0, -1),
    "more than allowed": JSON.stringify({ files: Array.from({ length: 101 }, () => file("a")) }),
    "an array": `[${inside}]`,
  };
  for (const [name, text] of Object.entries(others)) assert.equal(split(text), null, name);
});

test("splitPlainManifest() reads nothing that the parser of JSON reads differently", () => {
  const text = JSON.stringify({ ...manifest, files }, null, 2);
  let taken = 0;
  // Every text that differs in one character: most are not valid, some mean something else.
  for (let at = 0; at < text.length; at++) {
    for (const put of ["", '"', "\\", "{", "]", ",", "0", "\u0001"]) {
      const changed = text.slice(0, at) + put + text.slice(at + 1);
      const parts = split(changed);
      if (parts === null) continue;
      taken++;
      const { value } = parseLine(changed);
      assert.deepEqual({ ...parts.head, files: parts.files }, value, changed);
    }
  }
  assert.ok(taken > 100);
});
