import { formatCount } from "../base/text/format-count.ts";

/** What a comparison of two agents found. */
interface ComparedAgents {
  readonly commonTasks: number;
  readonly canBeChance: boolean;
  readonly about: string;
  readonly moreRuns: number | null;
  readonly moreTasks: number | null;
}

/** Whether a difference is more than chance, about which tasks, and what would decide it. */
export function differenceVerdict(compared: ComparedAgents): string {
  const { commonTasks, canBeChance, about } = compared;
  if (commonTasks === 0) return "not compared: no task that both ran";
  if (canBeChance) return `can be chance${neededText(compared)}`;
  const scope = about === "these tasks" ? "on" : "for tasks like";
  return `more than chance, ${scope} ${commonTasks === 1 ? "this task" : `these ${commonTasks} tasks`}`;
}

function neededText({ moreRuns, moreTasks }: ComparedAgents): string {
  if (moreTasks !== null) return `; about ${formatCount(moreTasks, "more task")} would decide`;
  if (moreRuns === null) return "";
  return `; about ${formatCount(moreRuns, "more run")} of each task would decide`;
}
