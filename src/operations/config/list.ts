import * as z from "zod";
import { listSettings, readUserFile } from "../../runtime/user-file.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** A setting in an operation's output. */
export const settingSchema = () =>
  z.object({ key: z.string(), value: z.unknown(), is_set: z.boolean() });

export default defineOperation({
  name: "config list",
  summary: "List the settings of your own configuration file",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "it names the user's servers and keys", http: "as for MCP" },
  positionals: [],
  examples: ["config list", "config list --json"],
  input: z.object({}),
  output: () => z.object({ path: z.string(), settings: z.array(settingSchema()).readonly() }),
  async run() {
    const file = readUserFile();
    return { path: file.path, settings: listSettings(file) };
  },
});
