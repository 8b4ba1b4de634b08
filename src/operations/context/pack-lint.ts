import * as z from "zod";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { lintPack } from "../../curator/pack/lint.ts";
import { PACKS } from "../../curator/pack/pack.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context pack lint",
  summary: "Check the context packs of a responsibility",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.pack_lint", sets: ["context"] },
  positionals: ["id", "pack"],
  examples: ["context pack lint docs_cos release_notes_v1"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    pack: responsibilityId.optional().describe("Pack (default: all)"),
    ...placeInput,
  }),
  output: () =>
    z.object({ ok: z.boolean(), packs: z.array(z.string()), findings: z.array(findingSchema()) }),
  async run(context, input) {
    const { files } = await openBundle(context, input);
    const packs = input.pack === undefined ? [...files.folders(PACKS)] : [input.pack];
    const findings = packs.flatMap((pack) => [...lintPack(files, pack)]);
    return { ok: findings.every(({ severity }) => severity !== "error"), packs, findings };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
