import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";

/** More files than a bundle that is looked at in a browser has. */
const MAX_ENTRIES = 200_000;

/**
 * A digest that differs as soon as a file, or anything in a folder, was written, replaced, added or removed:
 * over names, sizes, inodes and times of change, which no program can set back. Links are not followed.
 * Null where nothing is.
 */
export function contentStamp(place: string): string | null {
  const lines: string[] = [];
  const pending = [place];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const stats = fs.lstatSync(entry, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = stats;
    lines.push(JSON.stringify([entry, ...[dev, ino, mode, size, mtimeNs, ctimeNs].map(String)]));
    if (lines.length > MAX_ENTRIES) {
      throw new HoldallError("E_LIMIT", `Cannot compare "${place}": it has too many files`, {
        cure: "run the command in a terminal, which shows what it does itself",
      });
    }
    if (stats.isDirectory()) {
      pending.push(...fs.readdirSync(entry).map((name) => path.join(entry, name)));
    }
  }
  return lines.length === 0 ? null : hash("sha256", lines.toSorted().join("\n"));
}
