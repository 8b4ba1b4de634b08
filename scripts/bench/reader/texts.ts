/** What a reader is given: the load of the curator, and what costs no work at all. */
import fs from "node:fs";
import path from "node:path";
import type { TokenCounter } from "../../../src/base/tokens.ts";

/** What a text for a model may cost. */
export const BUDGET = 4000;

/** As much of a text as fits the budget, in whole lines. */
export function cutToBudget(text: string, counter: TokenCounter): string {
  if (counter.count(text) <= BUDGET) return text;
  const lines = text.split("\n");
  let fits = 0;
  let tooMany = lines.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (counter.count(lines.slice(0, middle).join("\n")) <= BUDGET) fits = middle;
    else tooMany = middle;
  }
  return lines.slice(0, fits).join("\n");
}

/** All files of a role's folder but the curator's own, in the order of their paths. */
export function folderText(folder: string): string {
  return textOf(folder, filesIn(folder));
}

/** The same, the file first that was changed last. */
export function newestFirst(folder: string): string {
  const times = filesIn(folder).map((file) => ({
    file,
    at: fs.statSync(path.join(folder, file), { bigint: true }).mtimeNs,
  }));
  times.sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : 0));
  return textOf(
    folder,
    times.map(({ file }) => file),
  );
}

function filesIn(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !/^(ai_context|logs|\.)/.test(file))
    .sort();
}

function textOf(folder: string, files: readonly string[]): string {
  return files
    .map((file) => `File ${file}:\n\n${fs.readFileSync(path.join(folder, file), "utf8")}`)
    .join("\n\n");
}
