/** What a container gets of an agent that is installed on this machine. */

import fs from "node:fs";
import path from "node:path";
import type { Mount } from "../../../programs/container/own-runtime.ts";

/** A program of this machine in a container. */
export interface MountedProgram {
  readonly mount: Mount;
  /** Its path in the container. */
  readonly command: string;
}

const FOLDER = "/holdall/agent";
const ELF = "\x7fELF";

/**
 * A native program is one file, one for Node the folder of its package, and of the packages beside it where it needs
 * them. Null for any other: a script may need whatever lies around it.
 */
export function mountProgram(program: string): MountedProgram | null {
  const source = fs.realpathSync(program);
  if (readStart(source) === ELF) {
    const target = `${FOLDER}/${path.basename(source)}`;
    return { mount: { source, target }, command: target };
  }
  const [, modules = "", name] = /^(.*\/node_modules)\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? [];
  if (name === undefined) return null;
  const folder = needsOthers(path.join(modules, name)) ? modules : path.join(modules, name);
  const target = `${FOLDER}/node_modules${folder === modules ? "" : `/${name}`}`;
  const command = path.posix.join(target, path.relative(folder, source));
  return { mount: { source: folder, target }, command };
}

/** Whether the dependencies of a package are beside it, and not in a folder of its own. */
function needsOthers(folder: string): boolean {
  if (fs.existsSync(path.join(folder, "node_modules"))) return false;
  try {
    const { dependencies } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
    return Object.keys(dependencies ?? {}).length > 0;
  } catch {
    return false;
  }
}

function readStart(file: string): string {
  const opened = fs.openSync(file, "r");
  try {
    const bytes = Buffer.alloc(ELF.length);
    fs.readSync(opened, bytes);
    return bytes.toString("latin1");
  } finally {
    fs.closeSync(opened);
  }
}
