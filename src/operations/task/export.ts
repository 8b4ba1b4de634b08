import * as z from "zod";
import { namesOf } from "../../base/registry.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { IMAGE_NAME } from "../../tasks/disk/container/image-name.ts";
import { exportedSchema } from "../../tasks/disk/exchange/exchange.ts";
import { exporters } from "../../tasks/disk/exchange/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task export",
  summary: "Write a run as an ATIF trajectory, or a task as a folder for Harbor",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli"],
  withheld: {
    mcp: "it writes files where a person asked for them",
    http: "as for MCP",
  },
  positionals: ["from"],
  examples: [
    "task export run-a --to atif --out run.atif.json",
    "task export fix-login --to harbor --checks checks.json --out ./for-harbor",
  ],
  input: z.object({
    from: z
      .string()
      .describe("Task bundle; for atif also a session: an agent, a session id or a path")
      .meta({ path: true, completes: ["agent", "session", "path"] }),
    to: z.enum(namesOf(exporters)).describe("Form to write"),
    out: z.string().describe("File (atif) or folder (harbor) to create").meta({ path: "output" }),
    checks: z
      .string()
      .optional()
      .describe("For harbor: JSON file with the checks, which become the tests")
      .meta({ path: true, placeholder: "FILE" }),
    image: z
      .string()
      .regex(IMAGE_NAME)
      .optional()
      .describe("For harbor: container image (default: by the runtime of the task)"),
    prices: z
      .string()
      .optional()
      .describe("For atif: prices of models, before the built-in ones (default: your own)")
      .meta({ path: true, placeholder: "FILE" }),
    ...keepSecretsInput,
    force: z
      .boolean()
      .default(false)
      .describe("Replace what an earlier export wrote")
      .meta({ by: "person" }),
  }),
  output: () => z.object({ to: z.enum(namesOf(exporters)), ...exportedSchema().shape }),
  async run(context, { to, ...input }) {
    const { default: exporter } = await exporters[to]();
    const keepsSecrets = input["keep-secrets"];
    return { to, ...(await exporter.write(context, { ...input, keepsSecrets })) };
  },
});
