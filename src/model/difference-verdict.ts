import { formatCount } from "../base/text/format-count.ts";

/** Whether a difference is more than chance, about one kind of tasks. */
interface Verdict {
  readonly correctedP: number | null;
  readonly canBeChance: boolean;
}

/** What a comparison of two agents found. */
interface ComparedAgents {
  readonly commonTasks: number;
  readonly onTheseTasks: Verdict & { readonly moreRuns: number | null };
  readonly onTasksLikeThese: Verdict & { readonly moreTasks: number | null };
}

/** What the two verdicts on a difference mean, for whoever reads them. */
export const differenceNote =
  "Two agents are compared on the tasks that both ran. On these tasks: would the same tasks show the difference again? Tasks like these: would other tasks of this kind show it, too? p is corrected for the number of pairs, and below 0.05 a difference is taken as real.";

/** Whether a difference is more than chance on the tasks that were run, and how many more runs would decide it. */
export function verdictOnTheseTasks({ commonTasks, onTheseTasks }: ComparedAgents): string {
  if (commonTasks === 0) return "not compared: no task that both ran";
  const { moreRuns } = onTheseTasks;
  return verdictText(onTheseTasks, moreRuns && `${formatCount(moreRuns, "more run")} of each task`);
}

/** Whether a difference is more than chance for tasks like those, and how many more tasks would decide it. */
export function verdictOnTasksLikeThese({ commonTasks, onTasksLikeThese }: ComparedAgents): string {
  if (commonTasks === 0) return "not compared";
  const { moreTasks } = onTasksLikeThese;
  if (onTasksLikeThese.correctedP === null) return "not known: fewer than 6 common tasks";
  return verdictText(onTasksLikeThese, moreTasks && formatCount(moreTasks, "more task"));
}

function verdictText({ correctedP, canBeChance }: Verdict, needed: string | number | null): string {
  const p = formatChance(correctedP ?? 1);
  if (!canBeChance) return `more than chance (${p})`;
  return `could be due to chance (${p}${needed === null ? "" : `; about ${needed} would decide`})`;
}

/** A probability with four decimals. */
export function formatChance(p: number): string {
  return p < 0.0001 ? "p < 0.0001" : `p = ${p}`;
}
