import fs from "node:fs";
import { createFolders } from "../durable/files.ts";
import { runAtExit } from "./exit-cleanup.ts";

/** Records what a piece of work creates, so that all of it is removed again unless the work completes. */
export interface UndoLog {
  /** Creates a folder with its missing parents. */
  createFolder(folder: string): void;
  /** Records a file that was created. */
  addFile(file: string): void;
  /** Records how something else is undone; the step must be synchronous, because it may run at exit. */
  addStep(undo: () => void): void;
  /** Everything that was created, a folder before its contents. */
  paths(): readonly string[];
  /** Completes the work: everything stays. */
  commit(): void;
  /** Undoes everything, the last step first. */
  rollback(): void;
}

/** Starts a log; a process that ends before `commit` rolls it back. */
export function createUndoLog(): UndoLog {
  const paths: string[] = [];
  const steps: (() => void)[] = [];
  const addPath = (created: string) => {
    paths.push(created);
    steps.push(() => removeCreated([created]));
  };
  const rollback = () => {
    cancel();
    for (const undo of steps.splice(0).toReversed()) undo();
  };
  const cancel = runAtExit(rollback);
  return {
    createFolder(folder) {
      createFolders(folder, 0o700).forEach(addPath);
    },
    addFile: addPath,
    addStep: (undo) => void steps.push(undo),
    paths: () => [...paths],
    commit: cancel,
    rollback,
  };
}

/**
 * Removes files and folders that were created, the last one first, and returns those that are gone now.
 * A folder that somebody put something into stays.
 */
export function removeCreated(created: readonly string[]): readonly string[] {
  return created.toReversed().filter((each) => {
    const stat = fs.lstatSync(each, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    if (!stat.isDirectory()) fs.rmSync(each);
    else if (fs.readdirSync(each).length === 0) fs.rmdirSync(each);
    else return false;
    return true;
  });
}
