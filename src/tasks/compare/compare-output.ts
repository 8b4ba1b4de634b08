import type { ComparableRun } from "./comparable-run.ts";
import type { compareRuns } from "./compare-runs.ts";
import type { Comparison } from "./compare-schema.ts";

/** A comparison in the form of the output. */
export function toComparison({ left, right, ...rest }: ReturnType<typeof compareRuns>): Comparison {
  return { ...rest, left: sideOf(left), right: sideOf(right) };
}

function sideOf({ kind, place, facts, measures, artifactInfo, ...rest }: ComparableRun) {
  const { falseHashes, doubts } = rest;
  const artifacts = Object.fromEntries(artifactInfo);
  return {
    kind,
    bundleDir: place,
    ...facts,
    artifactInfo: artifacts,
    measures,
    falseHashes,
    doubts,
  };
}
