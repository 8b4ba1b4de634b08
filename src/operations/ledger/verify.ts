import * as z from "zod";
import { createFindings, isOk } from "../../base/findings.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import { recomputeAll } from "../../threads/recompute.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation.ts";
import { findingSchema } from "../operation/output-schemas.ts";
import { storeInput } from "../operation/store-input.ts";
import { inWorkspace } from "../operation/workspace.ts";
import { workspaceCheckInput, workspaceCheckSchema } from "./workspace-check.ts";

/** Checks an open workspace. */
export async function checkWorkspace(
  context: OperationContext,
  ledger: Ledger,
  { recompute }: { readonly recompute: boolean } = { recompute: false },
) {
  const findings = createFindings("strict");
  const { firstWrong, ...counts } = await verifyLedger(ledger, findings, (events) =>
    context.progress(`Checked ${events} events`),
  );
  const recomputed = recompute
    ? await recomputeAll(ledger, findings, (n) => context.progress(`Repeated ${n} compiles`))
    : null;
  const list = findings.list();
  const { location } = ledger.store;
  const workspace = { location, ...counts, first_wrong: firstWrong, recomputed };
  return { ok: isOk(list), workspace, findings: [...list] };
}

export default defineOperation({
  name: "ledger verify",
  summary: "Verify the hash chains, texts, artifacts and tables of the workspace",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "workspace.verify", sets: ["verify"] },
  positionals: [],
  examples: ["ledger verify"],
  input: z.object({ ...workspaceCheckInput, ...storeInput }),
  output: () =>
    z.object({
      ok: z.boolean(),
      workspace: workspaceCheckSchema(),
      findings: z.array(findingSchema()),
    }),
  run: (context, { store, recompute }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) =>
      checkWorkspace(context, ledger, { recompute }),
    ),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
