import * as z from "zod";
import { createFindings, type Findings, isOk } from "../../base/findings.ts";
import {
  type HeadsSource,
  readHeadsFrom,
  type SignedHeads,
} from "../../bundles/disk/read-heads.ts";
import { compareHeads } from "../../ledger/heads.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import { workspaceCheckSchema } from "../../ledger/workspace-check.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { recomputeAll } from "../../threads/recompute.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { workspaceCheckInput } from "./workspace-check.ts";

/** How a workspace is checked. */
interface CheckOptions {
  readonly recompute: boolean;
  /** Earlier heads to compare it with. */
  readonly source?: HeadsSource | null;
}

/** Checks an open workspace. */
export async function checkWorkspace(
  context: OperationContext,
  ledger: Ledger,
  { recompute, source = null }: CheckOptions = { recompute: false },
) {
  const findings = createFindings("strict");
  const earlier = source === null ? null : await readHeadsFrom(context, source, findings);
  const { firstWrong, ...counts } = await verifyLedger(ledger, findings, (events) =>
    context.progress(`Checked ${events} events`),
  );
  const recomputed = recompute
    ? await recomputeAll(ledger, findings, (n) => context.progress(`Repeated ${n} compiles`))
    : null;
  const against = earlier === null ? null : await compareWith(ledger, earlier, findings);
  const list = findings.list();
  const { location } = ledger.store;
  const workspace = { location, ...counts, first_wrong: firstWrong, recomputed, against };
  return { ok: isOk(list), workspace, findings: [...list] };
}

async function compareWith(ledger: Ledger, earlier: SignedHeads, findings: Findings) {
  const { heads, signed_by } = earlier;
  const same = await ledger.read((tx) => compareHeads(tx, heads, findings));
  return { at: heads.at, events: heads.events, same, signed_by };
}

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
  run: (context, { store, recompute, against, signers }) =>
    inWorkspace(context, { store, effect: "read", mayLackEvents: true }, (ledger) => {
      const source = against === undefined ? null : { against, signers };
      return checkWorkspace(context, ledger, { recompute, source });
    }),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
