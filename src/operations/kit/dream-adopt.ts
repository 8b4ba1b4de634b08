import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { addressText } from "../../state/address.ts";
import { countActions, readDreamRecord } from "../../state/dream/dream-record.ts";
import { editTexts } from "../../state/kit/hand-edits.ts";
import { importHistory } from "../../state/kit/import-history.ts";
import { relationTo } from "../../state/kit/relation.ts";
import { requireState } from "../../state/load.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { inWorkspace, storeInput } from "../operation/workspace.ts";
import { stateNumbers, stateNumbersSchema } from "../state/input.ts";
import { readKit } from "./read-kit.ts";

export default defineOperation({
  name: "dream adopt",
  summary: "Carry a dream out on the state it was dreamt of, if that has not changed since",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "a person reviews a dream first", http: "a person reviews a dream first" },
  positionals: ["path"],
  examples: ["dream adopt ./kit-dream"],
  input: z.object({
    path: z.string().describe("Bundle that a dream made").meta({ path: true }),
    ...storeInput,
  }),
  output: () =>
    z.object({
      path: z.string(),
      state: z.string(),
      adopted: z.boolean(),
      /** Events that were appended. */
      events: z.number(),
      counts: z.record(z.string(), z.number()),
      ...stateNumbersSchema(),
    }),
  async run(context, { path, store }) {
    const options = { doing: "adopt", profile: "lenient", acceptEdits: false } as const;
    const kit = await readKit(context, path, {}, options);
    const record = await readDreamRecord(kit.files);
    const { source, history } = kit.history ?? {};
    if (!record || !source || !history) throw notAdoptable(path, record !== null);
    const [edit] = editTexts(kit.edits);
    if (edit !== undefined) throw editedDream(path, edit);
    return inWorkspace(context, { store, effect: "write" }, async (ledger) => {
      const before = await ledger.read(async (tx) => ({
        relation: await relationTo(tx, history),
        loaded: await requireState(tx, history.state.address),
      }));
      const isNew = before.relation === "behind";
      if (isNew && before.loaded.head !== record.input.head) throw changedState(path);
      if (!isNew && before.relation !== "same") throw changedState(path);
      const { isDiverged } = await importHistory(
        ledger,
        { source, history },
        kit.findings,
        () => {},
      );
      if (isDiverged) throw changedState(path);
      const { state } = await ledger.read((tx) => requireState(tx, history.state.address));
      return {
        path: kit.absolute,
        state: addressText(state.address),
        adopted: isNew,
        events: state.head_seq - before.loaded.state.head_seq,
        counts: countActions(record.decisions),
        ...stateNumbers(state),
      };
    });
  },
});

function notAdoptable(path: string, isDream: boolean): HoldallError {
  const state = isDream ? "it was dreamt of a bundle without a history" : "no dream made it";
  const cure = isDream
    ? "take it over with `holdall kit import PATH --apply`"
    : "make one with `holdall kit export` and `holdall dream`";
  return new HoldallError("E_FORMAT", `Cannot adopt "${path}": ${state}`, { cure });
}

function editedDream(path: string, edit: string): HoldallError {
  return new HoldallError("E_CONFLICT", `Cannot adopt "${path}": ${edit}`, {
    cure: "log the edits too with `holdall kit import PATH --apply --accept-edits`",
  });
}

function changedState(path: string): HoldallError {
  return new HoldallError(
    "E_CONFLICT",
    `Cannot adopt "${path}": the state has changed since it was dreamt of`,
    { cure: "export it again and dream anew" },
  );
}
