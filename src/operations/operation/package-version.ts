import fs from "node:fs";
import path from "node:path";

/** The version of this package: that of the manifest nearest to the program that was started. */
export function packageVersion(): string {
  const program = fs.realpathSync(process.argv[1] ?? ".");
  for (let folder = path.dirname(program); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (fs.existsSync(manifest))
      return String(JSON.parse(fs.readFileSync(manifest, "utf8")).version);
    if (path.dirname(folder) === folder) return "unknown";
  }
}
