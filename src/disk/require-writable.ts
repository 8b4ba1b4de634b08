import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { toIoError } from "./io-error.ts";
import { pathInside } from "./path-inside.ts";

const { W_OK, X_OK } = fs.constants;

/**
 * Refuses a place below a folder where a file cannot be written: something else is in the way, or this user may not
 * write there. Asked before a change is recorded that the file will show.
 */
export function requireWritable(root: string, relative: string): void {
  const file = pathInside(root, relative);
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    throw new HoldallError("E_IO", `Cannot write "${file}": it is a folder`, {
      cure: "move it elsewhere",
    });
  }
  let folder = path.dirname(file);
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  try {
    fs.accessSync(folder, W_OK | X_OK);
  } catch (error) {
    throw toIoError(error, `write "${file}"`);
  }
}

/** Refuses a file as well that exists and that this user may not write to. */
export function requireAppendable(root: string, relative: string): void {
  requireWritable(root, relative);
  const file = path.join(root, relative);
  try {
    if (fs.existsSync(file)) fs.accessSync(file, W_OK);
  } catch (error) {
    throw toIoError(error, `write "${file}"`);
  }
}
