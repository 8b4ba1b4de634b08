import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Json } from "../../base/json/value.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { planSettings, writeUserFile } from "../../runtime/change-settings.ts";
import { findSetting, requireUserKey } from "../../runtime/user-file.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { settingSchema } from "./list.ts";

export default defineOperation({
  name: "config set",
  summary: "Change a setting of your own configuration file; comments in it stay",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "a model must not change the user's settings", http: "as for MCP" },
  positionals: ["key", "value"],
  examples: ["config set redaction.allow.names '[SESSION_COOKIE]'"],
  input: z.object({
    key: z.string().min(1).max(200).describe("Name of the setting, such as redaction.allow.values"),
    value: z
      .string()
      .max(100_000)
      .optional()
      .describe("Its value as YAML, such as a text or [a, b]"),
    unset: z.boolean().default(false).describe("Remove the setting, so that its default applies"),
  }),
  output: () => z.object({ ...settingSchema().shape, path: z.string() }),
  async run(_context, { key, value, unset }) {
    if ((value === undefined) !== unset) {
      throw new HoldallError("E_USAGE", `Cannot set "${key}": give a value, or --unset`, {
        cure: "for example `holdall config set redaction.allow.names '[SESSION_COOKIE]'`",
      });
    }
    requireUserKey(key);
    const parsed = value === undefined ? undefined : parseValue(key, value);
    const changed = planSettings({ [key]: parsed }, `set "${key}"`);
    writeUserFile(changed);
    return { ...findSetting(changed, key), path: changed.path };
  },
});

function parseValue(key: string, value: string): Json {
  const { value: parsed, faults } = parseYaml(value);
  const [fault] = faults;
  if (fault === undefined && parsed !== undefined) return parsed;
  const state = fault === undefined ? "the value is empty" : fault.message;
  throw new HoldallError("E_USAGE", `Cannot set "${key}": ${state}`);
}
