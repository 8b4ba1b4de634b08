import type { TokenBudget } from "./fit.ts";

/**
 * The lines of a curated file as a model reads them: days instead of times where the day is enough, and nothing twice:
 * plain terms, no name that the link has, no pointer to the line of the memory that has the same text. The file keeps all of it.
 */
export function asLoaded(lines: string): string {
  return lines
    .replaceAll(/^(- \d{4}-\d{2}-\d{2})T[\d:]{8}Z mandate_run /gm, "$1 run ")
    .replaceAll(/^(- \d{4}-\d{2}-\d{2})T[\d:]{8}Z /gm, "$1 ")
    .replaceAll(/^(- \d{4}-\d{2}-\d{2}) user_input\b/gm, "$1 instruction")
    .replaceAll(/ \((?:memory: )?memory\/events\.md#L\d+\)$/gm, "")
    .replaceAll(/ \(memory: memory\/events\.md#L\d+; /g, " (")
    .replaceAll(/; memory\/events\.md#L\d+\)$/gm, ")")
    .replaceAll(/(?<=\(|; )sla breached\)/g, "late)")
    .replaceAll(/(?<=\(|; )sla at_risk\)/g, "nearly late)")
    .replaceAll(
      /^ok (\d+), at_risk (\d+), breached (\d+)$/gm,
      "$3 late, $2 nearly late, $1 in time",
    )
    .replaceAll(/\b(replaces \d{4}-\d{2}-\d{2})T[\d:]{8}Z/g, "$1")
    .replaceAll(/\b((?:due|until) \d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):00Z/g, "$1 $2")
    .replaceAll(
      /^(- \S+ (?:report|meeting)) (\S{1,200})(: .{0,700}\(link: \S{1,200}\/)\2(?=\.md\)$)/gm,
      "$1$3$2",
    );
}

/** A budget in which a line counts as much as a model reads of it. A line is counted once, however often it is asked. */
export function countingLoaded({ tokens, count }: TokenBudget): TokenBudget {
  const known = new Map<string, number>();
  return {
    tokens,
    count: (text) => {
      const size = known.get(text) ?? count(asLoaded(text));
      known.set(text, size);
      return size;
    },
  };
}
