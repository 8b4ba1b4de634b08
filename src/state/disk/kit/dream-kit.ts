/**
 * Proposes how to tidy a state: that of the workspace, or of a bundle. It writes another bundle; the state
 * itself is not touched. Adopting the proposal is a step of its own, for a person.
 */

import path from "node:path";
import * as z from "zod";
import { selfCheck } from "../../../bundles/convert/self-check.ts";
import { guardOutput } from "../../../bundles/disk/guard-output.ts";
import type { ReadingInput } from "../../../bundles/disk/open-path.ts";
import { writeBundle } from "../../../bundles/disk/write-bundle.ts";
import { createTemporaryFolder } from "../../../disk/temporary.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { findingSchema } from "../../../runtime/output-schemas.ts";
import { countActions, shownDecisionSchema } from "../../dream/dream-record.ts";
import { DREAM_WEIGHTS } from "../../dream/dream-signals.ts";
import type { namedAddress } from "../../find-address.ts";
import { dreamBundle } from "../../kit/dream-bundle.ts";
import { hasEdits } from "../../kit/hand-edits.ts";
import { exportKit } from "./export-kit.ts";
import { newDreamPath } from "./kept-dreams.ts";
import { readKit } from "./read-kit.ts";

/** What a proposal would change. */
export const dreamtSchema = () =>
  z.object({
    out: z.string(),
    format: z.string(),
    state_hash: z.object({ before: z.string(), after: z.string() }),
    token_count: z.object({ before: z.number(), after: z.number() }),
    counts: z.record(z.string(), z.number()),
    decisions: z.array(shownDecisionSchema()),
    findings: z.array(findingSchema()),
  });

type Address = Parameters<typeof namedAddress>[0];

/** Which state is tidied, and how. */
type DreamInput = ReadingInput &
  Address & {
    /** A bundle; otherwise the state of the workspace. */
    readonly path?: string | undefined;
    readonly out?: string | undefined;
    readonly similarity: number;
    readonly threshold: number;
    readonly protect: string[];
    readonly force: boolean;
    readonly store?: string | undefined;
  };

/** Writes the proposal as a bundle of its own. */
export async function dreamKit(
  context: OperationContext,
  input: DreamInput,
): Promise<z.infer<ReturnType<typeof dreamtSchema>>> {
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
}

/** The workspace's state as a bundle, which is removed when the operation ends. */
async function exportState(
  context: OperationContext,
  { store, user, session, task }: Pick<DreamInput, "store" | keyof Address>,
): Promise<string> {
  const out = path.join(createTemporaryFolder(), "kit");
  // The place is ours and not the caller's, so the folders that bind the caller do not bind it.
  const unbound = { ...context, roots: null };
  await exportKit(unbound, {
    format: "working-context",
    out,
    store,
    user,
    session,
    task,
    // It stays on this machine, and a proposal must contain what the state contains: no secret is left out.
    "keep-secrets": true,
    force: false,
  });
  return out;
}
