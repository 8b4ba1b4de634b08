import path from "node:path";
import type { HostPlace } from "../agents/host.ts";
import { pathInside } from "../disk/path-inside.ts";
import { readExternalText, replaceOwnFile, replaceTextFile } from "../disk/replace-text-file.ts";
import { realPath } from "../runtime/workspace-paths.ts";

/**
 * The text of a file in which a host keeps settings; null without one. A project may come from anyone, so a link in
 * the place of its file or of a folder above it is refused. The user's own settings may be links: tools that
 * keep dotfiles in a repository make them so.
 */
export function readHostFile(place: HostPlace, file: string): string | null {
  return readExternalText(requireHostFile(place, file));
}

/** Replaces such a file, by the same rule. */
export function replaceHostFile(place: HostPlace, file: string, text: string): void {
  const allowed = requireHostFile(place, file);
  if (isUsersOwn(place)) replaceTextFile(allowed, text);
  else replaceOwnFile(allowed, text);
}

/** The file of a host, where no link of a project leads away from it. */
export function requireHostFile(place: HostPlace, file: string): string {
  if (isUsersOwn(place)) return file;
  const relative = path.relative(place.project, file).split(path.sep).join("/");
  return pathInside(place.project, relative);
}

/** Whether the settings lie in the user's own folder; a project may be that very folder. */
function isUsersOwn({ scope, project, home }: HostPlace): boolean {
  return scope === "user" || realPath(project) === realPath(home);
}
