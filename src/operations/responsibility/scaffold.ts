import path from "node:path";
import {
  createFiles,
  responsibilityFiles,
  workspaceFiles,
  workspaceId,
} from "../../curator/disk/scaffold.ts";
import { openPlace } from "../../curator/disk/workspace.ts";
import { requireId } from "../../curator/workspace/ids.ts";
import { stamp } from "../../curator/workspace/time.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import activate from "./activate.ts";
import add from "./add.ts";

/** Writes the files of a responsibility and registers it as active. */
export async function addResponsibility(
  context: OperationContext,
  { root, store, id }: { readonly root: string; readonly store: string; readonly id: string },
): Promise<readonly string[]> {
  requireId(id);
  const started = createFiles(root, workspaceFiles(workspaceId(path.basename(root)), id));
  const { config } = openPlace(context, { workspace: root, store });
  const scaffold = { id, workspace: config.workspace_id, at: stamp(context.now()) };
  const created = [...started, ...createFiles(root, responsibilityFiles(scaffold))];
  const call = { workspace: root, store, id, actor: config.steward_responsibility_id };
  const { responsibility } = await add.run(context, call);
  if (responsibility.status === "draft") await activate.run(context, call);
  return created;
}
