import fs from "node:fs";
import path from "node:path";

/** The version of this package. */
export function packageVersion(): string {
  const manifest = path.join(packageFolder(), "package.json");
  if (!fs.existsSync(manifest)) return "unknown";
  return String(JSON.parse(fs.readFileSync(manifest, "utf8")).version);
}

/** The folder of this package: that of the manifest nearest to the program that was started. */
export function packageFolder(): string {
  const program = fs.realpathSync(process.argv[1] ?? ".");
  for (let folder = path.dirname(program); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "package.json"))) return folder;
    if (path.dirname(folder) === folder) return folder;
  }
}
