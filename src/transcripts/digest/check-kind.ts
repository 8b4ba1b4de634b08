/** What a command checks. */
export type CheckKind = "test" | "lint" | "build";

/** Programs that check, by what they check; the first that matches counts. */
// regex: 4,000 characters of a command are looked at
const KINDS: readonly (readonly [CheckKind, RegExp])[] = [
  ["test", /\b(?:tests?|spec|pytest|unittest|jest|vitest|mocha|rspec|phpunit|ctest|tox|nox)\b/],
  [
    "lint",
    /\b(?:lint|eslint|biome|ruff|clippy|vet|gofmt|fmt|prettier|check-types|typecheck|tsc|mypy|pyright|svelte-check)\b/,
  ],
  ["build", /\b(?:build|compile|make)\b/],
];

/** What a command checks; null for one that checks nothing. */
export function checkOf(command: string): CheckKind | null {
  const text = command.slice(0, 4000);
  return KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** A verdict of a check that failed, where the exit code is hidden by what comes after it in the line. */
// regex: 4,000 characters of an output are looked at
const RED =
  /\b[1-9]\d{0,6} (?:tests? )?(?:failed|failing|failures?|errors?)\b|^\s{0,9}(?:--- FAIL|FAIL|FAILED)\b/im;
const MAX_LOOKED_AT = 4000;

/** Whether the output of a check says that it failed. */
export function isRed(output: string): boolean {
  return RED.test(output.slice(-MAX_LOOKED_AT));
}
