import assert from "node:assert/strict";
import { type FileSet, treeFiles } from "../../src/base/file-set.ts";
import { createFindings, type Finding, type Profile } from "../../src/base/findings.ts";
import { canonicalJson } from "../../src/base/json/canonical.ts";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { type Conversion, convertBundle } from "../../src/bundles/convert/convert.ts";
import type { Format } from "../../src/formats/format.ts";
import { limitsOf } from "../../src/formats/limits.ts";
import { formatNames, loadFormat } from "../../src/formats/registry.ts";
import type { StateModel } from "../../src/formats/state-model.ts";

/** The formats with a state. */
export const stateFormats: readonly Format[] = (
  await Promise.all(formatNames.map((name) => loadFormat(name)))
).filter((format) => format.state !== undefined);

const counter = await loadTokenCounter("o200k_base");
const options = { budget: null, countTokens: (text: string) => counter.count(text) };

/** A state bundle that was read, ready to be converted. */
export interface StateReading {
  readonly format: Format;
  readonly model: StateModel;
  readonly files: FileSet;
  readonly findings: ReturnType<typeof createFindings>;
}

/** Reads a state bundle that must have no error. */
export async function readState(
  format: Format,
  files: FileSet,
  profile: Profile = "strict",
): Promise<StateReading> {
  const findings = createFindings(profile);
  const model = await format.read(files, { findings, level: "full", limits: limitsOf(format) });
  assert.deepEqual(errorsOf(findings.list()), [], format.name);
  assert.notEqual(model, null);
  // Every format with a state codec has this model.
  return { format, model: model as StateModel, files, findings };
}

/** The findings that make a check fail. */
function errorsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => finding.severity === "error");
}

/** Converts a state and reads the result, which must be sound in strict. */
export async function convertTo(
  from: StateReading,
  to: Format,
  profile: Profile = "strict",
): Promise<StateReading & { readonly conversion: Conversion }> {
  const conversion = await convertBundle(from, to, options);
  return { ...(await readState(to, treeFiles(conversion.tree), profile)), conversion };
}

/** Everything a state bundle says, whatever the order of its keys. */
export async function meaningOf(model: StateModel) {
  const trail = (await Array.fromAsync(model.trail.lines())).map((line) => line.text);
  return {
    documents: canonicalJson(model.documents),
    records: model.records.map((record) => canonicalJson(record)),
    trail,
  };
}
