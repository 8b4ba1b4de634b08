import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import type { Pack } from "../pack/pack.ts";
import { BRIEF_TOKENS } from "./build.ts";
import { normalise } from "./terms.ts";

/** A pack file longer than this may not be quoted for the most part. */
const LONG_TOKENS = 200;
const MAX_SHARE = 0.6;

/** Why a text contains a pack as it is, instead of what was taken from it. */
export function findRawPack(
  text: string,
  packs: readonly Pack[],
  count: (text: string) => number,
): readonly string[] {
  const lines = new Set(linesOf(text));
  const joined = linesOf(text).join("\n");
  return packs.flatMap(({ files }) =>
    files.flatMap((file) => {
      const faults: string[] = [];
      const { yaml, body } = splitFrontMatter(file.text);
      const front = linesOf(yaml ?? "");
      if (front.length > 3 && joined.includes(front.join("\n")))
        faults.push(`front matter of ${file.facts.id}`);
      if (spansHeadings(joined, body)) faults.push(`two sections of ${file.facts.id}`);
      const quoted = linesOf(body).filter((line) => lines.has(line));
      const share = count(quoted.join("\n")) / (count(body) || 1);
      if (count(body) > LONG_TOKENS && share > MAX_SHARE) {
        faults.push(`${Math.round(share * 100)} % of ${file.facts.id}`);
      }
      return faults;
    }),
  );
}

/** Whether a run of lines of the file that contains two of its headings is in the text. */
function spansHeadings(joined: string, body: string): boolean {
  const lines = linesOf(body);
  const headings = lines.flatMap((line, index) => (line.startsWith("## ") ? [index] : []));
  return headings.some((start, at) => {
    const next = headings[at + 1];
    return next !== undefined && joined.includes(lines.slice(start, next + 1).join("\n"));
  });
}

function linesOf(text: string): readonly string[] {
  return normalise(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Everything that is wrong with a brief that exists. */
export function checkBrief(
  text: string,
  packs: readonly Pack[],
  count: (text: string) => number,
): readonly string[] {
  const { body } = splitFrontMatter(text);
  const tokens = count(body);
  const goal = /^## Goal\n(.+)$/m.exec(body)?.[1] ?? "";
  const principles =
    /^## Principles\n((?:\d+\. .*\n)*)/m.exec(body)?.[1]?.match(/^\d+\./gm)?.length ?? 0;
  return [
    ...(tokens < BRIEF_TOKENS.min || tokens > BRIEF_TOKENS.max ? [`${tokens} tokens`] : []),
    ...(goal === "" || body.split(goal).length !== 2
      ? ["the goal is not stated exactly once"]
      : []),
    ...(principles < 5 || principles > 8 ? [`${principles} principles`] : []),
    ...findRawPack(body, packs, count),
  ];
}
