import { guardFile } from "../../bundles/disk/guard-file.ts";
import type { OutputTarget } from "../../bundles/disk/guard-output.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** What every page of ours has near its beginning. */
const GENERATOR = '<meta name="generator" content="holdall">';

/** Makes sure that writing a page destroys nothing but an earlier page, and that only with `--force`. */
export function guardHtml(context: OperationContext, out: string, force: boolean): OutputTarget {
  const isOurs = (head: string) => head.includes(GENERATOR);
  return guardFile(context, { out, force, kind: "page of holdall", isOurs });
}
