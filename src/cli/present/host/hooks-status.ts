import type { Presenter } from "../presenter.ts";

/** Each hook with whether it runs, and the last errors. */
const present: Presenter<"hooks status"> = ({ hooks, faults }, terminal) => {
  const lines = hooks.flatMap(({ host, scope, file, event, runs, cure }) => {
    const word = terminal.style(runs ? "green" : "yellow", runs ? "runs   " : "waiting");
    const line = `${word}  ${host.padEnd(6)}  ${event.padEnd(13)}  ${scope.padEnd(7)}  ${file}`;
    return cure === null ? [line] : [line, `         ${cure}`];
  });
  const none = ["No hooks are installed; see `holdall hooks install --help`"];
  const last = faults.length === 0 ? [] : ["", "Last errors", ...faults.map((line) => `  ${line}`)];
  return [...(lines.length === 0 ? none : lines), ...last];
};

export default present;
