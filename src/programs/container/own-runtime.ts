/** This process's own program and libraries, with which a script runs in any image of the same kind of machine. */

import fs from "node:fs";
import path from "node:path";

/** A file or folder of this machine, and where a container has it. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly isWritable?: boolean;
}

/** What a container needs of this machine to run a script. */
export interface OwnRuntime {
  readonly mounts: readonly Mount[];
  /** The command in front of the script's name. */
  readonly command: readonly [string, ...string[]];
}

const FOLDER = "/holdall/lib";
const PROGRAM = "/holdall/node";

/**
 * The libraries are those that this process has loaded: an image may have others, or none. Their loader starts the
 * program, so that nothing of the image is needed.
 */
export function ownRuntime(): OwnRuntime {
  const libraries = loadedLibraries(fs.readFileSync("/proc/self/maps", "utf8"));
  const mounts: Mount[] = [{ source: fs.realpathSync(process.execPath), target: PROGRAM }];
  for (const [name, source] of libraries) mounts.push({ source, target: `${FOLDER}/${name}` });
  const loader = [...libraries.keys()].find((name) => /^ld-/.test(name));
  if (loader === undefined) return { mounts, command: [PROGRAM] };
  return { mounts, command: [`${FOLDER}/${loader}`, "--library-path", FOLDER, PROGRAM] };
}

/** Loaded libraries by the names under which programs ask for them: `libstdc++.so.6` is the file `libstdc++.so.6.0.30`. */
function loadedLibraries(maps: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of maps.split("\n")) {
    const file = line.slice(line.indexOf("/"));
    const [name] = /^[^/]+\.so(?:\.\d+)?(?=$|\.)/.exec(path.basename(file)) ?? [];
    if (line.includes("/") && name !== undefined) found.set(name, file);
  }
  return found;
}
