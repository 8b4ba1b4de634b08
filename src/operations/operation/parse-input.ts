import type * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Finding } from "../../base/findings.ts";
import { pointerOf } from "../../base/json/pointer.ts";
import { candidatesFor, didYouMean } from "../../base/text/suggest.ts";

/** The part of an operation that determines how its input is parsed. */
interface Reading<Input extends z.ZodObject> {
  readonly name: string;
  readonly input: Input;
  readonly positionals: readonly string[];
}

/**
 * Parses an operation's input by its schema. A wrong one is refused with all faults, the first as
 * the sentence.
 */
export function parseInput<Input extends z.ZodObject>(
  { name, input, positionals }: Reading<Input>,
  value: unknown,
): z.infer<Input> {
  const result = input.safeParse(value, { jitless: true });
  if (result.success) return result.data as z.infer<Input>;
  const findings = result.error.issues.map(
    (issue): Finding => ({
      severity: "error",
      code: "E_USAGE",
      file: null,
      pointer: pointerOf(issue.path),
      line: null,
      message: stateOf(issue, value),
    }),
  );
  const [first] = result.error.issues;
  const sentence = sentenceOf(first, value, positionals);
  throw new HoldallError("E_USAGE", `Cannot run ${name}: ${sentence}`, {
    findings,
    cure: nearChoice(first, value) ?? `see \`holdall ${name} --help\``,
  });
}

/** The choices that a mistyped value may have meant. */
function nearChoice(issue: z.core.$ZodIssue | undefined, value: unknown): string | undefined {
  if (issue?.code !== "invalid_value") return undefined;
  const received = issue.path.reduce<unknown>((at, key) => Object(at)[key], value);
  return didYouMean(candidatesFor(String(received ?? ""), issue.values.map(String)));
}

function sentenceOf(
  issue: z.core.$ZodIssue | undefined,
  value: unknown,
  positionals: readonly string[],
): string {
  const key = String(issue?.path[0] ?? "");
  if (!issue || key === "") return "the input is not valid";
  const spelled = positionals.includes(key) ? key.toUpperCase() : `--${key}`;
  return `${spelled} ${stateOf(issue, value)}`;
}

/** What is wrong with a value, without the library's own wording. */
function stateOf(issue: z.core.$ZodIssue, value: unknown): string {
  const key = String(issue.path[0] ?? "");
  const isPresent = value instanceof Object && Object.hasOwn(value, key);
  if (key !== "" && !(isPresent && Reflect.get(value, key) !== undefined)) return "is required";
  switch (issue.code) {
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return `must be ${issue.inclusive === false ? "above" : "at least"} ${issue.minimum}`;
    case "too_big":
      return `must be ${issue.inclusive === false ? "below" : "at most"} ${issue.maximum}`;
    case "invalid_type":
      return `must be ${kinds.get(issue.expected) ?? `of the type ${issue.expected}`}`;
    case "custom":
      return issue.message;
    case "invalid_format":
      // A declaration's own sentence; the library's begins like this.
      return issue.message.startsWith("Invalid") ? "is not valid" : issue.message;
    default:
      return "is not valid";
  }
}

const kinds: ReadonlyMap<string, string> = new Map([
  ["int", "an integer"],
  ["number", "a number"],
  ["string", "a text"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);
