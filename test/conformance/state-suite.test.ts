import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import { createFindings, isOk } from "../../src/base/findings.ts";
import { canonicalJson } from "../../src/base/json/canonical.ts";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { type Conversion, convertBundle } from "../../src/bundles/convert/convert.ts";
import type { Format } from "../../src/formats/format.ts";
import { limitsByFormat } from "../../src/formats/limits.ts";
import ocf from "../../src/formats/ocf/ocf.ts";
import kit from "../../src/formats/ocf-kit/ocf-kit.ts";
import type { StateModel } from "../../src/formats/state-model.ts";
import workingContext from "../../src/formats/working-context/working-context.ts";

const formats: readonly Format<StateModel>[] = [workingContext, kit, ocf];
const counter = await loadTokenCounter("o200k_base");
const options = { budget: null, countTokens: (text: string) => counter.count(text) };

async function read(format: Format<StateModel>, files: Parameters<Format["read"]>[0]) {
  const findings = createFindings("strict");
  const model = await format.read(files, { findings, level: "full", limits: limitsByFormat.ocf });
  assert.deepEqual(
    findings.list().filter((each) => each.severity === "error"),
    [],
    format.name,
  );
  assert.ok(model);
  return { format: format as Format, model, files, findings };
}

async function onward(from: Awaited<ReturnType<typeof read>>, to: Format<StateModel>) {
  const conversion: Conversion = await convertBundle(from, to as Format, options);
  return { conversion, reading: await read(to, treeFiles(conversion.tree)) };
}

/** Everything a state bundle says, whatever the order of its keys. */
async function meaning(model: StateModel) {
  const trail: string[] = [];
  for await (const line of model.trail.lines()) trail.push(line.text);
  return {
    documents: canonicalJson(model.documents),
    records: model.records.map((record) => canonicalJson(record)),
    trail,
  };
}

for (const from of formats) {
  for (const sample of from.samples) {
    test(`${from.name} "${sample.name}" reads in strict without an error`, async () => {
      const { findings } = await read(from, memoryFiles(sample.files));
      assert.ok(isOk(findings.list()));
    });
    for (const to of formats.filter((each) => each !== from)) {
      test(`${from.name} "${sample.name}" to ${to.name} and back is what it was`, async () => {
        const source = await read(from, memoryFiles(sample.files));
        const there = await onward(source, to);
        const back = await onward(there.reading, from);
        const before = await meaning(source.model);
        if (from === kit)
          before.records = before.records.map((text) =>
            text
              .replace(/"tier":"l1-atom"/, '"tier":"L1"')
              .replace(/"tier":"L3-Project"/, '"tier":"L3"'),
          );
        assert.deepEqual(await meaning(back.reading.model), before);
        assert.equal(back.conversion.loss.dropped, 0);
      });
      for (const third of formats.filter((each) => each !== from && each !== to)) {
        test(`${from.name} "${sample.name}" over ${to.name} and ${third.name} comes home whole`, async () => {
          const source = await read(from, memoryFiles(sample.files));
          const first = await onward(source, to);
          const second = await onward(first.reading, third);
          const home = await onward(second.reading, from);
          const before = await meaning(source.model);
          if (from === kit)
            before.records = before.records.map((text) =>
              text
                .replace(/"tier":"l1-atom"/, '"tier":"L1"')
                .replace(/"tier":"L3-Project"/, '"tier":"L3"'),
            );
          assert.deepEqual(await meaning(home.reading.model), before);
        });
      }
    }
  }
}
