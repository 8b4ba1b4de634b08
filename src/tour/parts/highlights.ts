import { type Guide, HERE } from "../guide.ts";
import { flipOneBit } from "./bundles.ts";
import { CONTRADICTION, DECISION } from "./state.ts";

/** The short tour: a handoff, the state, a tampered bundle. */
export async function showHighlights(guide: Guide): Promise<void> {
  const continued = "1. A session that was recorded in Claude Code continues in Codex";
  await guide.show(continued, "handoff", { from: "claude", to: "codex" });
  await guide.show(continued, "sessions", {});
  const kept = "2. What was decided in it is kept as a small state, and defended";
  await guide.show(kept, "init", HERE);
  await guide.show(kept, "import", { ...HERE, from: "claude", state: true });
  await guide.show(kept, "state show", HERE);
  await guide.show(kept, "state commit", { ...HERE, ...DECISION });
  await guide.show(kept, "state commit", { ...HERE, ...CONTRADICTION });
  await guide.show("3. A bundle is verified", "verify", { path: "task-bundle" });
  await flipOneBit(guide, "Then one bit of one of its files is flipped, and verify finds it");
}
