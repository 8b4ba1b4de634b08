import path from "node:path";
import * as z from "zod";
import { createFolders } from "../../durable/files.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { projectOf } from "../../runtime/project-folder.ts";
import { openAt, storeChoice, storeInput } from "../../runtime/workspace.ts";
import { isUrl, newStoreLocation } from "../../stores/locate.ts";
import { driverOf } from "../../stores/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "init",
  summary: "Create a workspace in this folder",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "a surface serves the workspace it was started in",
    http: "a surface serves the workspace it was started in",
  },
  positionals: [],
  examples: ["init", "init --store ./elsewhere", "init --responsibility docs_cos"],
  input: z.object({
    responsibility: z
      .string()
      .optional()
      .describe("Also create the files of a responsibility with this id"),
    ...storeInput,
  }),
  output: () =>
    z.object({
      location: z.string(),
      engine: z.string(),
      created: z.boolean(),
      /** Files of the responsibility that were created. */
      files: z.array(z.string()),
    }),
  async run(context, { store, responsibility }) {
    const location = newStoreLocation(storeChoice(context, store));
    const files = responsibility === undefined ? null : await scaffolder(responsibility);
    const driver = await driverOf(location);
    const created = await driver.create(location);
    const ledger = await openAt(context, location, { isNew: true });
    const { engine, location: shown } = ledger.store;
    await ledger.close();
    return {
      location: shown,
      engine: engine.name,
      created,
      files: (await files?.(context, location)) ?? [],
    };
  },
});

/** Checks the id before anything is created; what writes the files is loaded only when it is needed. */
async function scaffolder(id: string) {
  const { addResponsibility } = await import("../responsibility/scaffold.ts");
  const { requireId } = await import("../../curator/workspace/ids.ts");
  requireId(id);
  return async (context: OperationContext, location: string): Promise<string[]> => {
    const root = path.resolve(isUrl(location) ? context.cwd : projectOf(location, context.cwd));
    createFolders(root);
    return [...(await addResponsibility(context, { root, store: location, id }))];
  };
}
