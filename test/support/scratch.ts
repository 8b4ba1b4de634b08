import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { reachableTmp } from "./other-user.ts";

/** A folder for the tests of one file, removed after them. */
export function makeScratch(): string {
  const folder = fs.mkdtempSync(path.join(reachableTmp(), "holdall-test-"));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files below a folder, which is made when it is not there, and returns the folder. */
export function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string {
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
  return folder;
}

/** Everything below a path: names, kinds, modes and content, to see whether anything was touched. */
export function picture(location: string): Record<string, string> {
  const seen: Record<string, string> = {};
  const look = (relative: string) => {
    const absolute = path.join(location, relative);
    const stat = fs.lstatSync(absolute);
    seen[relative] = `${(stat.mode & 0o7777).toString(8)} ${describe(absolute, stat)}`;
    if (!stat.isDirectory()) return;
    for (const name of fs.readdirSync(absolute).sort()) look(path.join(relative, name));
  };
  look(".");
  return seen;
}

function describe(absolute: string, stat: fs.Stats): string {
  if (stat.isDirectory()) return "folder";
  if (stat.isSymbolicLink()) return `link to ${fs.readlinkSync(absolute)}`;
  if (!stat.isFile()) return "other";
  return createHash("sha256").update(fs.readFileSync(absolute)).digest("hex");
}
