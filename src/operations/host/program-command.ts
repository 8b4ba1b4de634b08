import fs from "node:fs";
import path from "node:path";

/**
 * The command that starts this program again, from any folder and shell: its name if that is on the
 * path, otherwise Node and the file.
 */
export function programCommand(): readonly string[] {
  const own = fs.realpathSync(process.argv[1] ?? "");
  const isOwn = (folder: string) => {
    const file = path.join(folder, "holdall");
    // A path that a package runner added is gone when the runner ends.
    return !folder.includes("node_modules") && fs.existsSync(file) && fs.realpathSync(file) === own;
  };
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => folder !== "" && isOwn(folder))
    ? ["holdall"]
    : [process.execPath, own];
}
