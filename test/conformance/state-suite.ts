import assert from "node:assert/strict";
import { memoryFiles, treeFiles } from "../../src/base/file-set.ts";
import type { Format, Sample } from "../../src/formats/format.ts";
import {
  convertTo,
  meaningOf,
  readState,
  type StateReading,
  stateFormats,
} from "../support/states.ts";

/** One promise of the state codecs, to be kept for every sample of every format with a state. */
export interface StateCheck {
  readonly name: string;
  run(sample: Sample): Promise<void>;
}

/** The contract of `src/formats/state-codec.ts` for one format: there and back, directly and over a third. */
export function stateSuite(from: Format): readonly StateCheck[] {
  const others = stateFormats.filter((format) => format !== from);
  const direct = others.map((to) => thereAndBack(from, [to]));
  const detours = others.flatMap((to) =>
    others.filter((third) => third !== to).map((third) => thereAndBack(from, [to, third])),
  );
  return [...direct, ...detours];
}

function thereAndBack(from: Format, way: readonly Format[]): StateCheck {
  return {
    name: `over ${way.map((format) => format.name).join(" and ")} and back is what it was`,
    async run({ files }) {
      const source = await readState(from, memoryFiles(files));
      let at: StateReading = source;
      for (const format of way) at = await convertTo(at, format);
      const home = await convertTo(at, from);
      // What we carry never says anything else than what we wrote beside it.
      assert.ok(at.findings.list().every((finding) => finding.code !== "W_CARRIED"));
      assert.deepEqual(await meaningOf(home.model), await normalMeaning(from, source));
      assert.equal(home.conversion.loss.dropped, 0);
    },
  };
}

/** What a format itself would write: a kit says its tiers in one spelling. */
async function normalMeaning(format: Format, source: StateReading) {
  const written = await readState(format, treeFiles(format.write(source.model)));
  return meaningOf(written.model);
}
