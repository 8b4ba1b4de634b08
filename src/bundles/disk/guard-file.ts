import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { exists, requireParent } from "../../disk/write-atomically.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { OutputTarget } from "./guard-output.ts";

const HEAD_BYTES = 4096;

/** A file that may replace an earlier one of its kind. */
interface FileToWrite {
  readonly out: string;
  readonly force: boolean;
  /** What an earlier one is called in messages, such as "page of holdall". */
  readonly kind: string;
  /** Whether a file is such a one, by how it begins. */
  isOurs(head: string): boolean;
}

/** Makes sure that writing a file destroys nothing: the path is free, or has one of ours and `--force` was passed. */
export function guardFile(
  context: Pick<OperationContext, "cwd">,
  { out, force, kind, isOurs }: FileToWrite,
): OutputTarget {
  const absolute = path.resolve(context.cwd, out);
  requireParent(absolute);
  if (!exists(absolute)) return { absolute, replace: false };
  if (!force) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: `choose another path, or add --force to replace a ${kind}`,
    });
  }
  if (fs.lstatSync(absolute).isFile() && isOurs(headOf(absolute))) {
    return { absolute, replace: true };
  }
  throw new HoldallError("E_PROTECTED", `Cannot replace "${out}": it is not a ${kind}`, {
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
