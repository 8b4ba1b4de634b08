/**
 * Adopts a dream. It is a history that continues ours, so adopting it is appending its events,
 * which is only possible if our state has not changed since the dream's input. An edited dream is
 * refused: a proposal must be what was reviewed.
 */

import path from "node:path";
import * as z from "zod";
import { contentStamp } from "../../disk/content-stamp.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { addressText } from "../../state/address.ts";
import { changedState, editedDream, notAdoptable } from "../../state/disk/kit/adopt-dream.ts";
import { newestDream } from "../../state/disk/kit/kept-dreams.ts";
import { dreamInput } from "../../state/disk/kit/read-dream.ts";
import { readKit } from "../../state/disk/kit/read-kit.ts";
import { countActions, readDreamRecord } from "../../state/dream/dream-record.ts";
import { editTexts } from "../../state/kit/hand-edits.ts";
import { importHistory } from "../../state/kit/import-history.ts";
import { relationTo } from "../../state/kit/relation.ts";
import { requireState } from "../../state/load.ts";
import { stateNumbers, stateNumbersSchema } from "../../state/state-numbers.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "dream adopt",
  summary: "Apply the proposal of a dream to its state, if that has not changed since",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "a person must review the proposal", http: "a person must review the proposal" },
  positionals: ["path"],
  examples: ["dream adopt ./kit-dream"],
  input: z.object({
    ...dreamInput,
    "dry-run": z.boolean().default(false).describe("Show what would happen, and change nothing"),
  }),
  output: () =>
    z.object({
      path: z.string(),
      state: z.string(),
      adopted: z.boolean(),
      /** Number of appended events; with a dry run, of those that would be. */
      events: z.number(),
      counts: z.record(z.string(), z.number()),
      ...stateNumbersSchema(),
    }),
  // That the state is still the one that the dream is about is checked with the change itself.
  basis: async (context, { path: named, store }) => {
    const place = path.resolve(context.cwd, named ?? newestDream(context, store));
    return [place, await contentStamp(place)];
  },
  async run(context, { path: named, store, "dry-run": isDry }) {
    const dream = named ?? newestDream(context, store);
    const options = { doing: "adopt", profile: "lenient", acceptEdits: false } as const;
    const kit = await readKit(context, dream, {}, options);
    const record = await readDreamRecord(kit.files);
    const { source, history } = kit.history ?? {};
    if (!record || !source || !history) throw notAdoptable(dream, record !== null);
    const [edit] = editTexts(kit.edits);
    if (edit !== undefined) throw editedDream(dream, edit);
    return inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const before = await ledger.read(async (tx) => ({
        relation: await relationTo(tx, history),
        loaded: await requireState(tx, history.state.address),
      }));
      const isNew = before.relation === "behind";
      if (isNew && before.loaded.head !== record.input.head) throw changedState(dream);
      if (!isNew && before.relation !== "same") throw changedState(dream);
      const facts = { path: kit.absolute, counts: countActions(record.decisions) };
      if (isDry) {
        const { state } = before.loaded;
        const events = isNew ? history.state.head_seq - state.head_seq : 0;
        const address = addressText(state.address);
        return { ...facts, state: address, adopted: false, events, ...stateNumbers(state) };
      }
      const { isDiverged } = await importHistory(
        ledger,
        { source, history },
        kit.findings,
        () => {},
      );
      if (isDiverged) throw changedState(dream);
      const { state } = await ledger.read((tx) => requireState(tx, history.state.address));
      return {
        ...facts,
        state: addressText(state.address),
        adopted: isNew,
        events: state.head_seq - before.loaded.state.head_seq,
        ...stateNumbers(state),
      };
    });
  },
});
