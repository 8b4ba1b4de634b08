import * as z from "zod";
import { type Allowance, createAllowed, NOTHING_ALLOWED } from "./allowance.ts";
import { findSecrets } from "./find-secrets.ts";
import type { Sighting } from "./sighting.ts";
import { isUnmistakable } from "./value-kinds.ts";

/** One secret in a text, with what a person needs to judge whether it is one. */
export const explanationSchema = () =>
  z.object({
    /** The rule that found it, as placeholders and reports call it. */
    rule: z.string(),
    line: z.number(),
    column: z.number(),
    /** The text right before and after it, on the same line. */
    before: z.string(),
    secret: z.string(),
    after: z.string(),
  });

/** One secret in a text, with what a person needs to judge whether it is one. */
export type Explanation = z.infer<ReturnType<typeof explanationSchema>>;

const CONTEXT = 40;

/** Every secret that would be replaced in a text, in order, each with its place and its surroundings. */
export function explainSecrets(
  text: string,
  allowance: Allowance = NOTHING_ALLOWED,
): readonly Explanation[] {
  const isAllowed = createAllowed(allowance);
  const seen = findSecrets(text).filter((sighting) => !isAllowed(sighting));
  const found = withRepeats(text, seen);
  let line = 1;
  let lineStart = 0;
  return found.map(({ kind, secret, at }) => {
    for (let next = text.indexOf("\n", lineStart); next !== -1 && next < at; ) {
      line++;
      lineStart = next + 1;
      next = text.indexOf("\n", lineStart);
    }
    const end = at + secret.length;
    return {
      rule: kind,
      line,
      column: at - lineStart + 1,
      before: text.slice(Math.max(lineStart, at - CONTEXT), at),
      after: (text.slice(end, end + CONTEXT).split("\n", 1)[0] ?? "").trimEnd(),
      secret,
    };
  });
}

/** What was seen, and the same secrets wherever else they are: these are replaced, too. */
function withRepeats(text: string, seen: readonly Sighting[]): readonly Sighting[] {
  const covered = new Uint8Array(text.length);
  for (const { at, secret } of seen) covered.fill(1, at, at + secret.length);
  const repeats: Sighting[] = [];
  const telling = new Map(seen.map((sighting) => [sighting.secret, sighting]));
  const longestFirst = [...telling.values()].toSorted(
    (left, right) => right.secret.length - left.secret.length,
  );
  for (const sighting of longestFirst.filter(({ secret }) => isUnmistakable(secret))) {
    const { secret } = sighting;
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + secret.length)) {
      const span = covered.subarray(at, at + secret.length);
      if (span.includes(1)) continue;
      span.fill(1);
      repeats.push({ ...sighting, at });
    }
  }
  return [...seen, ...repeats].sort((left, right) => left.at - right.at);
}

/** The ends of a secret: enough to recognise it, not enough to use it. */
export function maskSecret(secret: string): string {
  const shown = secret.length >= 16 ? 4 : secret.length >= 8 ? 2 : 0;
  return `${secret.slice(0, shown)}…(${secret.length} characters)`;
}
