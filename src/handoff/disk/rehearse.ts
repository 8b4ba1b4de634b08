import fs from "node:fs";
import path from "node:path";
import { formatNumber } from "../../base/text/format-count.ts";
import { placeText } from "../../disk/place-text.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { showWriting } from "../../sessions/show-progress.ts";
import { type SessionPlan, writeAndCheck } from "../write-and-check.ts";

/**
 * Writes a session into a temporary folder and checks it as a handoff does: a dry run that ends well means
 * that the handoff would, and what the receiver's format cannot take is known.
 */
export async function rehearse(
  plan: SessionPlan,
  progress: OperationContext["progress"] = () => {},
): Promise<void> {
  const folder = createTemporaryFolder();
  try {
    await writeAndCheck(plan, {
      // Readers find the files of sub-agents by where they are to each other.
      pathOf: (file) => path.join(folder, path.relative(path.parse(file).root, file)),
      async place(file, text, late) {
        fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
        await placeText(file, showWriting(text, progress), late);
      },
      checked: (items) => progress(`checking: ${formatNumber(items)} items`),
    });
  } finally {
    removeTemporary(folder);
  }
}
