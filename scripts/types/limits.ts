/** What a check of all types may cost, in numbers of the compiler that do not depend on the machine. */
const limits: Readonly<Record<string, number>> = {
  Types: 412_000,
  Instantiations: 1_130_000,
  "Memory used": 945_000,
};

const CURE =
  "find the place with `npx tsc --noEmit --checkers 1 --generateTrace FOLDER`; " +
  "often a function asks for `z.ZodType` where `Schema` of src/base/schema.ts is enough";

/**
 * Each limit that a check exceeded, as a sentence, by what the compiler prints with `--extendedDiagnostics`.
 * A number that is not printed is one as well: otherwise another compiler would pass unseen.
 */
export function exceededLimits(diagnostics: string): readonly string[] {
  return Object.entries(limits).flatMap(([name, limit]) => {
    const found = new RegExp(`^${name}: +(\\d+)K?$`, "m").exec(diagnostics)?.[1];
    if (found === undefined) return [`Cannot check the cost of types: tsc prints no "${name}"`];
    if (Number(found) <= limit) return [];
    return [`Types are too costly to check: ${name} is ${found}, at most ${limit}; ${CURE}`];
  });
}
