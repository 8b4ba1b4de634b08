import fs from "node:fs";
import path from "node:path";

/** What one piece of work makes; it is taken back unless the work says that it is done. */
export interface UndoLog {
  /** Makes what is missing of a folder's path. */
  folder(folder: string): void;
  /** Notes a file that was made. */
  file(file: string): void;
  /** Notes how something else is taken back, in a step that waits for nothing. */
  step(undo: () => void): void;
  /** Everything that was made, a folder before what is in it. */
  list(): readonly string[];
  /** The work is done: everything stays. */
  keep(): void;
  /** Takes everything back. */
  remove(): void;
}

const open = new Set<UndoLog>();
let isHooked = false;

/** Begins to note what is made; a process that ends before the work is done takes it back too. */
export function createUndoLog(): UndoLog {
  const paths: string[] = [];
  const steps: (() => void)[] = [];
  const made: UndoLog = {
    folder(folder) {
      const missing: string[] = [];
      for (let at = folder; !fs.existsSync(at); at = path.dirname(at)) missing.unshift(at);
      for (const each of missing) {
        fs.mkdirSync(each, { mode: 0o700 });
        paths.push(each);
      }
    },
    file: (file) => void paths.push(file),
    step: (undo) => void steps.push(undo),
    list: () => [...paths],
    keep: () => void open.delete(made),
    remove() {
      open.delete(made);
      removeCreated(paths);
      for (const undo of steps) undo();
    },
  };
  remember(made);
  return made;
}

/** Removes what was made, the last first; folders only when nothing else is in them. Tells what is gone. */
export function removeCreated(made: readonly string[]): readonly string[] {
  return made.toReversed().filter((each) => {
    const there = fs.lstatSync(each, { throwIfNoEntry: false });
    if (there === undefined) return false;
    if (!there.isDirectory()) fs.rmSync(each);
    else if (fs.readdirSync(each).length === 0) fs.rmdirSync(each);
    else return false;
    return true;
  });
}

function remember(made: UndoLog): void {
  open.add(made);
  if (isHooked) return;
  isHooked = true;
  process.on("exit", () => {
    for (const each of open) {
      try {
        each.remove();
      } catch {
        // The process ends anyway, and how it went was said before.
      }
    }
  });
}
