import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles } from "../../src/base/file-set.ts";
import { isObject, type Json, spellingOf } from "../../src/base/json/value.ts";
import { loadFormat } from "../../src/formats/registry.ts";
import type { StateModel } from "../../src/formats/state-model.ts";
import { kits, ocfs, workingContexts } from "../support/arbitrary-states.ts";
import fc from "../support/property.ts";
import { convertTo, readState, type StateReading, stateFormats } from "../support/states.ts";

const generated = { "working-context": workingContexts, "ocf-kit": kits, ocf: ocfs } as const;

/** JSON with sorted keys and with every number as it was spelled. */
function spelled(value: Json | undefined, owner: object = {}, key = ""): string {
  if (typeof value === "number") return spellingOf(owner, key, value) ?? JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item, index) => spelled(item, value, String(index))).join(",")}]`;
  }
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  const members = Object.keys(value).sort();
  return `{${members.map((each) => `${JSON.stringify(each)}:${spelled(value[each], value, each)}`).join(",")}}`;
}

async function contentOf(model: StateModel) {
  const lines = await Array.fromAsync(model.trail.lines());
  return {
    documents: Object.entries(model.documents).map(([file, value]) => [file, spelled(value)]),
    entries: model.records.map((record) => spelled(record)),
    trail: lines.map((line) => line.text),
  };
}

async function restoresOrigin(source: StateReading, way: readonly string[]): Promise<void> {
  let at = source;
  for (const name of [...way, source.format.name]) {
    const next = await convertTo(at, await loadFormat(name as keyof typeof generated), "lenient");
    assert.ok(at.findings.list().every((finding) => finding.code !== "W_CARRIED"));
    at = next;
  }
  assert.deepEqual(
    await contentOf(at.model),
    await contentOf(source.model),
    `over ${way.join(" and ")}`,
  );
}

test("what is written freshly in another format holds in strict, whatever it came from", async () => {
  for (const [name, bundles] of Object.entries(generated)) {
    const format = await loadFormat(name as keyof typeof generated);
    await fc.assert(
      fc.asyncProperty(bundles, async (files) => {
        const source = await readState(format, memoryFiles(files), "lenient");
        for (const other of stateFormats.filter((each) => each !== format)) {
          const { conversion } = await convertTo(source, other, "strict");
          assert.equal(conversion.profile, "strict");
        }
      }),
      { numRuns: 40 },
    );
  }
});

for (const [name, bundles] of Object.entries(generated)) {
  const others = stateFormats.map((format) => format.name).filter((other) => other !== name);
  test(`any ${name} comes home whole from every other state format, and over two of them`, async () => {
    const format = await loadFormat(name as keyof typeof generated);
    await fc.assert(
      fc.asyncProperty(bundles, async (files) => {
        const source = await readState(format, memoryFiles(files), "lenient");
        for (const other of others) await restoresOrigin(source, [other]);
        await restoresOrigin(source, others);
        await restoresOrigin(source, others.toReversed());
      }),
      { numRuns: 60 },
    );
  });
}
