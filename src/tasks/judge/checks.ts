import * as z from "zod";

/** Most checks of one file, and longest time limit of a command: an hour. */
const MAX_CHECKS = 1000;
const MAX_TIMEOUT_MS = 3_600_000;

const common = {
  name: z.string().min(1).max(200),
  weight: z.number().min(0).max(1_000_000).default(1),
  required: z.boolean().default(false),
};
const command = {
  command: z.string().min(1).max(10_000),
  timeoutMs: z.number().int().min(1).max(MAX_TIMEOUT_MS).default(120_000),
};
const path = z.string().min(1).max(4096);
const patterns = z.array(path).min(1).max(MAX_CHECKS);

const checkSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("command"),
    ...common,
    ...command,
    exitCode: z.int().default(0),
  }),
  z.strictObject({ kind: z.literal("tests_pass"), ...common, ...command }),
  z.strictObject({
    kind: z.literal("file_equals"),
    ...common,
    path,
    text: z.string().optional(),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  z.strictObject({ kind: z.literal("file_contains"), ...common, path, text: z.string().min(1) }),
  z.strictObject({ kind: z.literal("diff_touches_only"), ...common, paths: patterns }),
  z.strictObject({ kind: z.literal("diff_max_lines"), ...common, max: z.int().min(0) }),
  z.strictObject({ kind: z.literal("forbidden_paths"), ...common, paths: patterns }),
]);

/** A file of checks. It comes from the user, never from a bundle. */
export const checksSchema = z.strictObject({ checks: z.array(checkSchema).min(1).max(MAX_CHECKS) });

/** One check. */
export type Check = z.infer<typeof checkSchema>;

/** Whether a check starts a program. */
export function isCommand(check: Check): check is Extract<Check, { command: string }> {
  return check.kind === "command" || check.kind === "tests_pass";
}

/** What became of a check. */
export const checkResultSchema = () =>
  z.object({
    name: z.string(),
    kind: z.string(),
    weight: z.number(),
    required: z.boolean(),
    passed: z.boolean(),
    detail: z.string(),
    /** The end of what a command printed. */
    output: z.string().optional(),
  });

/** What became of a check. */
export type CheckResult = z.infer<ReturnType<typeof checkResultSchema>>;

/** How the hidden files of a task were used when a run was judged. */
export const hiddenUseSchema = () =>
  z.object({
    files: z.number(),
    /** Paths that the run had written or removed, and that the task's hidden files replaced. */
    replaced: z.array(z.string()).readonly(),
  });

/** How the hidden files of a task were used when a run was judged. */
export type HiddenUse = z.infer<ReturnType<typeof hiddenUseSchema>>;

/** The outcome of all checks. */
export const judgedOutcomeSchema = () =>
  z.object({
    status: z.enum(["success", "failure", "partial"]),
    score: z.number(),
    checks: z.array(checkResultSchema()).readonly(),
    /** Absent when the task has no hidden files. */
    hidden: hiddenUseSchema().exactOptional(),
  });

/** The outcome of all checks. */
export type JudgedOutcome = z.infer<ReturnType<typeof judgedOutcomeSchema>>;

/**
 * Score and status of a run. The score is the share of the weights that passed. A run fails when a required
 * check did, or when none passed; it succeeds when all passed, or all required ones if there are any.
 */
export function outcomeOf(checks: readonly CheckResult[]): JudgedOutcome {
  const sum = (results: readonly CheckResult[]) =>
    results.reduce((total, { weight }) => total + weight, 0);
  const passed = checks.filter((check) => check.passed);
  const required = checks.filter((check) => check.required);
  const total = sum(checks);
  const score = total === 0 ? passed.length / checks.length : sum(passed) / total;
  const hasFailed = passed.length === 0 || required.some((check) => !check.passed);
  const hasSucceeded = passed.length === checks.length || required.length > 0;
  const status = hasFailed ? "failure" : hasSucceeded ? "success" : "partial";
  return { status, score: Math.round(score * 10_000) / 10_000, checks };
}
