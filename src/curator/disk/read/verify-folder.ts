import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import type { Finding } from "../../../base/findings.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { realPath } from "../../../runtime/workspace-paths.ts";
import { PACKS } from "../../pack/pack.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import { diskFiles } from "../responsibility-files.ts";
import { listResponsibilities, openPlace, type Place, responsibilityRoot } from "../workspace.ts";
import { validateResponsibility } from "./validate.ts";
import { verifyResponsibility } from "./verify.ts";

/**
 * Runs every check of a responsibility by its folder. Null unless the folder belongs to the workspace that the
 * caller works in: the record of a stranger's project is not opened because somebody looks at its files.
 */
export async function verifyResponsibilityAt(
  context: OperationContext,
  folder: string,
  store: string | undefined,
) {
  const place = placeOf(context, store);
  const id = place === null ? null : responsibilityAt(place, folder);
  if (place === null || id === null) return null;
  const input = { id, workspace: place.root, store };
  const verified = await verifyResponsibility(context, input);
  const { violations, warnings } = await validateResponsibility(context, {
    ...input,
    secrets: false,
    strict: false,
  });
  const packs = [...diskFiles(responsibilityRoot(place, id)).folders(PACKS)];
  const { refreshes } = verified;
  return {
    responsibility: { responsibility_id: id, refreshes, packs },
    findings: unique([...verified.findings, ...violations, ...warnings]),
  };
}

function placeOf(context: OperationContext, store: string | undefined): Place | null {
  try {
    return openPlace(context, { store });
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
    throw error;
  }
}

/** The responsibility whose folder, or whose folder of curated files, this is. */
function responsibilityAt(place: Place, folder: string): string | null {
  const wanted = realPath(folder);
  const found = listResponsibilities(place).find((id) => {
    const root = realPath(responsibilityRoot(place, id));
    return wanted === root || wanted === path.join(root, BUNDLE);
  });
  return found ?? null;
}

/** Several checks may find the same fault. */
function unique(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
