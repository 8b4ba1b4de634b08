import * as z from "zod";
import { type Allowance, createAllowed, NOTHING_ALLOWED } from "./allowance.ts";
import { findSecrets } from "./find-secrets.ts";

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
  const found = findSecrets(text).filter((sighting) => !isAllowed(sighting));
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

/** The ends of a secret: enough to recognise it, not enough to use it. */
export function maskSecret(secret: string): string {
  const shown = secret.length >= 16 ? 4 : secret.length >= 8 ? 2 : 0;
  return `${secret.slice(0, shown)}…(${secret.length} characters)`;
}
