import type { Terminal } from "../../terminal.ts";

interface Changes {
  readonly dry_run: boolean;
  readonly changes: readonly {
    readonly host: string;
    readonly file: string;
    readonly action: string;
  }[];
}

/** What happened to the files of other programs, a line each. */
export default function present({ dry_run, changes }: Changes, terminal: Terminal): string[] {
  const would = dry_run ? terminal.style("dim", "  (not written)") : "";
  return changes.map(({ host, file, action }) => {
    const isChange = action !== "unchanged";
    const word = terminal.style(isChange ? "green" : "dim", action.padEnd(9));
    return `${word}  ${host.padEnd(6)}  ${file}${isChange ? would : ""}`;
  });
}
