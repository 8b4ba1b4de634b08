/**
 * Proposes how to tidy a state: that of the workspace, or of a bundle. It writes another bundle; the state
 * itself is not touched. Adopting the proposal is a step of its own, for a person.
 */

import path from "node:path";
import * as z from "zod";
import { selfCheck } from "../../bundles/convert/self-check.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import { writeBundle } from "../../bundles/disk/write-bundle.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { decimal } from "../../runtime/decimal.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { newDreamPath } from "../../state/disk/kit/kept-dreams.ts";
import { readKit } from "../../state/disk/kit/read-kit.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { countActions, shownDecisionSchema } from "../../state/dream/dream-record.ts";
import { DREAM_WEIGHTS } from "../../state/dream/dream-signals.ts";
import type { namedAddress } from "../../state/find-address.ts";
import { dreamBundle } from "../../state/kit/dream-bundle.ts";
import { hasEdits } from "../../state/kit/hand-edits.ts";
import { defineOperation } from "../operation/define-operation.ts";
import kitExport from "./export.ts";

const share = (standard: number) => decimal().min(0).max(1).default(standard);

export default defineOperation({
  name: "dream",
  summary:
    "Propose how to tidy a state: duplicates, outdated and unused entries, each with a reason",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.dream", sets: ["memory"] },
  positionals: ["path"],
  aliases: {
    output: "out",
    "admit-threshold": "threshold",
    "similarity-threshold": "similarity",
  },
  examples: [
    "dream",
    "dream ./wc --out ./dreamt",
    "dream bundle.tar.gz --out dreamt.tar.gz --json",
  ],
  input: z.object({
    path: z
      .string()
      .optional()
      .describe("Folder or .tar.gz with a state; it is not changed (default: the current state)")
      .meta({ path: true }),
    out: z
      .string()
      .optional()
      .describe("Folder or FILE.tar.gz to create (default: a folder in the workspace)")
      .meta({ path: "output" }),
    similarity: share(0.6).describe("Share of common words from which entries count as similar"),
    threshold: share(0.3).describe(
      "Score below which an entry decays; below half of it, an unused one is archived",
    ),
    protect: z
      .array(z.string())
      .default(["constraint"])
      .describe("Slot whose entries neither decay nor are archived")
      .meta({ placeholder: "SLOT" }),
    force: z
      .boolean()
      .default(false)
      .describe("Replace an existing bundle at --out")
      .meta({ by: "person" }),
    ...readingInput,
    ...addressInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      out: z.string(),
      format: z.string(),
      state_hash: z.object({ before: z.string(), after: z.string() }),
      token_count: z.object({ before: z.number(), after: z.number() }),
      counts: z.record(z.string(), z.number()),
      decisions: z.array(shownDecisionSchema()),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const source = input.path ?? (await exportState(context, input));
    const doing = { doing: "tidy", profile: "lenient", acceptEdits: false } as const;
    const reading = await readKit(context, source, input, doing);
    const options = { force: input.force, source: reading.absolute, limit: input.limit };
    const out = input.out ?? newDreamPath(context, input.store);
    const output = await guardOutput(context, out, options);
    const { countTokens, parts, limits } = reading;
    // After hand edits the history does not lead to what the files contain: then only the files count.
    const history = hasEdits(reading.edits) ? null : (reading.history?.history ?? null);
    const { record, ...result } = await dreamBundle(
      { reading, parts, history },
      {
        now: context.now(),
        similarity: input.similarity,
        threshold: input.threshold,
        protect: input.protect,
        weights: DREAM_WEIGHTS,
        countTokens,
      },
    );
    const proof = { withSums: true, now: context.now(), limits };
    const checked = await selfCheck(result, reading.format, proof);
    await writeBundle(checked, reading.format, { ...output, limits });
    return {
      out: output.absolute,
      format: reading.format.name,
      state_hash: { before: record.input.state_hash, after: record.output.state_hash },
      token_count: { before: record.input.token_count, after: record.output.token_count },
      counts: countActions(record.decisions),
      decisions: record.decisions.map(({ signals, text, ...decision }) => decision),
      findings: [...reading.findings.list()],
    };
  },
});

/** The workspace's state as a bundle, which is removed when the operation ends. */
async function exportState(
  context: OperationContext,
  {
    store,
    user,
    session,
    task,
  }: Parameters<typeof namedAddress>[0] & { store?: string | undefined },
): Promise<string> {
  const out = path.join(createTemporaryFolder(), "kit");
  // It stays on this machine, and a proposal must contain what the state contains: no secret is left out.
  // The place is ours and not the caller's, so the folders that bind the caller do not bind it.
  const unbound = { ...context, roots: null };
  await kitExport.run(unbound, { out, store, user, session, task, "keep-secrets": true });
  return out;
}
