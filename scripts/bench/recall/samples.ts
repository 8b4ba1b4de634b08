import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run.ts";

/** The folder of published corpora: where HOLDALL_SAMPLES says, else beside the project; null when neither is there. */
export function corporaFolder(): string | null {
  const folders = [process.env.HOLDALL_SAMPLES, join(root, "../shared/fixtures")];
  const found = folders.find(
    (each) => each !== undefined && existsSync(join(each, "artesian-bench")),
  );
  return found === undefined ? null : join(found, "artesian-bench");
}
