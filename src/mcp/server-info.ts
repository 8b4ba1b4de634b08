import fs from "node:fs";
import path from "node:path";
import type { JsonObject } from "../base/json/value.ts";

let known: JsonObject | undefined;

/** How the server introduces itself; the version is read once. */
export function serverInfo(): JsonObject {
  known ??= { name: "holdall", title: "Holdall", version: readVersion() };
  return known;
}

/** The version of this package: that of the manifest nearest to the program that was started. */
function readVersion(): string {
  const program = fs.realpathSync(process.argv[1] ?? ".");
  for (let folder = path.dirname(program); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (fs.existsSync(manifest))
      return String(JSON.parse(fs.readFileSync(manifest, "utf8")).version);
    if (path.dirname(folder) === folder) return "unknown";
  }
}
