import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";

/** How a run is judged by a command such as tests, and why that is not done here. */
export function JudgeByCommand({ bundle }: { readonly bundle: string }) {
  return (
    <p class="quiet">
      A command such as your tests can judge it, too, but not from here: it would run what an agent
      wrote, with your rights, and a page must not start that. In a terminal, in this project:{" "}
      <CommandLine
        command={`holdall task judge ${quoteForShell(bundle)} --check 'npm test' --record`}
      />
    </p>
  );
}
