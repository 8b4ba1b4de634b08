import * as z from "zod";
import { findSetting, readUserFile } from "../../runtime/user-file.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { settingSchema } from "./list.ts";

export default defineOperation({
  name: "config get",
  summary: "Show a setting of your own configuration file",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "it names the user's servers and keys", http: "as for MCP" },
  positionals: ["key"],
  examples: ["config get redaction.allow.values"],
  input: z.object({
    key: z.string().describe("Name of the setting, such as redaction.allow.values"),
  }),
  output: settingSchema,
  run: async (_context, { key }) => findSetting(readUserFile(), key),
});
