import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { checkRecord, type RecordType } from "../../src/base/check-record.ts";
import { createFindings } from "../../src/base/findings.ts";
import type { Json } from "../../src/base/json/value.ts";
import { publishedSchemas } from "../../src/formats/published-schemas.ts";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import fc from "../support/property.ts";
import { exemptionFor, exemptions } from "./exemptions.ts";
import { mutationsOf, replacements } from "./mutate.ts";
import { valuesOf } from "./sample-values.ts";

/** Enough for every place of every sample; the values inside them are mutated with them. */
const SEEDS = 10;
const MUTATIONS = 10_000;
const used = new Set<unknown>();

/** Which of the possible single changes is made, and what with. */
const step = fc.record({
  at: fc.nat(),
  by: fc.option(fc.oneof(fc.constantFrom(...replacements), fc.jsonValue()), { nil: undefined }),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

for (const name of formatNames) {
  const format = await loadFormat(name);
  const values = valuesOf(format.samples);
  describe(`publishedSchemas() of ${name}`, () => {
    for (const { record, schema } of publishedSchemas(format)) {
      const type = format.records[record];
      assert(type !== undefined);
      testRecord(`${name}/${record}`, type, compile(schema), values);
    }
  });
}

test("every exemption is still needed", () => {
  const idle = exemptions.filter((each) => !used.has(each)).map(({ why }) => why);
  assert.deepEqual(idle, []);
});

function testRecord(
  name: string,
  type: RecordType,
  validate: ValidateFunction,
  values: readonly Json[],
): void {
  const agree = (value: Json, change: string) => {
    const ours = accepts(type, value);
    const theirs = validate(value);
    if (ours === theirs) return;
    const exemption = exemptionFor(name, { value, ours });
    if (exemption) {
      used.add(exemption);
      return;
    }
    assert.fail(`${name}: ${change}: our check says ${ours}, the schema ${theirs}
${JSON.stringify(value).slice(0, 500)}
${JSON.stringify(validate.errors)}`);
  };
  const seeds = values.filter((value) => accepts(type, value));

  test(`${record(name)}: our check and the schema agree on every value in the samples`, () => {
    assert(seeds.length > 0, `no sample holds a ${name}; add one, or the schema is untested`);
    for (const value of values) agree(value, "as it is");
  });

  test(`${record(name)}: they agree when one thing is changed`, () => {
    let count = 0;
    for (const seed of seeds.slice(0, SEEDS)) {
      for (const { value, change } of mutationsOf(seed)) {
        agree(value, change);
        if (++count === MUTATIONS) return;
      }
    }
  });

  test(`${record(name)}: they agree when several things are changed`, () => {
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.array(step, { maxLength: 4 }), (seed, steps) => {
        const value = steps.reduce<Json>(applyStep, seed);
        agree(value, JSON.stringify(steps));
      }),
      { numRuns: 500 },
    );
  });
}

function record(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

function compile(schema: unknown): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: true,
    allErrors: true,
    allowUnionTypes: true,
  });
  assert(typeof schema === "object" && schema !== null);
  return ajv.compile(schema);
}

/** Whether our own check finds no error; keys that a format only reports are none. */
function accepts(type: RecordType, value: Json): boolean {
  const findings = createFindings("strict");
  checkRecord(type, value, {}, findings);
  return findings.errorCount() === 0;
}

/** Walks down to one of the places of a value and replaces or drops what is there. */
function applyStep(value: Json, { at, by }: Step): Json {
  const other = by === undefined ? undefined : (JSON.parse(JSON.stringify(by)) as Json);
  if (typeof value !== "object" || value === null || at === 0) return other ?? null;
  const keys = Object.keys(value);
  const key = keys[at % (keys.length + 1)];
  const rest = Math.floor(at / (keys.length + 1));
  if (key === undefined) return other ?? null;
  const inner = (value as Readonly<Record<string, Json>>)[key] ?? null;
  const isLeaf = typeof inner !== "object" || inner === null || rest % 3 === 0;
  const part = isLeaf ? other : applyStep(inner, { at: rest, by });
  if (Array.isArray(value)) {
    return part === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), part);
  }
  const { [key]: _, ...others } = value as Readonly<Record<string, Json>>;
  return part === undefined ? others : { ...others, [key]: part };
}
