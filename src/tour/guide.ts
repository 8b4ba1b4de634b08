import * as z from "zod";

/** One command of the tour and its result. */
export const stepSchema = () =>
  z.object({
    /** What is shown, in one sentence. */
    say: z.string(),
    /** The command line a person would type. */
    command: z.string(),
    operation: z.string(),
    exit: z.number(),
    output: z.unknown(),
  });

/** A command of the tour and its result. */
export type Step = z.infer<ReturnType<typeof stepSchema>>;

/** A step as it happens, with what its presentation depends on. */
export const shownStepSchema = () =>
  z.object({
    step: stepSchema(),
    /** The scratch folder, from which paths are shown. */
    folder: z.string(),
    /** What begins with it; null when its sentence is that of the step before. */
    opens: z.enum(["tour", "paragraph"]).nullable(),
    /** Whether long results are cut. */
    brief: z.boolean(),
  });

/** A step as it is shown. */
export type ShownStep = z.infer<ReturnType<typeof shownStepSchema>>;

/** The workspace of the scratch folder, whatever the environment names; it need not be typed there. */
export const HERE = { store: ".holdall" };

/** Runs commands for the tour. */
export interface Guide {
  /** The scratch folder in which the commands run. */
  readonly folder: string;
  readonly steps: readonly Step[];
  /** What was compared besides, one sentence each. */
  readonly proofs: string[];
  /** Runs a command, shows its result at once and remembers it. */
  show(heading: string, name: string, input: Record<string, unknown>): Promise<Step>;
  /** Creates the workspace, unless a part of the tour before has done so. */
  createWorkspace(): Promise<void>;
}

/** The words that a person would type. */
export function commandLine(
  name: string,
  positionals: readonly string[],
  input: Readonly<Record<string, unknown>>,
): string {
  const args = positionals
    .filter((key) => input[key] !== undefined)
    .map((key) => shellArgument(String(input[key])));
  const options = Object.entries(input)
    .filter(([key]) => key !== "store" && !positionals.includes(key))
    .map(([key, value]) =>
      value === true ? `--${key}` : `--${key} ${shellArgument(String(value))}`,
    );
  return ["holdall", name, ...args, ...options].join(" ");
}

/** A word as a person would type it; a long one shortened. */
function shellArgument(argument: string): string {
  const short = argument.length > 50 ? `${argument.slice(0, 49)}…` : argument;
  return /[^\w./-]/.test(short) ? `'${short}'` : short;
}
