import fs from "node:fs";
import path from "node:path";

/** Writes a file of an agent's configuration and the folders above it. */
export function writeConfiguration(file: string, content: string | object): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}

/** The newest file below a folder whose relative path matches, and whose content does. */
export function newestFile(
  folder: string,
  pattern: RegExp,
  isWanted: (content: string) => boolean = () => true,
): string | null {
  if (!fs.existsSync(folder)) return null;
  const found = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .map((file) => path.join(folder, file))
    .filter((file) => isWanted(fs.readFileSync(file, "utf8")))
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
  return found[0] ?? null;
}
