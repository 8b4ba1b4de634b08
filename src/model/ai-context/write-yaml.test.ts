import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../base/json/value.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { createContextFile, metadataBytes } from "./write-yaml.ts";

const text = (value: JsonObject) => Buffer.from(metadataBytes(value)).toString();

test("metadataBytes() writes what parseYaml() reads back", () => {
  const value = {
    texts: [
      "",
      " ",
      "yes",
      "No",
      "null",
      "~",
      "12",
      "1_000",
      "0x1f",
      "1e3",
      "12:30:45",
      "2026-03-04",
    ],
    more: [
      "- a",
      "a: b",
      "a #b",
      "#a",
      "@a",
      "`",
      "'",
      '"',
      "\n",
      "é🧭",
      "*a",
      "&a",
      "!a",
      "%a",
      "a:",
    ],
    nested: [[1, [2]], [], {}, { a: { b: [{ c: null }] }, d: [] }, [{}]],
    numbers: [0, -1, 1.5, 1e21, true, false, null],
    "key with space": { "": 1, "1": 2, "a: b": 3, true: 4 },
  };
  const { value: back, faults } = parseYaml(text(value));
  assert.deepEqual(faults, []);
  assert.deepEqual(back, value);
});

test("metadataBytes() writes known keys in their order and unknown ones last", () => {
  const written = text({ zeta: 1, scope: "s", origin: "user_cli", bundle_ids: ["b"] });
  assert.equal(written, "origin: user_cli\nscope: s\nbundle_ids:\n  - b\nzeta: 1\n");
});

test("createContextFile() puts the hash of the body into ordered front matter", () => {
  const fields = { future: 1, source: "manual:a@2026-01-01T00:00:00Z", authored_by: "human" };
  const { bytes, frontMatter, body } = createContextFile("cadence", fields, "# Cadence\n");
  const split = splitFrontMatter(Buffer.from(bytes).toString());
  assert.equal(split.body, body);
  assert.deepEqual(parseYaml(split.yaml ?? "").value, frontMatter);
  assert.deepEqual(Object.keys(frontMatter ?? {}), [
    "authored_by",
    "source",
    "bundle_file",
    "content_sha256",
    "future",
  ]);
});
