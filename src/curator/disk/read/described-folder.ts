import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { readExternalText } from "../../../disk/replace-text-file.ts";
import { readManifest } from "../../responsibilities/manifest.ts";
import { rootFolders } from "../../workspace/layout.ts";
import { type Place, responsibilityRoot } from "../workspace.ts";

/** Where a responsibility lies in its workspace, and what its manifest says. */
export function describeFolder(place: Place, id: string) {
  const root = rootOf(place, id);
  if (root === null) return { capability_path: `${rootFolders[0]}/${id}`, metadata: null };
  const manifest = readExternalText(pathInside(root, "manifest.json"));
  const relative = path.relative(place.root, root).split(path.sep).join("/");
  return {
    capability_path: relative === "" ? "." : relative,
    metadata: manifest === null ? null : readManifest(manifest, id),
  };
}

/** A responsibility may be registered before it has a folder. */
function rootOf(place: Place, id: string): string | null {
  try {
    return responsibilityRoot(place, id);
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
    throw error;
  }
}
