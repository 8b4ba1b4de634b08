import { printable } from "../../../base/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory anchor get" | "memory anchor set"> = ({ anchor }) => {
  if (anchor === null) return ["nothing was said about where the work stands"];
  const lines: readonly (readonly [string, string | null])[] = [
    ["task", anchor.current_task],
    ["next", anchor.next_step],
    ["plan", anchor.plan_pointer],
    ...anchor.last_decisions.map((words) => ["decided", words] as const),
    ["failed", anchor.last_failed_check],
  ];
  return lines.flatMap(([name, words]) =>
    words === null ? [] : [`${name.padEnd(8)} ${printable(words)}`],
  );
};

export default present;
