/**
 * The settings of a workspace of responsibilities, `ros.config.yaml`. It lies in the project, so it
 * names no program: it says who the steward is, where files are dropped and how much is shown.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { isCron } from "./cron.ts";
import { isId } from "./ids.ts";
import { CONFIG } from "./layout.ts";

const id = z.string().refine(isId, "must be an id");
const folder = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/,
    "must be a relative path",
  )
  .refine((text) => !text.includes(".."), "must be a relative path");

const cron = z
  .string()
  .max(200)
  .refine(isCron, "must be five fields of numbers, as in crontab: 30 3 * * 1-5");

/** Tokens that a model reads of a responsibility. */
export const budgetSchema = z.int().min(500).max(100_000);

/** Every key of `ros.config.yaml`. */
export const workspaceConfigSchema = z.object({
  workspace_id: id,
  steward_responsibility_id: id,
  sor: z.string().max(4096).optional(),
  drop_dir: folder.default("drop"),
  bundles_dir: folder.default("context/bundles"),
  curator_grants: z.array(z.union([z.literal("*"), id])).default(["*"]),
  recent_activity_max: z.int().min(1).max(1000).default(50),
  checkpoint_days: z.int().min(1).max(366).default(14),
  evaluation_hook: z.enum(["off", "on_change", "every_refresh"]).default("on_change"),
  growth_floor_lines: z.int().min(0).default(250),
  file_growth_floor_lines: z.int().min(0).default(50),
  change_checks: z.enum(["warn", "block"]).default("warn"),
  load_budget_tokens: budgetSchema.default(4000),
  model_grace_seconds: z.int().min(0).default(900),
  schedules: z
    .object({ hourly: cron.default("0 * * * *"), daily: cron.default("30 3 * * *") })
    .prefault({}),
});

/** The settings of a workspace, with defaults. */
export type WorkspaceConfig = z.infer<typeof workspaceConfigSchema>;

/** Parses the settings; every fault is named with its line. */
export function parseWorkspaceConfig(text: string): WorkspaceConfig {
  const { value, faults, lineOf } = parseYaml(text);
  const result = faults.length > 0 ? null : workspaceConfigSchema.safeParse(value);
  if (result?.success) return result.data;
  const found =
    result === null
      ? faults.map(({ line, message }) => `line ${line}: ${message}`)
      : result.error.issues.map((issue) => {
          const line = lineOf(`/${issue.path.map(String).join("/")}`);
          return `line ${line}: ${describeIssue(issue)}`;
        });
  const listed = [...new Set(found)].slice(0, 5).join("; ");
  throw new HoldallError("E_SHAPE", `Cannot use "${CONFIG}": ${listed}`, {
    cure: "see docs/curator.md for its keys",
  });
}

/** What is wrong with a value, in words for whoever wrote the file. */
function describeIssue({ path, code, message }: z.core.$ZodIssue): string {
  if (path.length === 0) return "the file must have keys with values";
  const at = path.map(String).join(".");
  const isMissing = code === "invalid_type" && message.endsWith("received undefined");
  return `${at} ${isMissing ? "is missing" : message}`;
}
