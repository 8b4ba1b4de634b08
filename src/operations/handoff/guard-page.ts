import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { exists, requireParent } from "../../disk/write-atomically.ts";
import { isPage } from "../../transcripts/markdown.ts";
import { beginsAtif } from "../../transcripts/read-atif.ts";
import type { OutputTarget } from "../bundle/guard-output.ts";
import type { OperationContext } from "../operation/operation.ts";

/** Tells by how a file begins whether a handoff wrote it. */
const isOurs = { page: isPage, trajectory: beginsAtif } as const;

const HEAD_BYTES = 4096;

/**
 * Makes sure that writing a page or a trajectory harms nothing: the place is free, or holds one that a
 * handoff wrote and `--force` was given.
 */
export function guardPage(
  context: OperationContext,
  out: string,
  { kind, force }: { readonly kind: keyof typeof isOurs; readonly force: boolean },
): OutputTarget {
  const absolute = path.resolve(context.cwd, out);
  requireParent(absolute);
  if (!exists(absolute)) return { absolute, replace: false };
  if (!force) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: `choose another path, or add --force to replace a ${kind} of an earlier handoff`,
    });
  }
  if (fs.lstatSync(absolute).isFile() && isOurs[kind](headOf(absolute))) {
    return { absolute, replace: true };
  }
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot replace "${out}": it is not a ${kind} of an earlier handoff`,
    {
      cure: "remove it yourself or choose another path",
    },
  );
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
