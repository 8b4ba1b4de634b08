import fs from "node:fs";
import path from "node:path";
import type { AgentHost, HostPlace } from "../agents/host.ts";
import { type HostId, hosts } from "../agents/registry.ts";
import { readExternalText } from "../disk/replace-text-file.ts";
import { realPath } from "../runtime/workspace-paths.ts";
import { hookFileOf, reviewOf } from "./hook-registration.ts";
import { readHostFile } from "./host-file.ts";

/**
 * How a user lets a host read what a project has for it; null where the host asks nobody, where it trusts the project, and
 * for a user's own settings.
 */
export function untrustedBy(id: HostId, place: HostPlace): string | null {
  const { trust }: AgentHost = hosts[id];
  if (trust === undefined || place.scope !== "project") return null;
  const notes = readExternalText(trust.notesFile(place)) ?? "";
  const isTrusted = trustedFolders(place.project).some((folder) => trust.isTrusted(notes, folder));
  return isTrusted ? null : trust.instruction(place);
}

/** How a user lets a host run our hooks that are in a place; null where it asks nobody, or all of them are approved. */
export function unreviewedBy(id: HostId, place: HostPlace): string | null {
  const review = reviewOf(id, place.scope);
  const found = hookFileOf(id, place);
  if (review === null || found === null) return null;
  const notes = readExternalText(review.notesFile(place)) ?? "";
  const hooks = found.find(readHostFile(place, found.file) ?? "");
  const isApproved = hooks.every(({ at }) => review.isApproved(notes, found.file, at));
  return isApproved ? null : review.instruction;
}

/** The folders whose trust counts for a project: its own, and that of the repository that it is in. */
function trustedFolders(project: string): readonly string[] {
  const real = realPath(project);
  const folders = [project, real];
  for (let at = real; path.dirname(at) !== at; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return [...folders, at];
  }
  return folders;
}
