import { HoldallError } from "../../base/errors.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { type ResponsibilityRow, selectResponsibility } from "./tables/registry.ts";

/** A responsibility of the registry; `E_NOT_FOUND` if this workspace has none with the id. */
export async function requireResponsibility(
  { tx }: Pick<UnitOfWork, "tx">,
  workspace: string,
  id: string,
): Promise<ResponsibilityRow> {
  const found = await selectResponsibility(tx, workspace, id);
  if (found !== null) return found;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find the responsibility "${id}" in the registry of workspace "${workspace}"`,
    { cure: `register it with \`holdall responsibility add ${id}\`` },
  );
}
