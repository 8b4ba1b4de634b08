import { randomUUID } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { describeTree, type ProcessTree } from "./process-tree.ts";

/** The variable by which the processes of a start are recognised; starts within starts have several marks. */
const MARK_VARIABLE = "HOLDALL_RUN";

/** The mark of one start, which all processes inherit that come of it. */
export interface ProcessMark {
  readonly tree: ProcessTree;
  readonly variables: Readonly<Record<string, string>>;
  /** An open file without a name, for programs that start others with an empty environment; null without a place. */
  readonly file: number | null;
  /** Closes the file here, when the program has it. */
  close(): void;
}

/** Creates the mark of a program that is about to be started. */
export function markProcess(): ProcessMark {
  const mark = `holdall-run-${randomUUID()}`;
  const outer = process.env[MARK_VARIABLE];
  const file = openUnnamed(path.join(os.tmpdir(), mark));
  return {
    tree: describeTree(mark),
    variables: { [MARK_VARIABLE]: outer === undefined ? mark : `${outer}:${mark}` },
    file,
    close: () => {
      if (file !== null) fs.closeSync(file);
    },
  };
}

function openUnnamed(name: string): number | null {
  try {
    const file = fs.openSync(name, "wx", 0o600);
    fs.unlinkSync(name);
    return file;
  } catch {
    return null;
  }
}
