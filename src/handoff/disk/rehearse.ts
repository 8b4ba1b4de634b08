import fs from "node:fs";
import path from "node:path";
import { formatNumber } from "../../base/text/format-count.ts";
import { placeText } from "../../disk/place-text.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { showWriting } from "../../sessions/show-progress.ts";
import { checkSession } from "../check-session.ts";
import {
  type HandedOverSession,
  type SessionFileWriter,
  type SessionPlan,
  writeSession,
} from "../write-session.ts";

/**
 * Writes a session into a temporary folder and checks it as a handoff does: a dry run that ends well means
 * that the handoff would, and what the receiver's format cannot take is known. Returns what would be placed.
 */
export async function rehearse(
  plan: SessionPlan,
  progress: OperationContext["progress"] = () => {},
): Promise<HandedOverSession> {
  const folder = createTemporaryFolder();
  const files: SessionFileWriter = {
    // Readers find the files of sub-agents by their location relative to each other.
    pathOf: (file) => path.join(folder, path.relative(path.parse(file).root, file)),
    async place(file, text) {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      await placeText(file, showWriting(text, progress));
    },
    checked: (items) => progress(`checking: ${formatNumber(items)} items`),
  };
  try {
    const written = await writeSession(plan, files);
    await checkSession(plan, written, files);
    const { session_id } = plan.session;
    const placed = { session_id, path: plan.target, created: [], resume: [], notes: [] };
    return { placed, written };
  } finally {
    removeTemporary(folder);
  }
}
