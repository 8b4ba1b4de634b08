import { printable, printableLine } from "../../base/text/text.ts";
import type { LossItem } from "../../model/loss.ts";
import { columns, type Terminal } from "../terminal.ts";

/**
 * One line for each kind and reason, with the count and the first place: a long session loses
 * thousands of items for few reasons.
 */
export function lossGroups(items: readonly LossItem[], terminal: Terminal): string[] {
  const found = new Map<string, { kind: string; why: string; count: number; where: string }>();
  for (const { kind, why, where, count = 1 } of items) {
    const group = found.get(`${kind}\0${why}`);
    if (group === undefined) found.set(`${kind}\0${why}`, { kind, why, count, where });
    else group.count += count;
  }
  const rows = [...found.values()].map(({ kind, why, count, where }): [string, string] => [
    `${count} ${kind}`,
    `${printable(why)} (${count === 1 ? "" : "first "}${printableLine(where)})`,
  ]);
  return columns(rows, terminal);
}
