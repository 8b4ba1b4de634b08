import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "../../scripts/run.ts";

/** What each entry point offers, values first and types after "type". */
interface Offered {
  readonly source: string;
  readonly values: readonly string[];
  readonly types: readonly string[];
}

/** The public names. One that is taken away or renamed breaks somebody's program: add, never rename. */
const published: Readonly<Record<string, Offered>> = {
  holdall: {
    source: "src/index.ts",
    values: [
      "HoldallError",
      "canonicalJson",
      "codes",
      "computeSums",
      "convertBundle",
      "createHoldall",
      "detectFormat",
      "diffBundles",
      "entryHash",
      "folderFiles",
      "isOk",
      "loadTokenCounter",
      "lossReport",
      "memoryFiles",
      "readBundle",
      "stateHash",
      "treeFiles",
    ],
    types: [
      "BundleOptions",
      "BundleReading",
      "CallOptions",
      "Code",
      "Conversion",
      "FileEntry",
      "FileSet",
      "FileTree",
      "Finding",
      "Holdall",
      "HoldallOptions",
      "InputOf",
      "LossItem",
      "LossReport",
      "Method",
      "MethodInput",
      "OperationName",
      "OutputOf",
      "Profile",
      "TokenCounter",
    ],
  },
  "holdall/formats": {
    source: "src/formats/index.ts",
    values: [
      "createFindings",
      "formatNames",
      "isOk",
      "limitsByFormat",
      "loadFormat",
      "memoryFiles",
      "publishedSchemas",
      "treeFiles",
    ],
    types: [
      "Detection",
      "FileEntry",
      "FileSet",
      "FileTree",
      "Finding",
      "Findings",
      "Format",
      "FormatName",
      "Limits",
      "Profile",
      "PublishedSchema",
      "ReadOptions",
      "RecordType",
      "Sample",
      "Summary",
      "UnknownKeys",
    ],
  },
  "holdall/testing": {
    source: "src/testing/index.ts",
    values: ["conformanceCases", "hostileArchives"],
    types: ["ConformanceCase", "HostileArchive"],
  },
};

/** The names that a file re-exports, values and types apart. */
function exportsOf(file: string): { values: string[]; types: string[] } {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  const names = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)].flatMap(([, isType, list]) =>
    (list ?? "")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) =>
        isType || name.startsWith("type ") ? `type ${name.replace(/^type /, "")}` : name,
      ),
  );
  const types = names.filter((name) => name.startsWith("type ")).map((name) => name.slice(5));
  return { values: names.filter((name) => !name.startsWith("type ")).sort(), types: types.sort() };
}

for (const [entry, { source, values, types }] of Object.entries(published)) {
  test(`${entry} exports exactly the names that are pinned here`, () => {
    assert.deepEqual(exportsOf(source), { values, types });
  });

  test(`${entry} as it is built offers these names`, async () => {
    assert.deepEqual(Object.keys(await import(entry)).sort(), values);
  });
}
