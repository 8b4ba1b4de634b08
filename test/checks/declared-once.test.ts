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

test("no operation declares a result again that a rule has as an interface", async () => {
  const schemas = new Map<string, string>();
  const types: [keys: string, name: string][] = [];
  for await (const file of glob("src/**/*.ts", { cwd: root })) {
    if (file.endsWith(".test.ts")) continue;
    const text = readFileSync(join(root, file), "utf8");
    if (file.startsWith("src/operations/")) {
      for (const keys of keysOfSchemas(text)) {
        if (keys.length >= MIN_KEYS) schemas.set(keys.join(" "), file);
      }
    } else if (!/^src\/(?:cli|app|web)\//.test(file)) {
      for (const [name, keys] of keysOfInterfaces(text))
        types.push([keys.join(" "), `${name} of ${file}`]);
    }
  }
  assert(schemas.size > 50 && types.length > 500, `${schemas.size} schemas, ${types.length} types`);
  const twice = types.flatMap(([keys, name]) => {
    const file = schemas.get(keys);
    return file === undefined ? [] : [`${file} repeats ${name}`];
  });
  assert.deepEqual(twice, [], "export the schema beside the rule and derive the type from it");
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
