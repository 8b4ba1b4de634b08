import type { JsonObject } from "../base/json/value.ts";
import { packageVersion } from "../runtime/package-version.ts";

let known: JsonObject | undefined;

/** How the server introduces itself; the version is read once. */
export function serverInfo(): JsonObject {
  known ??= { name: "holdall", title: "Holdall", version: packageVersion() };
  return known;
}
