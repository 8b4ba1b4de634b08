import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { actIn } from "../../curator/disk/record/acting.ts";
import { type Place, responsibilityRoot } from "../../curator/disk/workspace.ts";
import { registerResponsibility } from "../../curator/responsibilities/change.ts";
import { readManifest } from "../../curator/responsibilities/manifest.ts";
import { responsibilitySchema } from "../../curator/responsibilities/tables/registry.ts";
import { rootFolders } from "../../curator/workspace/layout.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { readExternalText } from "../../disk/replace-text-file.ts";
import { actingAliases, actingInput, responsibilityId } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { shownResponsibility } from "./input.ts";

export default defineOperation({
  name: "responsibility add",
  summary: "Register a responsibility as a draft, or read its manifest again",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "responsibility.add", sets: ["registry"] },
  positionals: ["id"],
  aliases: actingAliases,
  examples: ["responsibility add docs_cos --name Documentation --as steward_lab"],
  input: z.object({
    id: responsibilityId.describe("Id of the responsibility"),
    name: z.string().max(200).optional().describe("Its name for people"),
    chief: responsibilityId
      .optional()
      .describe("Responsibility that it answers to (default: itself)"),
    ...actingInput,
  }),
  output: () => z.object({ responsibility: responsibilitySchema(), changed: z.boolean() }),
  run: (context, { id, name, chief, ...input }) =>
    actIn(context, input, "write", async ({ ledger, acting, place }) => {
      const { capability_path, metadata } = describe(place, id);
      const draft = { id, name, chief_of_staff_id: chief, capability_path, metadata };
      const { responsibility, changed } = await ledger.write((unit) =>
        registerResponsibility(unit, acting, draft),
      );
      return { responsibility: shownResponsibility(responsibility), changed };
    }),
});

/** Where a responsibility lies in its workspace, and what its manifest says. */
function describe(place: Place, id: string) {
  const root = rootOf(place, id);
  if (root === null) return { capability_path: `${rootFolders[0]}/${id}`, metadata: null };
  const manifest = readExternalText(pathInside(root, "manifest.json"));
  const relative = path.relative(place.root, root).split(path.sep).join("/");
  return {
    capability_path: relative === "" ? "." : relative,
    metadata: manifest === null ? null : readManifest(manifest, id),
  };
}

/** A responsibility may be registered before it has a folder. */
function rootOf(place: Place, id: string): string | null {
  try {
    return responsibilityRoot(place, id);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
    throw error;
  }
}
