import { HoldallError } from "../../../base/errors.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { curatorFolder, openPlace, type Place, responsibilityRoot } from "../workspace.ts";
import type { MandateRequest } from "./mandate-request.ts";

/** The responsibility that a mandate works on. */
export interface Site {
  readonly place: Place;
  readonly id: string;
  readonly root: string;
  /** Where locks, staging and caches are. */
  readonly folder: string;
}

/** Opens the responsibility of a mandate; refuses one that the curator may not write for. */
export function openSite(
  context: OperationContext,
  request: MandateRequest,
  place: Place = openPlace(context, request),
): Site {
  const { id, override, acceptMemoryBy } = request;
  requireGrant(place, id);
  requireSteward(place, override?.by ?? acceptMemoryBy);
  return { place, id, root: responsibilityRoot(place, id), folder: curatorFolder(place, id) };
}

/** The curator writes into the folder of a responsibility only where the workspace granted it. */
function requireGrant({ config }: Place, id: string): void {
  const { curator_grants: grants } = config;
  if (grants.includes("*") || grants.includes(id)) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot write for "${id}": the curator has no grant for it`,
    { cure: `add "${id}" to curator_grants in ros.config.yaml` },
  );
}

function requireSteward({ config }: Place, by: string | undefined): void {
  if (by === undefined || by === config.steward_responsibility_id) return;
  throw new HoldallError(
    "E_NOT_STEWARD",
    `Cannot override as "${by}": the steward is "${config.steward_responsibility_id}"`,
    { cure: `let the steward decide, with --by ${config.steward_responsibility_id}` },
  );
}
