import { printable } from "../../../base/text.ts";

/** An anchor as operations give it. */
export interface ShownAnchor {
  readonly current_task: string | null;
  readonly next_step: string | null;
  readonly plan_pointer: string | null;
  readonly last_decisions: readonly string[];
  readonly last_failed_check: string | null;
}

export default function present({ anchor }: { readonly anchor: ShownAnchor | null }): string[] {
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
}
