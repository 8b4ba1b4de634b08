import { HoldallError } from "../../../base/errors.ts";

export function notAdoptable(path: string, isDream: boolean): HoldallError {
  const state = isDream ? "its source has no history" : "it was not written by `dream`";
  const cure = isDream
    ? "import it with `holdall kit import PATH --apply`"
    : "create one with `holdall dream`";
  return new HoldallError("E_FORMAT", `Cannot adopt "${path}": ${state}`, { cure });
}

export function editedDream(path: string, edit: string): HoldallError {
  return new HoldallError("E_CONFLICT", `Cannot adopt "${path}": ${edit}`, {
    cure: "accept the edits with `holdall kit import PATH --apply --accept-edits`",
  });
}

export function changedState(path: string): HoldallError {
  return new HoldallError("E_CONFLICT", `Cannot adopt "${path}": the state has changed since`, {
    cure: "run `holdall dream` again",
  });
}
