import { formatCount } from "../base/text/format-count.ts";

interface Share {
  readonly did: number;
  readonly of: number;
}

/** What is known of a task: how its successful and failed runs differ. */
export interface LessonParts {
  readonly failed: number;
  readonly habits: readonly {
    readonly did: string;
    readonly succeeded: Share;
    readonly failed: Share;
    readonly canBeChance: boolean;
  }[];
  readonly partings: readonly {
    readonly after: string | null;
    readonly failed: string | null;
    readonly succeeded: string | null;
    readonly runs: number;
  }[];
  readonly lastShared: readonly {
    readonly step: string;
    readonly runs: number;
    readonly wentOn: boolean;
  }[];
  readonly agentsDecide: boolean;
}

/** The sentences of a lesson, the strongest first. */
export function lessonLines(lesson: LessonParts): readonly string[] {
  const { habits, partings, lastShared, failed, agentsDecide } = lesson;
  const lines = [
    ...habits.map(habitLine),
    ...partings.map((parting) => partingLine(parting, failed)),
    ...lastShared
      .filter((shared) => shared.wentOn || !partings.some((parting) => isSameStop(parting, shared)))
      .map((shared) => sharedLine(shared, failed)),
  ];
  if (lines.length === 0)
    return ["Nothing that several runs have in common explains the failures."];
  return agentsDecide
    ? [
        ...lines,
        "Each agent always succeeded or always failed here: these may be habits of the agents.",
      ]
    : lines;
}

/** Whether runs that part by stopping are those that stopped after a step. */
function isSameStop(
  { after, failed }: LessonParts["partings"][number],
  { step }: LessonParts["lastShared"][number],
): boolean {
  return failed === null && after === step;
}

/** The group that did it more often comes first. */
function habitLine({ did, succeeded, failed, canBeChance }: LessonParts["habits"][number]): string {
  const isOfSuccess = succeeded.did / succeeded.of > failed.did / failed.of;
  const [first, second] = isOfSuccess ? [succeeded, failed] : [failed, succeeded];
  const [name, other] = isOfSuccess ? ["successful", "failed"] : ["failed", "successful"];
  const chance = canBeChance ? " This could be due to chance." : "";
  return `${countOf(first)} ${name} runs ${did}; ${countOf(second).toLowerCase()} ${other} runs did.${chance}`;
}

function countOf({ did, of }: Share): string {
  if (did === 0) return `None of the ${of}`;
  return did === of ? `All ${of}` : `${did} of ${of}`;
}

function partingLine(
  { after, failed, succeeded, runs }: LessonParts["partings"][number],
  of: number,
): string {
  const place = after === null ? "with the first step" : `after they ${after}`;
  const theirs = failed === null ? "they stopped" : `they ${failed}`;
  const other = succeeded === null ? "it was finished" : `it ${succeeded}`;
  return `${countOf({ did: runs, of })} failed runs part from the nearest successful run ${place}: ${theirs}, ${other}.`;
}

function sharedLine({ step, runs, wentOn }: LessonParts["lastShared"][number], of: number): string {
  return wentOn
    ? `After they ${step}, ${countOf({ did: runs, of }).toLowerCase()} failed runs did nothing more that a successful run did: none recovered.`
    : `${countOf({ did: runs, of })} failed runs stopped after they ${step}, which successful runs did, too.`;
}

/** How many tasks have too few runs. */
export function tooFewRunsLine(tasks: number): string {
  return `Nothing to learn from ${formatCount(tasks, "task")}: fewer than two successful or two failed runs with steps.`;
}
