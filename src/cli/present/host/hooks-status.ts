import type { Terminal } from "../../terminal.ts";

interface Status {
  readonly hooks: readonly {
    readonly host: string;
    readonly scope: string;
    readonly file: string;
    readonly event: string;
    readonly runs: boolean;
    readonly cure: string | null;
  }[];
  readonly faults: readonly string[];
}

/** Every hook with whether it runs, and what went wrong last. */
export default function present({ hooks, faults }: Status, terminal: Terminal): string[] {
  const lines = hooks.flatMap(({ host, scope, file, event, runs, cure }) => {
    const word = terminal.style(runs ? "green" : "yellow", runs ? "runs   " : "waiting");
    const line = `${word}  ${host.padEnd(6)}  ${event.padEnd(13)}  ${scope.padEnd(7)}  ${file}`;
    return cure === null ? [line] : [line, `         ${cure}`];
  });
  const none = ["no hooks are installed; see `holdall hooks install --help`"];
  const last =
    faults.length === 0 ? [] : ["", "what went wrong last", ...faults.map((line) => `  ${line}`)];
  return [...(lines.length === 0 ? none : lines), ...last];
}
