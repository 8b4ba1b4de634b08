/**
 * Scores any redactor. It gets one text a line as a JSON string, and writes the redacted text in the same way:
 *
 *     node scripts/bench/redact/score.ts --texts > texts.jsonl
 *     your-redactor < texts.jsonl > redacted.jsonl
 *     node scripts/bench/redact/score.ts redacted.jsonl
 *
 * It knows nothing of Holdall's rules and of its placeholders.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type RedactionCase, readCases } from "./cases.ts";

/** What left and what was replaced without need. */
export interface RedactionScore {
  readonly secrets: number;
  readonly leaks: readonly RedactionCase[];
  readonly published: number;
  readonly publishedLeaks: number;
  readonly innocents: number;
  readonly wrong: readonly RedactionCase[];
}

/** Compares redacted texts with the cases that they come from. */
export function scoreRedactions(
  cases: readonly RedactionCase[],
  redacted: readonly string[],
): RedactionScore {
  const spans = cases.flatMap((each, at) =>
    each.secrets.map(([start, end]) => {
      const isLeak = isLeft(each.text.slice(start, end), redacted[at] ?? "");
      return { each, isLeak };
    }),
  );
  const leaks = spans.filter(({ isLeak }) => isLeak).map(({ each }) => each);
  const innocents = cases.filter(({ secrets }) => secrets.length === 0);
  return {
    secrets: spans.length,
    leaks,
    published: spans.filter(({ each }) => each.published).length,
    publishedLeaks: leaks.filter(({ published }) => published).length,
    innocents: innocents.length,
    wrong: cases.filter(({ secrets, text }, at) => secrets.length === 0 && redacted[at] !== text),
  };
}

/** Whether a secret is still in a text, or half of it: the rest can then be guessed. */
function isLeft(secret: string, text: string): boolean {
  const half = Math.max(8, Math.ceil(secret.length / 2));
  if (secret.length <= half) return text.includes(secret);
  for (let at = 0; at + half <= secret.length; at++) {
    if (text.includes(secret.slice(at, at + half))) return true;
  }
  return false;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { texts: { type: "boolean", default: false } },
  });
  const cases = readCases();
  if (values.texts) for (const { text } of cases) console.log(JSON.stringify(text));
  else printScores(cases, positionals[0] ?? "/dev/stdin");
}

function printScores(cases: readonly RedactionCase[], file: string): void {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const redacted = lines.map((line) => String(JSON.parse(line)));
  if (redacted.length !== cases.length) {
    throw new RangeError(`Cannot score: ${redacted.length} texts for ${cases.length} cases`);
  }
  for (const set of ["dev", "blind"] as const) {
    const at = cases.flatMap((each, index) => (each.set === set ? [index] : []));
    const score = scoreRedactions(
      cases.filter((each) => each.set === set),
      at.map((index) => redacted[index] ?? ""),
    );
    console.log(`${set}: ${score.leaks.length} of ${score.secrets} secrets left`);
    console.log(`  of published forms: ${score.publishedLeaks} of ${score.published}`);
    console.log(`  innocent texts changed: ${score.wrong.length} of ${score.innocents}`);
    for (const { carrier, id } of score.leaks) console.log(`  leak: ${carrier}: ${id}`);
    for (const { id } of score.wrong) console.log(`  wrong: ${id}`);
  }
}
