import path from "node:path";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** The absolute form of a path of the input. */
export function resolvePath({ cwd }: Pick<OperationContext, "cwd">, location: string): string {
  return path.resolve(cwd, location);
}
