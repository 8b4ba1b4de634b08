import { excerptLine } from "../../../base/text/one-line.ts";
import { errorKey, type Step } from "../../compare/step.ts";

/** Something that a run did, in words that follow "runs": "edited src/a.ts". */
export interface Feature {
  readonly text: string;
  /** Of features that the same runs have, the one with the smallest number says the most. */
  readonly order: number;
}

// Programs that run the tests of a project, as they are called in many languages.
const TESTS =
  /\b(?:(?:npm|pnpm|yarn|bun) (?:run )?test|node --test|npx (?:jest|vitest|mocha)|jest|vitest|mocha|pytest|python3? -m (?:pytest|unittest)|go test|cargo (?:test|nextest)|(?:mvn|mvnw|gradle|gradlew|make|dotnet|mix|swift|deno|rake) test|rspec|phpunit|ctest|tox)\b/;

const MAX_TEXT = 100;

/** What a run did, by the text of each feature. */
export function featuresOf(steps: readonly Step[]): ReadonlyMap<string, Feature> {
  const found = new Map<string, Feature>();
  const add = (order: number, text: string, key = text): void => {
    if (!found.has(key)) found.set(key, { text, order });
  };
  const lastTest = steps.findLastIndex(isTest);
  const edits = lastIndexes(steps, "write");
  if (edits.size === 0) add(4, "edited no file");
  else if (lastTest > Math.max(...edits.values())) add(1, "ran the tests after their last edit");
  for (const [path, at] of edits) {
    add(5, `edited ${path}`);
    if (lastTest > at) add(2, `ran the tests after editing ${path}`);
  }
  if (lastTest !== -1) add(3, "ran the tests");
  if (steps[lastTest]?.ok === true) add(0, "saw the tests pass in the end");
  for (const path of lastIndexes(steps, "read").keys()) add(8, `read ${path}`);
  for (const { kind, subject, error } of steps) {
    if (kind === "command") add(7, `ran \`${excerptLine(subject, MAX_TEXT)}\``, `ran ${subject}`);
    if (error !== null && error !== "") {
      add(6, `met the error "${excerptLine(error, MAX_TEXT)}"`, `error ${errorKey(error)}`);
    }
  }
  return found;
}

function isTest({ kind, subject }: Step): boolean {
  return kind === "command" && TESTS.test(subject);
}

/** Where each file was last read or written. */
function lastIndexes(steps: readonly Step[], kind: "read" | "write"): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [at, step] of steps.entries()) if (step.kind === kind) found.set(step.subject, at);
  return found;
}

/** A step in words that follow "they": "ran `npm test`". */
export function stepText({ kind, subject, error }: Step): string {
  const shown = excerptLine(subject, MAX_TEXT);
  switch (kind) {
    case "command":
      return `ran \`${shown}\``;
    case "read":
      return `read ${shown}`;
    case "write":
      return `edited ${shown}`;
    case "tool":
      return `used ${shown}`;
    case "request":
      return `were asked "${shown}"`;
    case "error":
      return `met the error "${excerptLine(error ?? subject, MAX_TEXT)}"`;
    case "event":
      return `recorded "${shown}"`;
    default:
      return kind satisfies never;
  }
}
