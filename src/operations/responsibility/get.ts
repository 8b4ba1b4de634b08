import path from "node:path";
import * as z from "zod";
import { sha256 } from "../../base/hash.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { requireResponsibility } from "../../curator/responsibilities/find.ts";
import { shownResponsibility } from "../../curator/responsibilities/shown-responsibility.ts";
import { responsibilitySchema } from "../../curator/responsibilities/tables/registry.ts";
import { readExternalText } from "../../disk/replace-text-file.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "responsibility get",
  summary: "Show a responsibility and whether its manifest is the registered one",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "responsibility.get", sets: ["registry"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["responsibility get docs_cos"],
  input: z.object({ id: responsibilityId.describe("Id of the responsibility"), ...actingInput }),
  output: () =>
    z.object({
      responsibility: responsibilitySchema(),
      manifest: z.object({
        sha256: z.string().nullable(),
        registered_sha256: z.string().nullable(),
        matches: z.boolean(),
      }),
    }),
  run: (context, { id, ...input }) =>
    actIn(context, input, "read", ({ ledger, acting, place }) =>
      ledger.read(async (tx) => {
        const row = await requireResponsibility({ tx }, acting.workspace, id);
        const responsibility = shownResponsibility(row);
        const text = readExternalText(path.join(place.root, row.capability_path, "manifest.json"));
        const found = text === null ? null : sha256(text);
        const kept = responsibility.metadata.manifest_sha256;
        const registered = typeof kept === "string" ? kept : null;
        const manifest = {
          sha256: found,
          registered_sha256: registered,
          matches: found === registered,
        };
        return { responsibility, manifest };
      }),
    ),
});
