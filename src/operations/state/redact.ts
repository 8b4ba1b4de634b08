import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { isSha256 } from "../../base/hash.ts";
import { forgetTexts } from "../../memory/search/indexing.ts";
import { findEntry } from "../../state/find.ts";
import { requireState } from "../../state/load.ts";
import { redactEverywhere, textsOfEntry } from "../../state/redact.ts";
import { actorOf } from "../operation/actor.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace } from "../operation/workspace.ts";
import { changeInput } from "./entry-change.ts";
import { addressFor } from "./input.ts";
import { stateSettings } from "./settings.ts";

export default defineOperation({
  name: "state redact",
  summary: "Remove the texts of an entry everywhere; their hashes stay, and verify still passes",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it cannot be undone", http: "it cannot be undone" },
  positionals: ["id"],
  examples: ["state redact leaked --reason 'it held a password'"],
  input: z.object({
    id: z.string().optional().describe("Id of the entry whose texts go, in all versions"),
    sha256: z.array(z.string()).optional().describe("Texts to remove, by their SHA-256"),
    everywhere: z.boolean().default(false).describe("Also whatever else holds the same words"),
    ...changeInput,
  }),
  output: () =>
    z.object({
      texts: z.array(z.string()),
      renderings: z.array(z.string()),
      also_in: z.array(z.string()),
      states: z.number(),
    }),
  run: (context, input) =>
    inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const { id, sha256 = [], reason, everywhere } = input;
      if (id === undefined && sha256.length === 0) {
        throw new HoldallError("E_USAGE", "Cannot redact: neither an entry nor a text was named");
      }
      const wrong = sha256.find((name) => !isSha256(name));
      if (wrong !== undefined) {
        throw new HoldallError("E_USAGE", `Cannot redact "${wrong}": not a SHA-256`);
      }
      const settings = stateSettings(context, ledger, input);
      const ofEntry = await ledger.read(async (tx) => {
        if (id === undefined) return [];
        const address = settings.address ?? (await addressFor(tx, {}));
        const { state } = await requireState(tx, address);
        return textsOfEntry(tx, state, await findAnyEntry(state, id, input.namespace));
      });
      const names = new Set([...ofEntry, ...sha256]);
      const how = { actor: actorOf(input), reason, everywhere };
      const { texts, renderings, also_in, states } = await redactEverywhere(ledger, names, how);
      await forgetTexts(ledger, texts);
      return { texts: [...texts], renderings: [...renderings], also_in: [...also_in], states };
    }),
});

/** The entry, or the key of one that is gone: its texts may still be there. */
async function findAnyEntry(
  state: Parameters<typeof findEntry>[0],
  id: string,
  namespace: string | undefined,
) {
  try {
    return findEntry(state, id, namespace);
  } catch (error) {
    const space = namespace ?? state.bounds.namespace;
    const isGone = [...state.gone.keys()].some((key) => key.endsWith(`/${id}`));
    if (isGone) return { namespace: space, id };
    throw error;
  }
}
