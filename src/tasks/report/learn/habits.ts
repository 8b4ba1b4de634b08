import * as z from "zod";
import { chanceWithinTasks } from "../chance-within-tasks.ts";
import { SIGNIFICANT } from "../paired-test.ts";
import { type Feature, featuresOf } from "./features.ts";
import type { LearnedRun } from "./learned-run.ts";

const shareSchema = () => z.object({ did: z.number(), of: z.number() });

/** Something that successful and failed runs of a task did unequally often. */
export const habitSchema = () =>
  z.object({
    /** In words that follow "runs". */
    did: z.string(),
    succeeded: shareSchema(),
    failed: shareSchema(),
    /** Whether such a difference would also be found if it were random which runs succeeded. */
    canBeChance: z.boolean(),
  });

/** Something that successful and failed runs of a task did unequally often. */
export type Habit = z.infer<ReturnType<typeof habitSchema>>;

const MAX_SHOWN = 5;
/** What is more likely than this is not worth a line, even as something that can be chance. */
const MAX_CHANCE = 0.2;
/** Ways to choose which runs succeeded that are tried at most. */
const MAX_WAYS = 2000;

/**
 * What distinguishes successful from failed runs, the clearest first. There are many things that runs can differ in, and
 * some differ by chance: a habit is more than chance if few other ways to choose the successful runs would show
 * anything as clear, in any habit.
 */
export function habitsOf(runs: readonly LearnedRun[]): readonly Habit[] {
  const groups = groupFeatures(runs);
  const chances = chanceTable(runs);
  const observed = groups
    .map((group) => ({ ...group, chance: chanceOf(group.members, runs.map(isWon), chances) }))
    .filter(({ chance, members }) => chance <= MAX_CHANCE && members.length > 1)
    .sort((a, b) => a.chance - b.chance || a.feature.order - b.feature.order);
  if (observed.length === 0) return [];
  const least = leastChances(groups, runs, chances);
  return observed.slice(0, MAX_SHOWN).map(({ feature, members, chance }) => {
    const asClear = least.filter((each) => each <= chance * (1 + 1e-9)).length;
    return {
      did: feature.text,
      succeeded: shareOf(runs, members, true),
      failed: shareOf(runs, members, false),
      canBeChance: asClear / least.length >= SIGNIFICANT,
    };
  });
}

const isWon = ({ isSuccess }: LearnedRun): boolean => isSuccess;

interface FeatureGroup {
  readonly feature: Feature;
  /** Numbers of the runs that have it. */
  readonly members: readonly number[];
}

/** One feature for each set of runs: several that the same runs have are one observation. */
function groupFeatures(runs: readonly LearnedRun[]): readonly FeatureGroup[] {
  const members = new Map<string, { feature: Feature; at: number[] }>();
  for (const [at, { steps }] of runs.entries()) {
    for (const [key, feature] of featuresOf(steps.map(({ step }) => step))) {
      const known = members.get(key);
      if (known === undefined) members.set(key, { feature, at: [at] });
      else known.at.push(at);
    }
  }
  const groups = new Map<string, FeatureGroup>();
  for (const { feature, at } of members.values()) {
    if (at.length === runs.length) continue;
    const known = groups.get(at.join());
    if (known === undefined || feature.order < known.feature.order) {
      groups.set(at.join(), { feature, members: at });
    }
  }
  return [...groups.values()];
}

/** Fisher's probability for so many runs with a habit, of which so many succeeded. */
type ChanceTable = (did: number, won: number) => number;

function chanceTable(runs: readonly LearnedRun[]): ChanceTable {
  const won = runs.filter(isWon).length;
  const known = new Map<number, number>();
  return (did, both) => {
    const key = did * (runs.length + 1) + both;
    const chance =
      known.get(key) ??
      chanceWithinTasks([
        {
          left: { successes: both, runs: won },
          right: { successes: did - both, runs: runs.length - won },
        },
      ]);
    known.set(key, chance);
    return chance;
  };
}

function chanceOf(
  members: readonly number[],
  won: readonly boolean[],
  chances: ChanceTable,
): number {
  return chances(members.length, members.filter((at) => won[at]).length);
}

/** The clearest habit for each of many ways to choose which runs succeeded, the real one first. */
function leastChances(
  groups: readonly FeatureGroup[],
  runs: readonly LearnedRun[],
  chances: ChanceTable,
): readonly number[] {
  const least = (won: readonly boolean[]) =>
    groups.reduce((min, { members }) => Math.min(min, chanceOf(members, won, chances)), 1);
  const random = randomNumbers();
  const won = runs.map(isWon);
  const found = [least(won)];
  for (let way = 1; way < MAX_WAYS; way++) {
    for (let at = won.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [won[at], won[other]] = [won[other] ?? false, won[at] ?? false];
    }
    found.push(least(won));
  }
  return found;
}

/** The same numbers each time, so that a report can be repeated (mulberry32). */
function randomNumbers(): () => number {
  let state = 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function shareOf(runs: readonly LearnedRun[], members: readonly number[], isSuccess: boolean) {
  const did = members.filter((at) => runs[at]?.isSuccess === isSuccess).length;
  return { did, of: runs.filter((run) => run.isSuccess === isSuccess).length };
}
