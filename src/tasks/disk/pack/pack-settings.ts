import path from "node:path";
import * as z from "zod";
import { readSmallFile } from "../../../disk/small-file.ts";
import { outcomeStatuses, workspaceStates } from "../../../model/task-bundle-records.ts";
import { timestamp } from "../../../model/values.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { keepSecretsInput } from "../../../runtime/redaction.ts";
import {
  type PackConfig,
  type PackSettings,
  parsePackConfig,
  secretsModes,
} from "../../pack/pack-config.ts";
import { snapshotStrategies } from "../../pack/write-task.ts";
import { checksInput } from "../judge/read-checks.ts";

const text = (what: string) => z.string().trim().min(1).optional().describe(what);
const file = (what: string) => text(what).meta({ path: true });
const list = (what: string) => z.array(z.string().min(1)).optional().describe(what);

const DECIMAL = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,3})?$/;

/** A number written as digits; a blank or hexadecimal one is a mistake. */
const score = z
  .union([z.number(), z.string()])
  .refine((value) => typeof value === "number" || DECIMAL.test(value), "must be a decimal number")
  .transform(Number)
  .refine(Number.isFinite, "must be a finite number");

/** The options of `task pack`. */
export const packInput = z.object({
  config: file("JSON file with settings; the command line wins"),
  "from-session": text(
    "Pack a session: an agent (its newest session here), a session id or a path",
  ).meta({ completes: ["agent", "session", "path"], placeholder: "AGENT|ID" }),
  title: text("Title of the task"),
  prompt: text(
    "What agents are asked to do; with --from-session in place of what was asked there. Also the title, unless --title is there",
  ),
  task: file("Text file with the task"),
  summary: file("Text file with the result"),
  out: text("Folder to create").meta({ path: "output" }),
  diff: file("The resulting patch"),
  events: file("The notable steps, as JSON lines"),
  acceptance: file("Text file with the acceptance criteria"),
  workspace: file("Folder with the files of the project"),
  tool: text("Agent that did the task"),
  model: text("Model that did the task"),
  runtime: text("Runtime of the project, such as node"),
  repo: text("Address of the repository"),
  commit: text("Commit that the task started from"),
  branch: text("Branch of the repository"),
  tag: list("Tag; may be repeated").meta({ placeholder: "TAG" }),
  archive: text("Also write the bundle as this .tar.gz").meta({ path: "output" }),
  zip: text("Also write the bundle as this .zip").meta({ path: "output" }),
  cwd: file("Folder that relative paths start from"),
  status: z.enum(outcomeStatuses).optional().describe("How the task ended"),
  score: score.optional().describe("How well it was done, usually from 0 to 1"),
  "judge-notes": text("Why it got that score"),
  "prompt-source": text("Where the task came from (default: config or cli)"),
  "no-git-auto": z
    .boolean()
    .default(false)
    .describe("Do not record commit, branch and remote of the repository"),
  snapshot: z
    .enum(snapshotStrategies)
    .optional()
    .describe(
      "Which files are captured: all, those in Git, those of the diff, a commit's name, none",
    ),
  state: z
    .enum(workspaceStates)
    .optional()
    .describe("Which state is captured (default: before the task, where it can be had)"),
  base: text("Commit that the task started from; diff and files before it come from Git"),
  exclude: list("Leave out paths that match; may be repeated").meta({ placeholder: "PATTERN" }),
  include: list("Capture paths that match, also if excluded").meta({ placeholder: "PATTERN" }),
  hidden: list(
    "Hide files of the result that match from agents: they are used only to judge a run; may be repeated",
  ).meta({ placeholder: "PATTERN" }),
  "hide-tests": z.boolean().default(false).describe("Hide the tests of the result, found by name"),
  checks: file("JSON file with checks, to prove the packed task as `task check` does"),
  "allow-exec": checksInput["allow-exec"],
  "follow-symlinks": z.boolean().default(false).describe("Capture the file that a link leads to"),
  "keep-paths": z.boolean().default(false).describe("Record the folder of the repository"),
  secrets: z
    .enum(secretsModes)
    .optional()
    .describe("What to do with secrets that are found (default: replace)"),
  redact: z
    .boolean()
    .default(true)
    .describe("Replace secrets, and credentials in addresses of repositories"),
  ...keepSecretsInput,
  "dry-run": z.boolean().default(false).describe("Report what would be packed; write nothing"),
  id: text("Id of the bundle (default: a new one)"),
  "created-at": timestamp.optional().describe("When the task was done (default: now)"),
  force: z
    .boolean()
    .default(false)
    .describe("Replace a task bundle at --out")
    .meta({ by: "person" }),
});

const pathKeys = [
  "task",
  "summary",
  "out",
  "diff",
  "events",
  "acceptance",
  "workspace",
  "archive",
  "zip",
] as const;

const CONFIG = { what: "settings", maxBytes: 1024 * 1024 };

/**
 * The settings of a call. The command line wins over the file, except that the tags of both count. Paths
 * of the file start from its `cwd` or its own folder, those of the command line from `--cwd` or where it
 * was typed.
 */
export function packSettings(
  context: Pick<OperationContext, "cwd">,
  input: z.output<typeof packInput>,
): PackSettings {
  const { config } = input;
  const typed = path.resolve(context.cwd, input.cwd ?? ".");
  const { cwd, ...kept } = config === undefined ? {} : readConfig(context, config);
  const base = config && path.resolve(path.dirname(path.resolve(context.cwd, config)), cwd ?? ".");
  const own = resolved(ownSettings(input), typed);
  const tags = [...new Set([...(kept.tags ?? []), ...(input.tag ?? [])])];
  const promptSource = config === undefined ? "cli" : "config";
  return {
    promptSource,
    ...resolved(kept, input.cwd === undefined ? (base ?? typed) : typed),
    ...own,
    ...(input["keep-secrets"] || !input.redact ? { secrets: "off" as const } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    gitAuto: !input["no-git-auto"] && (kept.gitAuto ?? true),
    force: input.force,
    fromSession: input["from-session"],
    prompt: input.prompt,
  };
}

function readConfig(context: Pick<OperationContext, "cwd">, name: string): PackConfig {
  return parsePackConfig(readSmallFile(context.cwd, name, CONFIG).text, name);
}

function ownSettings(input: z.output<typeof packInput>): PackConfig {
  const flags: PackConfig = {
    ...pick(input, ["title", "task", "summary", "out", "diff", "events", "acceptance"]),
    ...pick(input, ["workspace", "tool", "model", "runtime", "repo", "commit", "branch"]),
    ...pick(input, ["archive", "zip", "status", "score", "snapshot", "state", "base"]),
    ...pick(input, ["exclude", "include", "hidden", "secrets", "id"]),
  };
  if (input["judge-notes"] !== undefined) flags.judgeNotes = input["judge-notes"];
  if (input["prompt-source"] !== undefined) flags.promptSource = input["prompt-source"];
  if (input["created-at"] !== undefined) flags.createdAt = input["created-at"];
  if (input["follow-symlinks"]) flags.followSymlinks = true;
  if (input["keep-paths"]) flags.keepPaths = true;
  if (input["hide-tests"]) flags.hideTests = true;
  return flags;
}

function pick<Source extends object, Key extends keyof Source>(
  source: Source,
  keys: readonly Key[],
) {
  const found: { [Name in Key]?: Exclude<Source[Name], undefined> } = {};
  for (const key of keys) {
    const value = source[key];
    if (value !== undefined) found[key] = value as Exclude<Source[Key], undefined>;
  }
  return found;
}

function resolved(settings: PackConfig, base: string): PackConfig {
  const result: PackConfig = { ...settings };
  for (const key of pathKeys) {
    const typed = settings[key];
    if (typed !== undefined) result[key] = path.resolve(base, typed);
  }
  return result;
}
