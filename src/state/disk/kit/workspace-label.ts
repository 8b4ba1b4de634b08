import path from "node:path";
import { isUrl } from "../../../stores/locate.ts";

/** The name of a workspace in bundles: the project's folder, or the schema of a database. */
export function workspaceLabel(location: string): string {
  if (isUrl(location)) {
    const url = new URL(location);
    return url.searchParams.get("schema") ?? (url.pathname.slice(1) || "holdall");
  }
  const isInside = path.basename(location) === ".holdall";
  return path.basename(isInside ? path.dirname(location) : location) || "holdall";
}
