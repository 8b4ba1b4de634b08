import * as z from "zod";
import { newStoreLocation } from "../../stores/locate.ts";
import { driverOf } from "../../stores/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { openAt, storeChoice, storeInput } from "../operation/workspace.ts";

export default defineOperation({
  name: "init",
  summary: "Create a workspace in this folder",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: {
    mcp: "a surface serves the workspace it was started in",
    http: "a surface serves the workspace it was started in",
  },
  positionals: [],
  examples: ["init", "init --store ./elsewhere"],
  input: z.object(storeInput),
  output: () => z.object({ location: z.string(), engine: z.string(), created: z.boolean() }),
  async run(context, { store }) {
    const location = newStoreLocation(storeChoice(context, store));
    const driver = await driverOf(location);
    const created = await driver.create(location);
    const ledger = await openAt(context, location, { isNew: true });
    const { engine, location: shown } = ledger.store;
    await ledger.close();
    return { location: shown, engine: engine.name, created };
  },
});
