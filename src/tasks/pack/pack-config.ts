import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { isObject } from "../../base/json/value.ts";
import { parseUserJson } from "../../base/parse-user-json.ts";
import { nearestName } from "../../base/registry.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { excerpt } from "../../base/text/text.ts";
import { outcomeStatuses, workspaceStates } from "../../model/task-bundle-records.ts";
import { snapshotStrategies } from "./write-task.ts";

const text = z.string().trim().min(1);
const texts = z.array(text);

/** How secrets in what is packed are treated. */
export const secretsModes = ["replace", "warn", "fail", "off"] as const;

/** The settings of a pack that a file can contain. */
const configSchema = z.strictObject({
  title: text,
  task: text,
  summary: text,
  out: text,
  diff: text,
  events: text,
  workspace: text,
  acceptance: text,
  tool: text,
  model: text,
  runtime: text,
  repo: text,
  commit: text,
  branch: text,
  tags: texts,
  archive: text,
  zip: text,
  cwd: text,
  status: z.enum(outcomeStatuses),
  score: z.number(),
  judgeNotes: text,
  promptSource: text,
  gitAuto: z.boolean(),
  snapshot: z.enum(snapshotStrategies),
  state: z.enum(workspaceStates),
  base: text,
  exclude: texts,
  include: texts,
  followSymlinks: z.boolean(),
  secrets: z.enum(secretsModes),
  id: text,
  createdAt: text,
  keepPaths: z.boolean(),
  hidden: texts,
  hideTests: z.boolean(),
});

/** The settings of a pack: from a file, from the command line, or both. */
export type PackConfig = {
  [Key in keyof z.infer<typeof configSchema>]?: z.infer<typeof configSchema>[Key] | undefined;
};

/** Reads the settings of a file; `name` is its name for messages. */
export function parsePackConfig(content: string, name: string): PackConfig {
  const refuse = (state: string, cure?: string) =>
    new HoldallError("E_USAGE", `Cannot use the settings of "${name}": ${state}`, {
      ...(cure === undefined ? {} : { cure }),
    });
  let value: unknown;
  try {
    value = JSON.parse(withoutByteOrderMark(content));
  } catch {
    throw refuse("they are not JSON");
  }
  if (!isObject(value)) throw refuse("they are not an object");
  const known = Object.keys(configSchema.shape);
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    const near = nearestName(unknown, known);
    const cure = near === null ? `known keys are ${known.join(", ")}` : `did you mean "${near}"?`;
    throw refuse(`"${excerpt(unknown, 80)}" is no setting`, cure);
  }
  return parseUserJson(content, configSchema.partial(), {
    file: name,
    what: "the settings",
    cure: "see `holdall task pack --help` for what each takes",
    code: "E_USAGE",
  });
}

/** Settings with every path absolute. */
export interface PackSettings extends Omit<PackConfig, "cwd" | "gitAuto"> {
  readonly gitAuto: boolean;
  readonly force: boolean;
  readonly fromSession: string | undefined;
  /** The task in words; with a session in place of what was asked in it. */
  readonly prompt?: string | undefined;
}

/** A setting that must be there. */
export function requireSetting(
  settings: PackSettings,
  key: "title" | "task" | "summary" | "out",
): string {
  const value = settings[key];
  if (value !== undefined) return value;
  throw new HoldallError("E_USAGE", `Cannot pack the task: --${key} is required`, {
    cure:
      key === "out"
        ? 'give --out, or "out" in the file of --config'
        : `give --${key}, or "${key}" in the file of --config; or state the task: --prompt 'Make npm test pass' --workspace .`,
  });
}
