import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { exists, requireParent } from "../../disk/write-atomically.ts";
import type { OutputTarget } from "../bundle/guard-output.ts";
import type { OperationContext } from "../operation/operation.ts";

/** What every page of ours has near its beginning. */
const GENERATOR = '<meta name="generator" content="holdall">';
const HEAD_BYTES = 4096;

/**
 * Makes sure that writing a page destroys nothing: the path is free, or has an earlier page and
 * `--force` was passed.
 */
export function guardHtml(context: OperationContext, out: string, force: boolean): OutputTarget {
  const absolute = path.resolve(context.cwd, out);
  requireParent(absolute);
  if (!exists(absolute)) return { absolute, replace: false };
  if (!force) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: "choose another path, or add --force to replace an earlier page",
    });
  }
  if (fs.lstatSync(absolute).isFile() && headOf(absolute).includes(GENERATOR)) {
    return { absolute, replace: true };
  }
  throw new HoldallError("E_PROTECTED", `Cannot replace "${out}": it is not a page of holdall`, {
    cure: "remove it yourself or choose another path",
  });
}

function headOf(file: string): string {
  const descriptor = fs.openSync(file, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.toString("utf8", 0, fs.readSync(descriptor, head));
  } finally {
    fs.closeSync(descriptor);
  }
}
