import * as z from "zod";
import { openAndCheck } from "../../ledger/disk/check-workspace.ts";
import { workspaceCheckInput } from "../../ledger/disk/workspace-check-input.ts";
import { workspaceCheckSchema } from "../../ledger/workspace-check.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "ledger verify",
  summary: "Verify the hash chains, texts, artifacts and tables of the workspace",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "workspace.verify", sets: ["verify"] },
  positionals: [],
  examples: ["ledger verify", "ledger verify --against heads.json"],
  input: z.object({ ...workspaceCheckInput, ...storeInput }),
  output: () =>
    z.object({
      ok: z.boolean(),
      workspace: workspaceCheckSchema(),
      findings: z.array(findingSchema()),
    }),
  run: openAndCheck,
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
