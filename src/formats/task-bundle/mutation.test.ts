import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { memoryFiles } from "../../base/file-set.ts";
import { createFindings } from "../../base/findings.ts";
import { limitsByFormat } from "../limits.ts";
import { samples } from "./samples.ts";
import taskBundle from "./task-bundle.ts";

const limits = limitsByFormat["task-bundle"];
const full = samples()[0]?.files ?? {};
const paths = Object.keys(full);

type Mutation =
  | { readonly kind: "drop" | "empty"; readonly path: string }
  | { readonly kind: "truncate" | "flip"; readonly path: string; readonly at: number }
  | { readonly kind: "swap"; readonly path: string; readonly other: string }
  | { readonly kind: "insert"; readonly path: string; readonly at: number; readonly text: string };

const path = fc.constantFrom(...paths);
const at = fc.nat(5000);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("{", "]", '"', "\\u0000", "null", "1e999", "__proto__", "\n", "../", '"a":1,'),
);
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constantFrom("drop", "empty"), path }),
  fc.record({ kind: fc.constantFrom("truncate", "flip"), path, at }),
  fc.record({ kind: fc.constant("swap"), path, other: path }),
  fc.record({ kind: fc.constant("insert"), path, at, text }),
);

function mutate(files: Record<string, Buffer>, change: Mutation): void {
  const bytes = files[change.path];
  if (!bytes) return;
  const place = "at" in change ? change.at % (bytes.length + 1) : 0;
  switch (change.kind) {
    case "drop":
      delete files[change.path];
      return;
    case "empty":
      files[change.path] = Buffer.alloc(0);
      return;
    case "truncate":
      files[change.path] = bytes.subarray(0, place);
      return;
    case "flip": {
      const copy = Buffer.from(bytes);
      if (place < copy.length) copy[place] = (copy[place] ?? 0) ^ (1 << (change.at % 8));
      files[change.path] = copy;
      return;
    }
    case "swap":
      files[change.path] = files[change.other] ?? bytes;
      files[change.other] = bytes;
      return;
    case "insert":
      files[change.path] = Buffer.concat([
        bytes.subarray(0, place),
        Buffer.from(change.text),
        bytes.subarray(place),
      ]);
  }
}

const isSame = (files: Record<string, Buffer>) =>
  paths.every((each) => files[each]?.equals(Buffer.from(full[each] ?? "")));

test("a mutated bundle ends in findings, and never in an exception", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (changes) => {
      const files: Record<string, Buffer> = {};
      for (const each of paths) files[each] = Buffer.from(full[each] ?? "");
      for (const change of changes) mutate(files, change);
      const findings = createFindings(changes.length === 1 ? "strict" : "lenient");
      const set = memoryFiles(files);
      await taskBundle.detect(set);
      const model = await taskBundle.read(set, { limits, findings, level: "full" });
      // Every file but bundle.json is hashed: no change of them can pass.
      const isIndexUnchanged = files["bundle.json"]?.equals(Buffer.from(full["bundle.json"] ?? ""));
      if (isIndexUnchanged && !isSame(files)) assert.ok(findings.errorCount() > 0);
      if (isSame(files)) assert.equal(findings.errorCount(), 0);
      if (!model) return;
      taskBundle.summarise(model);
      taskBundle.render(model);
      taskBundle.write(model);
      taskBundle.topFolder(model);
      taskBundle.toConversation?.(model, (content) => content.length);
    }),
    { numRuns: 1000 },
  );
});

test("whatever JSON stands in bundle.json is read or refused, and never an exception", async () => {
  const keys = Object.keys(JSON.parse(String(full["bundle.json"])));
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom(...keys, "__proto__", "constructor"), fc.jsonValue()),
      fc.boolean(),
      async (change, isComplete) => {
        const base = isComplete ? JSON.parse(String(full["bundle.json"])) : {};
        const bundle = JSON.stringify({ ...base, schemaVersion: "0.2.0", ...change });
        const set = memoryFiles({ ...full, "bundle.json": bundle });
        const findings = createFindings();
        const model = await taskBundle.read(set, { limits, findings, level: "full" });
        if (!model) return;
        taskBundle.render(model);
        taskBundle.write({ ...model, bundle: { ...model.bundle } });
        taskBundle.toConversation?.(model, (content) => content.length);
      },
    ),
    { numRuns: 500 },
  );
});
