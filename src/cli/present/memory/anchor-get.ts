import { printable } from "../../../base/text/text.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"memory anchor get" | "memory anchor set"> = ({ anchor }) => {
  if (anchor === null) return ["No anchor is set. To set one: holdall memory anchor set"];
  const lines: readonly (readonly [string, string | null])[] = [
    ["task", anchor.current_task],
    ["next", anchor.next_step],
    ["plan", anchor.plan_pointer],
    ...anchor.last_decisions.map((text) => ["decided", text] as const),
    ["failed", anchor.last_failed_check],
  ];
  return lines.flatMap(([name, text]) =>
    text === null ? [] : [`${name.padEnd(8)} ${printable(text)}`],
  );
};

export default present;
