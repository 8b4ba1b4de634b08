/** The list of all sessions that handoffs ever created. It remains when an undo removes the record of one. */
import path from "node:path";
import { readExternalText } from "../../disk/replace-text-file.ts";
import { appendToFile } from "../../durable/files.ts";

/** A session that a handoff created. */
interface CreatedCopy {
  readonly agent: string;
  readonly id: string;
}

const FILE = "handoff-copies.txt";

/** Adds a session to the list in a folder for the state of this program, unless it is there. */
export function addCreatedCopy(folder: string, copy: CreatedCopy): void {
  if (!createdCopies(folder).has(copy)) {
    appendToFile(path.join(folder, FILE), () => [`${lineOf(copy)}\n`]);
  }
}

/** The list in a folder. */
export function createdCopies(folder: string): {
  readonly isEmpty: boolean;
  has(copy: CreatedCopy): boolean;
} {
  const lines = new Set(readExternalText(path.join(folder, FILE))?.trimEnd().split("\n"));
  return { isEmpty: lines.size === 0, has: (copy) => lines.has(lineOf(copy)) };
}

function lineOf({ agent, id }: CreatedCopy): string {
  return JSON.stringify([agent, id]);
}
