import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Everything that a build depends on. */
const SOURCES = ["src/**/*", "scripts/*.ts", "package.json", "package-lock.json", "tsconfig*.json"];

/** A hash that is another one as soon as a file below `folder` changes that a build depends on. */
export async function hashSources(folder: string): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(SOURCES, { cwd: folder, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${file.slice(folder.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}
