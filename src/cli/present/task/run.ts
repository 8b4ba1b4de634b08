import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { printable } from "../../../base/text/text.ts";
import type { PiecePresenter, Presenter } from "../presenter.ts";
import { formatCost, formatDuration } from "./measures.ts";

const styles = { success: "green", partial: "yellow", failure: "red" } as const;

/** One line for each run as it ends. */
export const piece: PiecePresenter<"task run"> = (run, terminal) => {
  const { status, state } = run;
  const word = state === "ran" ? (status ?? "ended") : state;
  const shown = status === null ? word : terminal.style(styles[status], word);
  if (state !== "ran") {
    const why = run.reason === null ? "" : `: ${printable(run.reason)}`;
    return [`${shown}  ${printable(run.id)}${why}`];
  }
  const facts = [
    run.exitCode === 0 ? "" : `exit ${run.exitCode ?? "by a signal"}`,
    run.score === null ? "" : `score ${run.score}`,
    formatDuration(run.durationMs),
    run.tokens === null ? "" : `${formatNumber(run.tokens)} tokens`,
    `cost ${formatCost(run.costUsd)}`,
  ];
  return [`${shown}  ${printable(run.id)}  ${facts.filter((fact) => fact !== "").join(", ")}`];
};

const present: Presenter<"task run"> = ({ runs, out }, terminal) => {
  const ran = runs.filter(({ state }) => state === "ran").length;
  const folder = terminal.path(out);
  return [
    `${formatCount(ran, "run")} captured in ${folder}, ${runs.length - ran} not run again or not run`,
    `To see the results: holdall task report ${folder}`,
  ];
};

export default present;
