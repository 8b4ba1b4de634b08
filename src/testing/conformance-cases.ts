import { type FormatName, formatNames, loadFormat } from "../formats/registry.ts";
import { type ConformanceCase, type Fault, faultCases } from "./conformance-case.ts";
import { hostileBundles } from "./hostile/bundles.ts";
import { ocfFaults } from "./ocf-faults.ts";
import { ocfKitFaults } from "./ocf-kit-faults.ts";
import { workingContextFaults } from "./working-context-faults.ts";

/** Faults by format, each applied to the format's first sample. */
const faults: Partial<Record<FormatName, readonly Fault[]>> = {
  "working-context": workingContextFaults,
  "ocf-kit": ocfKitFaults,
  ocf: ocfFaults,
};

/** The conformance suite as data: every sample of every format, and what must be refused. */
export async function conformanceCases(): Promise<ConformanceCase[]> {
  const cases: ConformanceCase[] = [];
  for (const name of formatNames) {
    const format = await loadFormat(name);
    for (const sample of format.samples) {
      cases.push({
        format: name,
        name: sample.name,
        verdict: "valid",
        codes: [],
        files: sample.files,
        links: {},
      });
    }
    const [first] = format.samples;
    if (first) cases.push(...faultCases(name, first.files, faults[name] ?? []));
  }
  const hostile = hostileBundles.map(({ name, verdict, codes, files, links }) => ({
    format: "task-bundle",
    name: `hostile: ${name}`,
    verdict,
    codes,
    files,
    links,
  }));
  return [...cases, ...hostile];
}
