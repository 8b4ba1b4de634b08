import { hash } from "node:crypto";
import fs from "node:fs";
import { opendir } from "node:fs/promises";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { isYieldDue, yieldToEventLoop } from "./yield-to-event-loop.ts";

/** More files than a bundle that is looked at in a browser has. */
const MAX_ENTRIES = 200_000;

/**
 * A digest that differs as soon as a file, or anything in a folder, was written, replaced, added or removed:
 * over names, sizes, inodes and times of change, which no program can set back. Links are not followed.
 * Null where nothing is.
 */
export async function contentStamp(place: string): Promise<string | null> {
  const lines: string[] = [];
  const pending = [place];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    if (isYieldDue()) await yieldToEventLoop();
    const stats = fs.lstatSync(entry, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    const { dev, ino, mode, size, mtimeNs, ctimeNs } = stats;
    lines.push(JSON.stringify([entry, ...[dev, ino, mode, size, mtimeNs, ctimeNs].map(String)]));
    if (!stats.isDirectory()) continue;
    for await (const { name } of await opendir(entry)) {
      pending.push(path.join(entry, name));
      if (lines.length + pending.length > MAX_ENTRIES) throw tooMany(place);
    }
  }
  return lines.length === 0 ? null : hash("sha256", lines.toSorted().join("\n"));
}

function tooMany(place: string): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot compare "${place}": it has too many files`, {
    cure: "run the command in a terminal, which shows what it does itself",
  });
}
