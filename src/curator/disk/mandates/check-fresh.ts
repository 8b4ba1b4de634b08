import type { OperationContext } from "../../../runtime/operation-context.ts";
import { keepConfig } from "../kept-config.ts";
import { openBundle } from "../read/open-bundle.ts";
import { readState } from "../read/read-state.ts";
import { listResponsibilities, openPlace, type PlaceInput } from "../workspace.ts";

interface FreshInput extends PlaceInput {
  readonly id: string;
  readonly fix: boolean;
  readonly now?: string | undefined;
}

/** Checks the named responsibility, or every one of the workspace. */
export async function checkAllFresh(
  context: OperationContext,
  input: Omit<FreshInput, "id"> & { readonly id?: string | undefined },
) {
  const ids = input.id === undefined ? listResponsibilities(openPlace(context, input)) : [input.id];
  const responsibilities = [];
  for (const id of ids) responsibilities.push(await checkFreshness(context, { ...input, id }));
  return { fresh: responsibilities.every(({ fresh }) => fresh), responsibilities };
}

/** Checks whether the files of a responsibility are up to date, and refreshes them if that was asked for. */
async function checkFreshness(context: OperationContext, input: FreshInput) {
  const bundle = await openBundle(context, input);
  const { stale } = await readState(context, bundle);
  bundle.files.save();
  keepConfig(bundle.place.root, bundle.place);
  const found = { responsibility_id: input.id, stale: [...stale] };
  if (stale.length === 0 || !input.fix) {
    return { ...found, fresh: stale.length === 0, refreshed: false };
  }
  // Most checks find nothing stale, and then what refreshes is not loaded.
  const { refreshStale } = await import("./refresh-stale.ts");
  const { output } = await refreshStale(context, input, stale);
  const isDone = output.blocked === null;
  return { ...found, fresh: isDone, refreshed: isDone };
}
