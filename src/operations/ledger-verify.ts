import * as z from "zod";
import { createFindings, isOk } from "../base/findings.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { verifyLedger } from "../ledger/verify.ts";
import { defineOperation, findingSchema, type OperationContext } from "./define-operation.ts";
import { inWorkspace, storeInput } from "./workspace.ts";

/** What a check of a workspace looked at, in an operation's output. */
export const workspaceCheckSchema = () =>
  z.object({
    location: z.string(),
    events: z.number(),
    streams: z.number(),
    texts: z.number(),
    redacted: z.number(),
    artifacts: z.number(),
    projections: z.number(),
    first_wrong: z.object({ stream: z.string(), seq: z.number(), pos: z.number() }).nullable(),
  });

/** Checks an open workspace. */
export async function checkWorkspace(context: OperationContext, ledger: Ledger) {
  const findings = createFindings("strict");
  const { firstWrong, ...counts } = await verifyLedger(ledger, findings, (events) =>
    context.progress(`checked ${events} events`),
  );
  const list = findings.list();
  const workspace = { location: ledger.store.location, ...counts, first_wrong: firstWrong };
  return { ok: isOk(list), workspace, findings: [...list] };
}

export default defineOperation({
  name: "ledger verify",
  summary: "Check chains, texts, artifacts and tables of the workspace",
  effect: "read",
  surfaces: ["cli", "mcp", "http"],
  positionals: [],
  examples: ["ledger verify"],
  input: z.object(storeInput),
  output: () =>
    z.object({
      ok: z.boolean(),
      workspace: workspaceCheckSchema(),
      findings: z.array(findingSchema()),
    }),
  run: (context, { store }) =>
    inWorkspace(context, { store, effect: "read" }, (ledger) => checkWorkspace(context, ledger)),
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
