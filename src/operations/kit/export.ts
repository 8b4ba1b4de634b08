/**
 * Exports the state with its history. Secrets are left out before anything is built, so that they
 * occur in no file and no blob; the result is read back by its own reader before it is written.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import { selfCheck } from "../../bundles/convert/self-check.ts";
import { resolveFormatName } from "../../bundles/detect.ts";
import { inlineFilesSchema } from "../../bundles/disk/inline-files.ts";
import { loadFormat } from "../../formats/registry.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { collectExport, PAGE_FORMAT, writeResult } from "../../state/disk/kit/export-kit.ts";
import { workspaceLabel } from "../../state/disk/kit/workspace-label.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { buildBundle } from "../../state/kit/build-bundle.ts";
import { hashOfState, tokenCountOf } from "../../state/state.ts";
import { isUrl } from "../../stores/locate.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "kit export",
  summary: "Export the state as a bundle, with the history from which it can be replayed",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.export", sets: ["memory"] },
  positionals: [],
  aliases: { output: "out", to: "format" },
  examples: [
    "kit export --out ./kit",
    "kit export --format ocf --out kit-ocf.tar.gz --json",
    "kit export --format markdown",
  ],
  input: z.object({
    format: z
      .string()
      .default("working-context")
      .describe("working-context, ocf-kit or ocf; markdown for a single page to read")
      .meta({ placeholder: "FORMAT", completes: "format" }),
    out: z
      .string()
      .optional()
      .describe("Folder or FILE.tar.gz to create, FILE.md for a page (default: in the result)")
      .meta({ path: "output" }),
    "as-of": z
      .string()
      .optional()
      .describe("Export the state as it was after an event or at a time")
      .meta({ placeholder: "SEQ|TIME" }),
    agent: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("Id of the agent that hands the state over"),
    ...keepSecretsInput,
    force: z
      .boolean()
      .default(false)
      .describe("Replace an existing bundle at --out")
      .meta({ by: "person" }),
    ...addressInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      format: z.string(),
      out: z.string().nullable(),
      /** The files by path when --out was not given: text, or base64 for other bytes. */
      files: inlineFilesSchema().optional(),
      entries: z.number(),
      token_count: z.number(),
      budget_tokens: z.number(),
      head_seq: z.number(),
      state_hash: z.string(),
      events: z.number(),
      texts: z.number(),
      redacted: z.number(),
      secrets: z.array(z.object({ kind: z.string(), placeholder: z.string(), where: z.string() })),
    }),
  async run(context, input) {
    const isPage = input.format === PAGE_FORMAT;
    const format = await loadFormat(isPage ? "working-context" : resolveFormatName(input.format));
    if (!format.state) {
      throw new HoldallError(
        "E_USAGE",
        `Cannot export a state as ${format.name}: the format has no state`,
        {
          cure: "choose working-context, ocf-kit or ocf",
        },
      );
    }
    const { history, secrets, location, heads } = await collectExport(context, input);
    const counter = await loadTokenCounter("o200k_base");
    const created = context.now().toISOString();
    const facts = { created, agent_id: input.agent, collection: workspaceLabel(location), heads };
    const draft = buildBundle(history, format, facts, (text) => counter.count(text));
    const limits = await chosenLimits(context, { store: input.store });
    const proof = { withSums: true, now: context.now(), limits };
    const bundle = await selfCheck(draft, format, proof);
    if (secrets.length > 0) {
      const left = secrets.length === 1 ? "1 secret was" : `${secrets.length} secrets were`;
      context.note(`${left} left out of the export (--keep-secrets includes them)`);
    }
    const placed = await writeResult(context, input, {
      ...(isUrl(location) ? {} : { workspace: location }),
      page: isPage ? format.render(bundle.model) : null,
      bundle,
      format,
      limits,
    });
    return {
      format: isPage ? PAGE_FORMAT : format.name,
      ...placed,
      entries: history.state.entries.size,
      token_count: tokenCountOf(history.state),
      budget_tokens: history.state.bounds.budget_tokens,
      head_seq: history.state.head_seq,
      state_hash: hashOfState(history.state),
      events: history.lines.length,
      texts: history.texts.size,
      redacted: history.redacted.length,
      secrets: secrets.map(({ kind, placeholder, where }) => ({ kind, placeholder, where })),
    };
  },
});
