import { HoldallError } from "../../../base/errors.ts";

/** The refusal of a bundle that is no dream, or has no history. */
export function notAdoptable(path: string, isDream: boolean): HoldallError {
  const state = isDream ? "its source has no history" : "it was not written by `dream`";
  const cure = isDream
    ? "import it with `holdall kit import PATH --apply`"
    : "create one with `holdall dream`";
  return new HoldallError("E_FORMAT", `Cannot adopt "${path}": ${state}`, { cure });
}

/** The refusal of a dream that was edited by hand. */
export function editedDream(path: string, edit: string): HoldallError {
  return new HoldallError("E_CONFLICT", `Cannot adopt "${path}": ${edit}`, {
    cure: "accept the edits with `holdall kit import PATH --apply --accept-edits`",
  });
}

/** The refusal of a dream about an earlier state. */
export function changedState(path: string): HoldallError {
  return new HoldallError("E_CONFLICT", `Cannot adopt "${path}": the state has changed since`, {
    cure: "run `holdall dream` again",
  });
}
