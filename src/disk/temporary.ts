import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomName } from "../base/hash.ts";
import { toIoError } from "./io-error.ts";

const open = new Set<string>();
let hooked = false;

/** Makes a fresh folder that only this user can enter; it is removed when the process ends. */
export function createTemporaryFolder(parent = os.tmpdir()): string {
  try {
    const folder = fs.mkdtempSync(path.join(parent, "holdall-"));
    remember(folder);
    return folder;
  } catch (error) {
    throw toIoError(error, `make a temporary folder in "${parent}"`);
  }
}

/** A name beside a target for building its replacement; removed when the process ends, if it is still there. */
export function temporaryBeside(target: string): string {
  const name = `.${path.basename(target)}.holdall-${randomName()}`;
  const beside = path.join(path.dirname(target), name);
  remember(beside);
  return beside;
}

/** Removes something that one of these functions named; anything else is left alone. */
export function removeTemporary(location: string): void {
  if (!open.delete(location)) return;
  fs.rmSync(location, { recursive: true, force: true });
}

/** Forgets a temporary name that has become something to keep. */
export function keepTemporary(location: string): void {
  open.delete(location);
}

function remember(location: string): void {
  open.add(location);
  if (hooked) return;
  hooked = true;
  process.on("exit", () => {
    for (const each of open) {
      try {
        fs.rmSync(each, { recursive: true, force: true });
      } catch {
        // The process ends anyway, and how it went was said before.
      }
    }
  });
}
