import assert from "node:assert/strict";
import { test } from "node:test";
import { HoldallError } from "../../src/base/errors.ts";
import { memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import { readBytes } from "../../src/base/text/text.ts";
import { convertBundle } from "../../src/bundles/convert/convert.ts";
import { createChanges } from "../../src/bundles/diff/change.ts";
import { diffFiles } from "../../src/bundles/diff/diff-files.ts";
import { computeSums } from "../../src/bundles/sums.ts";
import type { Format, Sample } from "../../src/formats/format.ts";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import { spelledJson } from "../support/arbitrary-json.ts";
import { check } from "../support/check.ts";
import { drive } from "../support/drive-format.ts";
import fc from "../support/property.ts";
import { convertTo, readState, stateFormats } from "../support/states.ts";

type Files = Record<string, string | Uint8Array>;
type Mutation = (files: Files, file: string, at: number) => void;

const bytesOf = (files: Files, file: string) => Buffer.from(files[file] ?? "");

function changeLines(change: (lines: string[], at: number) => void): Mutation {
  return (files, file, at) => {
    const lines = bytesOf(files, file).toString("latin1").split("\n");
    change(lines, at % lines.length);
    files[file] = Buffer.from(lines.join("\n"), "latin1");
  };
}

/** Replaces one value of a JSON, JSONL or YAML text by another one. */
function putValue(value: string): Mutation {
  return (files, file, at) => {
    const text = bytesOf(files, file).toString("latin1");
    const values = [...text.matchAll(/(?<=: ?)(?:"[^"\n]*"|-?[\d.eE+-]+|true|false|null)/g)];
    const chosen = values[at % Math.max(1, values.length)];
    if (!chosen) return;
    const end = chosen.index + chosen[0].length;
    const put = Buffer.from(value).toString("latin1");
    files[file] = Buffer.from(text.slice(0, chosen.index) + put + text.slice(end), "latin1");
  };
}

function addKey(key: string): Mutation {
  return (files, file, at) => {
    const text = bytesOf(files, file).toString("latin1");
    const braces = [...text.matchAll(/\{/g)];
    const place = braces[at % Math.max(1, braces.length)]?.index;
    if (place === undefined) return;
    files[file] = Buffer.from(
      `${text.slice(0, place + 1)}${key}:{"polluted":true},${text.slice(place + 1)}`,
      "latin1",
    );
  };
}

const DEEP = 5_000;
const mutations: Readonly<Record<string, Mutation>> = {
  drop: (files, file) => {
    delete files[file];
  },
  duplicate: changeLines((lines, at) => lines.splice(at, 0, lines[at] ?? "")),
  swap: changeLines((lines, at) => {
    const other = (at * 7 + 1) % lines.length;
    [lines[at], lines[other]] = [lines[other] ?? "", lines[at] ?? ""];
  }),
  truncate: (files, file, at) => {
    const bytes = bytesOf(files, file);
    files[file] = bytes.subarray(0, at % (bytes.length + 1));
  },
  flip: (files, file, at) => {
    const bytes = bytesOf(files, file);
    const place = at % Math.max(1, bytes.length);
    if (bytes.length > 0) bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8));
    files[file] = bytes;
  },
  "nest deeply": putValue(`${"[".repeat(DEEP)}${"]".repeat(DEEP)}`),
  "nest objects": putValue(`${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`),
  "huge number": putValue("123456789012345678901234567890"),
  "endless number": putValue("1e400"),
  "tiny number": putValue("-1e-320"),
  "lone surrogate": putValue('"\\ud800"'),
  "NUL character": putValue('"a\\u0000b"'),
  "a path outside": putValue('"../../../etc/passwd"'),
  "a long name": putValue(`"${"x".repeat(5000)}"`),
  "prototype key": addKey('"__proto__"'),
  "constructor key": addKey('"constructor"'),
  "a file in a folder's place": (files, file) => {
    files[`${file}/below`] = "x";
  },
};

const step = fc.tuple(fc.constantFrom(...Object.keys(mutations)), fc.nat(1000), fc.nat(100_000));
const values = fc.tuple(spelledJson, fc.nat(1000), fc.nat(100_000));

function mutate(
  sample: Sample,
  steps: readonly (readonly [string, number, number])[],
  put: readonly (readonly [string, number, number])[],
): Files {
  const files: Files = { ...sample.files };
  const pick = (which: number) => {
    const names = Object.keys(files);
    return names[which % Math.max(1, names.length)];
  };
  for (const [name, which, at] of steps) {
    const file = pick(which);
    if (file !== undefined) mutations[name]?.(files, file, at);
  }
  for (const [value, which, at] of put) {
    const file = pick(which);
    if (file !== undefined) putValue(value)(files, file, at);
  }
  return files;
}

/** What can be done with what was read, until something says no. */
async function useBundle(format: Format, files: Files, targets: readonly Format[]): Promise<void> {
  const set = memoryFiles(files);
  const { findings, model } = await drive(format, set, "lenient", "mutated");
  if (model === null || findings.errorCount() > 0) return;
  for (const target of targets) {
    try {
      const source = { format, model, files: set, findings };
      const { tree } = await convertBundle(source, target, {
        budget: null,
        countTokens: (text) => text.length,
      });
      await computeSums(treeFiles(tree));
      await diffFiles(set, treeFiles(tree), [], createChanges());
    } catch (error) {
      if (!(error instanceof HoldallError)) throw error;
    }
  }
}

const all = await Promise.all(formatNames.map((name) => loadFormat(name)));

for (const format of all) {
  test(`a ${format.name} that was mutated is read with findings or refused cleanly`, async () => {
    const sample = fc.constantFrom(...format.samples);
    const steps = fc.array(step, { maxLength: 3 });
    const put = fc.array(values, { maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(sample, steps, put, async (chosen, list, more) => {
        const files = mutate(chosen, list, more);
        await drive(format, memoryFiles(files), "strict", "mutated");
        await useBundle(format, files, all);
        await check(files);
        assert.equal(Reflect.get({}, "polluted"), undefined);
      }),
      { numRuns: 120 },
    );
  });
}

/** The files of a sample said in another format, with what that format has no word for beside them. */
async function converted(from: Format, sample: Sample, to: Format): Promise<Sample> {
  const source = await readState(from, memoryFiles(sample.files));
  const { conversion } = await convertTo(source, to);
  const files: Files = {};
  for await (const entry of treeFiles(conversion.tree).entries()) {
    files[entry.path] = await readBytes(entry, 2 ** 24);
  }
  return { name: `${sample.name} as ${to.name}`, files };
}

for (const format of stateFormats) {
  test(`a ${format.name} that was converted and then mutated goes home or is refused cleanly`, async () => {
    const others = stateFormats.filter((each) => each !== format);
    const images = await Promise.all(
      others.flatMap((to) =>
        format.samples.map(async (sample) => ({ to, image: await converted(format, sample, to) })),
      ),
    );
    const steps = fc.array(step, { maxLength: 3 });
    const put = fc.array(values, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...images),
        steps,
        put,
        async ({ to, image }, list, more) => {
          await useBundle(to, mutate(image, list, more), stateFormats);
          assert.equal(Reflect.get({}, "polluted"), undefined);
        },
      ),
      { numRuns: 120 },
    );
  });
}
