import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";

/** Fewer keys than this may agree by chance. */
const MIN_KEYS = 5;
/** A literal of several lines, as the formatter writes it: its keys are indented by two more than its end. */
const SCHEMA = /^( *)(?=(?:[^\n]*[^\w.])?z\.object\(\{\n([\s\S]*?)^\1\}\))/gm;
const INTERFACE = /^(?:export )?(?:interface|type) (\w+)[^{\n]*\{\n([\s\S]*?)^\}/gm;

test("keysOfSchemas() and keysOfInterfaces() see the same keys in both notations", () => {
  const schema =
    "const cut = () =>\n  z.object({\n    seq: z.number(),\n    of: z.object({\n      a: z.string(),\n    }),\n  });\n";
  const type =
    "export interface Cut {\n  /** Its number. */\n  readonly seq: number;\n  readonly of?: {\n    readonly a: string;\n  };\n}\n";
  assert.deepEqual(keysOfSchemas(schema)[0], ["of", "seq"]);
  assert.deepEqual([...keysOfInterfaces(type)], [["Cut", ["of", "seq"]]]);
});

test("no schema repeats an interface that it is not checked against", async () => {
  const schemas = new Map<string, { readonly file: string; readonly text: string }>();
  const types: { readonly keys: string; readonly name: string; readonly file: string }[] = [];
  for await (const file of glob("src/**/*.ts", { cwd: root })) {
    if (file.endsWith(".test.ts")) continue;
    const text = readFileSync(join(root, file), "utf8");
    for (const keys of keysOfSchemas(text)) {
      if (keys.length >= MIN_KEYS) schemas.set(keys.join(" "), { file, text });
    }
    if (/^src\/(?:operations|cli|app|web)\//.test(file)) continue;
    for (const [name, keys] of keysOfInterfaces(text))
      types.push({ keys: keys.join(" "), name, file });
  }
  assert(schemas.size > 50 && types.length > 500, `${schemas.size} schemas, ${types.length} types`);
  const twice = types.flatMap(({ keys, name, file }) => {
    const schema = schemas.get(keys);
    // The compiler compares such a schema with the type, so that neither changes alone.
    if (schema === undefined || schema.text.includes(`satisfies Schema<${name}>`)) return [];
    return [`${schema.file} repeats ${name} of ${file}`];
  });
  const cure = "derive the type from the schema, or check the schema with `satisfies Schema<…>`";
  assert.deepEqual(twice, [], cure);
});

/** The keys of each schema of an object, sorted. */
function keysOfSchemas(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(SCHEMA)].map(([, indent = "", body = ""]) =>
    keysOf(body, indent.length + 2),
  );
}

function keysOfInterfaces(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...text.matchAll(INTERFACE)].map(([, name = "", body = ""]) => [name, keysOf(body, 2)]),
  );
}

function keysOf(body: string, indent: number): readonly string[] {
  const key = new RegExp(`^ {${indent}}(?:readonly )?"?([\\w-]+)"?\\??:`, "gm");
  return [...body.matchAll(key)].map(([, name = ""]) => name).sort();
}
