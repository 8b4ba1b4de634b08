/**
 * Removes texts everywhere, the search index included. Hashes and events stay, so that `verify`
 * still passes.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { isSha256 } from "../../base/hash.ts";
import { removeTexts } from "../../memory/search/remove-texts.ts";
import { actorOf } from "../../runtime/actor.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { changeInput } from "../../state/disk/change-entry.ts";
import { findAnyEntry } from "../../state/disk/redact-entry.ts";
import { requireOwnNamespace } from "../../state/disk/settings/own-namespace.ts";
import { stateSettings } from "../../state/disk/settings/settings.ts";
import { addressFor } from "../../state/find-address.ts";
import { redactEverywhere, redactionSchema, textsOfEntry } from "../../state/history/redact.ts";
import { requireState } from "../../state/load.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "state redact",
  summary: "Remove all texts of an entry; their hashes stay, so that verify still passes",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it cannot be undone", http: "it cannot be undone" },
  positionals: ["id"],
  examples: ["state redact leaked --reason 'it contained a password'"],
  input: z.object({
    id: z
      .string()
      .optional()
      .describe("Id of the entry whose texts are removed, in all versions")
      .meta({ completes: "entry" }),
    sha256: z.array(z.string()).optional().describe("SHA-256 of a text to remove"),
    everywhere: z
      .boolean()
      .default(false)
      .describe("Also remove other texts that contain the same words"),
    ...changeInput,
  }),
  output: () => redactionSchema(),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const { id, sha256 = [], reason, everywhere } = input;
      if (id === undefined && sha256.length === 0) {
        throw new HoldallError("E_USAGE", "Cannot redact: neither an entry nor a text was given");
      }
      const wrong = sha256.find((name) => !isSha256(name));
      if (wrong !== undefined) {
        throw new HoldallError("E_USAGE", `Cannot redact "${wrong}": not a SHA-256 hash`);
      }
      const settings = stateSettings(context, ledger, input);
      await requireOwnNamespace(ledger, settings, input);
      const ofEntry = await ledger.read(async (tx) => {
        if (id === undefined) return [];
        const address = settings.address ?? (await addressFor(tx, {}));
        const { state } = await requireState(tx, address);
        return textsOfEntry(tx, state, await findAnyEntry(state, id, input.namespace));
      });
      const names = new Set([...ofEntry, ...sha256]);
      const how = { actor: actorOf(input), reason, everywhere };
      const { texts, renderings, also_in, states } = await redactEverywhere(ledger, names, how);
      await removeTexts(ledger, texts);
      return { texts: [...texts], renderings: [...renderings], also_in: [...also_in], states };
    }),
});
