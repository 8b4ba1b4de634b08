import { printable } from "../../base/text/text.ts";

/** Facts in as many lines as they need; none is broken. */
export function factLines(facts: readonly (string | null)[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    if (fact === null || fact === "") continue;
    const last = lines.at(-1);
    const text = printable(fact);
    const longer = `${last} · ${text}`;
    if (last !== undefined && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(text);
  }
  return lines;
}
