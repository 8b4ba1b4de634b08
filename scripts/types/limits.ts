/**
 * What a check of all types may cost for each thousand lines that are checked, in numbers of the compiler that do not
 * depend on the machine: more code costs more, but a line should not cost more than it does now.
 */
const perThousandLines: Readonly<Record<string, number>> = {
  Types: 1552,
  Instantiations: 4276,
  "Memory used": 3560,
};
/** What it may cost however much code there is, in kilobytes. */
const MAX_MEMORY = 1_200_000;

const CURE =
  "find the place with `npx tsc --noEmit --checkers 1 --generateTrace FOLDER`; " +
  "often a function asks for `z.ZodType` where `Schema` of src/base/schema.ts is enough";

/**
 * Each limit that a check exceeded, as a sentence, by what the compiler prints with `--extendedDiagnostics`.
 * A number that is not printed is one as well: otherwise another compiler would pass unseen.
 */
export function exceededLimits(diagnostics: string, lines: number): readonly string[] {
  return Object.entries(perThousandLines).flatMap(([name, most]) => {
    const share = Math.round((most * lines) / 1000);
    const limit = name === "Memory used" ? Math.min(share, MAX_MEMORY) : share;
    const found = new RegExp(`^${name}: +(\\d+)K?$`, "m").exec(diagnostics)?.[1];
    if (found === undefined) return [`Cannot check the cost of types: tsc prints no "${name}"`];
    if (Number(found) <= limit) return [];
    return [`Types are too costly to check: ${name} is ${found}, at most ${limit}; ${CURE}`];
  });
}
