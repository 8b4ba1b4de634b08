import { HoldallError } from "../../../base/errors.ts";
import { modelCheck } from "../../mandates/choices.ts";
import { listResponsibilities, openPlace } from "../workspace.ts";
import type { MandateOutput } from "./mandate-result.ts";

interface ChosenResponsibilities {
  readonly id?: string | undefined;
  readonly all: boolean;
  readonly workspace?: string | undefined;
  readonly store?: string | undefined;
}

/** The responsibilities that are refreshed: one that was named, or all. */
export function chosenIds(
  context: Parameters<typeof openPlace>[0],
  { id, all, ...place }: ChosenResponsibilities,
): readonly string[] {
  if (id !== undefined && !all) return [id];
  if (id === undefined && all) return listResponsibilities(openPlace(context, place));
  throw new HoldallError("E_USAGE", "Cannot refresh: name one responsibility, or add --all", {
    cure: "list them with `holdall context status`",
  });
}

/** Whether files may not be published, or a check of the model alone found one that may not work. */
export function isRefused({ blocked, mandate, model }: MandateOutput): boolean {
  if (mandate !== modelCheck.mandate) return blocked !== null;
  return model?.class === "violation" && model.outcome !== "auto_switched";
}
