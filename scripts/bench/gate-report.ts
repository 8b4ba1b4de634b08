import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitFrontMatter } from "../../src/base/yaml/front-matter.ts";
import { createCases, createFacts } from "./gate-cases.ts";
import { runControl, runSeparation } from "./gate-control.ts";
import { judgePairs, readPairs, sharesOf } from "./gate-pairs.ts";
import {
  countInStates,
  countWritten,
  ofRelation,
  readWritten,
  shuffled,
  type WrittenPair,
  writtenFiles,
} from "./gate-written.ts";
import { corporaFolder } from "./recall/samples.ts";
import type { Check, Report } from "./report.ts";

const CASES = 600;

/** How the gate treats updates, duplicates and what is new. */
export const gateReport: Report = {
  name: "gate: updates, duplicates and facts that share a template",
  async run() {
    const control = runControl(createCases(CASES));
    const own = runSeparation(createFacts(180));
    const published = publishedFacts();
    const theirs = published === null ? null : runSeparation(published);
    const pairs = sharesOf(judgePairs(readPairs()));
    const checks: Check[] = [
      { name: "labelled contradictions refused, marked or named", value: pairs.found, least: 0.95 },
      { name: "labelled pairs needlessly marked", value: pairs.needlesslyMarked, most: 0.08 },
      { name: "labelled pairs falsely refused", value: pairs.falselyRefused, most: 0.03 },
      { name: "labelled pairs wrongly redundant", value: pairs.wronglyRedundant, most: 0 },
      { name: "updates that supersede the right entry", value: control.superseded, least: 0.9 },
      { name: "contradictions among what was admitted", value: control.drift, most: 0 },
      { name: "duplicates rejected", value: control.rejected, least: 1 },
      { name: "new facts called contradictions", value: control.falseConflicts, most: 0 },
      { name: "own facts admitted, of 180", value: own.admitted, least: 175 },
      { name: "own facts admitted again", value: own.admittedAgain, most: 0 },
    ];
    if (theirs !== null) {
      checks.push(
        { name: "published xl facts admitted, of 180", value: theirs.admitted, least: 175 },
        { name: "published xl facts called contradictions", value: theirs.conflicts, most: 0 },
        { name: "published xl facts admitted again", value: theirs.admittedAgain, most: 0 },
      );
    }
    const written = writtenFiles().map((path) => readWritten(path));
    const states = countInStates();
    checks.push(
      ...writtenChecks(written[0] ?? []),
      {
        name: "affected entries named in states",
        value: states.named / states.texts,
        least: 0.75,
      },
      { name: "other entries named in states", value: states.shown / states.others, most: 0.02 },
    );
    const lines = [
      `${pairs.pairs} labelled pairs; needlessly marked: ${(pairs.needlesslyMarked * 100).toFixed(1)} %`,
      ...written.flatMap(writtenLines),
      `written states: ${states.named} of ${states.texts} affected entries named, ${(states.shown / states.texts).toFixed(2)} others each`,
      `${control.cases} generated cases, ${control.updates} of them updates`,
      "the original's rule (word overlap of 0.8) admits 15 of the 180 published facts",
      ...(theirs === null ? ["published xl facts: not run, HOLDALL_SAMPLES names no folder"] : []),
    ];
    return { lines, checks };
  },
};

/** What must be true of the pairs that are written as people write: alarms are refusals and marks, no notes. */
function writtenChecks(pairs: readonly WrittenPair[]): readonly Check[] {
  const contrary = countWritten(ofRelation(pairs, "contradicts", "updates"));
  const twins = countWritten(ofRelation(pairs, "template-twin"));
  const unrelated = countWritten(ofRelation(pairs, "unrelated"));
  const others = countWritten(shuffled(pairs));
  const alarms = unrelated.refused + unrelated.flagged;
  const named = contrary.refused + contrary.flagged + contrary.noted;
  return [
    {
      name: "written contradictions refused, marked or named",
      value: named / contrary.pairs,
      least: 0.85,
    },
    { name: "alarms on unrelated pairs", value: alarms / unrelated.pairs, most: 0.02 },
    { name: "alarms on template twins", value: twins.refused + twins.flagged, most: 0 },
    {
      name: "notes on pairs put together at random",
      value: others.noted / others.pairs,
      most: 0.02,
    },
  ];
}

function writtenLines(pairs: readonly WrittenPair[], at: number): readonly string[] {
  const kinds = ["contradicts", "updates", "unrelated", "template-twin"] as const;
  const rows = kinds.map((kind) => [kind, countWritten(ofRelation(pairs, kind))] as const);
  const all = [...rows, ["put together at random", countWritten(shuffled(pairs))] as const];
  const name = at === 0 ? "written pairs" : `written pairs of file ${at} of HOLDALL_TRUTHS`;
  return all.map(
    ([kind, { pairs, refused, flagged, noted }]) =>
      `${name}, ${kind}: ${refused} refused, ${flagged} marked, ${noted} named as see also, of ${pairs}`,
  );
}

function publishedFacts(): readonly string[] | null {
  const folder = corporaFolder();
  if (folder === null) return null;
  const facts = join(folder, "generated/xl-corpus/memory");
  return readdirSync(facts)
    .sort()
    .map((name) => splitFrontMatter(readFileSync(join(facts, name), "utf8")).body);
}
