import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatCost, formatDuration } from "../../../base/text/format-measures.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { printable, printableLine } from "../../../base/text/text.ts";
import { replacedText } from "../../../tasks/judge/replaced-text.ts";
import type { PiecePresenter, Presenter, Shown } from "../presenter.ts";

type RunLine = Shown<"task run">["runs"][number];
type RunState = RunLine["state"];

const styles = { success: "green", partial: "yellow", failure: "red" } as const;

/** One line for each run as it ends. */
export const piece: PiecePresenter<"task run"> = (run, terminal) => {
  const { status, state, error } = run;
  const id = printable(run.id);
  if (state !== "ran") {
    const why = run.reason === null ? "" : `: ${printable(run.reason)}`;
    return [`${state}  ${id}${why}`];
  }
  if (error !== null) {
    const shown = terminal.style("yellow", "error");
    return [`${shown}  ${id}  ${error.kind}: ${printableLine(error.detail)}`, ...loginLines(run)];
  }
  const shown = status === null ? "ended" : terminal.style(styles[status], status);
  const facts = [
    exitText(run),
    run.score === null ? "" : `score ${run.score}`,
    formatDuration(run.durationMs),
    run.tokens === null ? "" : `${formatNumber(run.tokens)} tokens`,
    `cost ${formatCost(run.costUsd)}`,
  ];
  return [
    `${shown}  ${id}  ${facts.filter((fact) => fact !== "").join(", ")}`,
    ...run.failedChecks.map(
      ({ name, reason }) => `  Failed check ${printableLine(name)}: ${printableLine(reason)}`,
    ),
    ...replacedLines(run.hidden),
    ...environmentLines(run),
    ...loginLines(run),
    ...leftOutLines(run.leftOut),
  ];
};

function exitText({ exitCode, timedOut }: RunLine): string {
  if (timedOut) return "time limit";
  return exitCode === 0 ? "" : `exit ${exitCode ?? "by a signal"}`;
}

function loginLines({ loginsNotKept }: RunLine): string[] {
  return loginsNotKept.map(
    (file) => `  Left unusable by the run: ${printableLine(file)}; yours stays as it was`,
  );
}

function replacedLines(hidden: RunLine["hidden"]): string[] {
  const replaced = replacedText(hidden ?? undefined);
  return replaced === null ? [] : [`  ${printableLine(replaced)}`];
}

/** What a clean home got of the user's. */
function environmentLines({ home, container, exitCode }: RunLine): string[] {
  if (home === null || home.kind === "mine") return [];
  const got = [
    ...home.logins.map((file) => `${file} (a copy)`),
    ...home.copied.map(({ file, keys }) => `${file} (${keys.join(", ")})`),
    ...home.variables.map((name) => `${name} (your variable)`),
  ];
  const inside =
    container === null ? [] : [`  In ${container.program}: ${containerText(container)}`];
  const from = got.length === 0 ? "nothing of yours" : got.join("; ");
  const isUnknown = exitCode !== 0 && home.logins.length === 0;
  return [
    ...inside,
    `  Clean home with ${printableLine(from)}`,
    ...(isUnknown ? ["  If the login is in the system's keychain, add --home mine"] : []),
  ];
}

function containerText({ image, imageId, reachable }: NonNullable<RunLine["container"]>): string {
  const network = reachable.length === 0 ? "no network" : `network: ${reachable.join(", ")}`;
  return printableLine(
    `image ${image} (${imageId.replace(/^sha256:/, "").slice(0, 12)}), ${network}`,
  );
}

/** Left-out paths that are named one by one; `--json` has them all. */
const NAMED = 5;

function leftOutLines(leftOut: RunLine["leftOut"]): string[] {
  const lines = leftOut
    .slice(0, NAMED)
    .map(({ path, why }) => `  Left out ${printableLine(path)}: it is ${why}`);
  const more = leftOut.length - lines.length;
  return more > 0
    ? [...lines, `  Left out ${formatCount(more, "more file", "more files")}`]
    : lines;
}

const present: Presenter<"task run"> = (result, terminal) => {
  if (result.plan !== null) return planLines(result, result.plan, terminal);
  const { runs, refused, stopped, out } = result;
  const countOf = (...states: readonly RunState[]) =>
    runs.filter(({ state }) => states.includes(state)).length;
  const ran = countOf("ran");
  const before = countOf("already there");
  const notRun = countOf("not run", "could not run");
  const folder = terminal.path(out);
  const counts = [
    `${formatCount(ran, "run")} captured in ${folder}`,
    ...(before === 0 ? [] : [`${before} finished before`]),
    ...(notRun === 0 ? [] : [`${notRun} not run`]),
  ];
  return [
    ...(stopped ? ["Stopped; the runs under way were ended and left out."] : []),
    counts.join(", "),
    ...unjudgedLines(result),
    ...refused.map(({ task, reason }) => `Left out ${printableLine(task)}: ${printable(reason)}`),
    ...reasonLines(runs),
    ...errorLines(runs),
    ...(ran + before === 0
      ? []
      : [`To see the results: holdall task report ${quoteForShell(folder)}`]),
  ];
};

type Planned = NonNullable<Shown<"task run">["plan"]>;

/** What would run, and what that would take as far as earlier runs show it. */
function planLines(
  { refused }: Shown<"task run">,
  plan: Planned,
  terminal: Parameters<typeof present>[1],
): string[] {
  return [
    ...plan.flatMap((each) => {
      const { tool, runs, finished, isInstalled, basedOn } = each;
      const before = finished === 0 ? "" : `, ${finished} finished before`;
      const facts = [
        formatDuration(each.durationMs),
        each.tokens === null ? "tokens unknown" : `${formatNumber(each.tokens)} tokens`,
        `cost ${formatCost(each.costUsd)}`,
      ];
      return [
        `${printable(tool)}  ${formatCount(runs, "run")}${before}`,
        basedOn === 0
          ? "  Time and cost are unknown: this agent has no run in that folder"
          : `  One took ${facts.join(", ")} (median of ${formatCount(basedOn, "run")})`,
        ...(isInstalled ? [] : [terminal.style("yellow", "  Not installed: it would not run")]),
      ];
    }),
    ...refused.map(({ task, reason }) => `Left out ${printableLine(task)}: ${printable(reason)}`),
    "Nothing was started; leave out --dry-run to start these runs.",
  ];
}

const JUDGE =
  "judge one with holdall task judge RUN --check 'npm test' --record, or yourself: holdall task verdict RUN success";

/** Says that runs were captured and not judged. */
function unjudgedLines({ runs, checked }: Shown<"task run">): string[] {
  const countOf = (wanted: RunState) =>
    runs.filter(({ state, status, error }) => {
      return state === wanted && status === null && error === null;
    }).length;
  if (!checked) {
    const count = countOf("ran");
    return count === 0 ? [] : [`No checks were used, so no run was judged; ${JUDGE}`];
  }
  const before = countOf("already there");
  return before === 0 ? [] : [`${formatCount(before, "run")} from before not judged; ${JUDGE}`];
}

/** Why runs did not start, how many each reason kept, and what to do about them. */
function reasonLines(runs: readonly RunLine[]): string[] {
  const lines: string[] = [];
  const open = runs.filter(({ reason }) => reason !== null);
  for (const [cure, sharing] of Map.groupBy(open, (run) => run.cure)) {
    const reasons = [...Map.groupBy(sharing, ({ reason }) => reason)].map(
      ([reason, [first, ...others]]) =>
        `${others.length + 1} ${first?.state}: ${printable(reason ?? "")}`,
    );
    const more = reasons.length - NAMED;
    lines.push(...reasons.slice(0, NAMED), ...(more > 0 ? [`… ${more} more (--json)`] : []));
    if (cure !== null) lines.push(`To continue: ${printable(cure)}`);
  }
  return lines;
}

/** What to do about runs that an error ended; to repeat them alone does not mend each of those. */
function errorLines(runs: readonly RunLine[]): string[] {
  const ended = runs.filter(({ error }) => error !== null);
  if (ended.length === 0) return [];
  const cures = new Set(ended.map(({ cure }) => cure ?? "repeat the command with --retry errors"));
  return [
    `${formatCount(ended.length, "run")} ended with an error outside the agent, which is no failed attempt`,
    ...[...cures].map((cure) => `To run them again: ${printableLine(cure)}`),
  ];
}

export default present;
