import type { OperationContext } from "../operation/operation.ts";
import { loadOperation, type OperationName } from "../registry.ts";

/** One command of the tour and what it said. */
export interface Step {
  /** What is shown, in one sentence. */
  say: string;
  /** The command line a person would type. */
  command: string;
  operation: string;
  exit: number;
  output: unknown;
}

/** The workspace of the scratch folder, whatever the environment names; it need not be typed there. */
export const HERE = { store: ".holdall" };

/** Runs commands for the tour. */
export interface Guide {
  readonly steps: Step[];
  /** Runs a command for real and records what it said. */
  show(say: string, name: OperationName, input: Record<string, unknown>): Promise<Step>;
}

/** A guide that runs commands in a context and remembers them. */
export function createGuide(context: OperationContext): Guide {
  const steps: Step[] = [];
  return {
    steps,
    async show(say, name, input) {
      const operation = await loadOperation(name);
      const output = await operation.run(context, input);
      const words = operation.positionals
        .filter((key) => input[key] !== undefined)
        .map((key) => shown(String(input[key])));
      const options = Object.entries(input)
        .filter(([key]) => key !== "store" && !operation.positionals.includes(key))
        .map(([key, value]) => (value === true ? `--${key}` : `--${key} ${shown(String(value))}`));
      const command = ["holdall", name, ...words, ...options].join(" ");
      const step = { say, command, operation: name, exit: operation.exitCode(output), output };
      steps.push(step);
      return step;
    },
  };
}

/** A word as a person would type it; a long one shortened. */
function shown(word: string): string {
  const short = word.length > 40 ? `${word.slice(0, 39)}…` : word;
  return /[^\w./-]/.test(short) ? `'${short}'` : short;
}
