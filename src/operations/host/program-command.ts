import fs from "node:fs";
import path from "node:path";

/**
 * The words that start this program again, whatever folder and shell it is started from: its name when
 * the user can call it by that, else Node and the file.
 */
export function programCommand(): readonly string[] {
  const own = fs.realpathSync(process.argv[1] ?? "");
  const isOwn = (folder: string) => {
    const file = path.join(folder, "holdall");
    // What a package runner puts into the path is gone when it ends.
    return !folder.includes("node_modules") && fs.existsSync(file) && fs.realpathSync(file) === own;
  };
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => folder !== "" && isOwn(folder))
    ? ["holdall"]
    : [process.execPath, own];
}
