import { type Guide, HERE } from "../guide.ts";

/** A decision of the recorded work. */
export const DECISION = { text: "We chose SQLite for the tide readings", id: "storage" } as const;
/** A text that contradicts it. */
export const CONTRADICTION = { text: "We chose Redis for the tide readings" } as const;

/** Imports the recorded session and shows the state it leads to: what, why, and what it was before. */
export async function showState(guide: Guide): Promise<void> {
  await guide.createWorkspace();
  await guide.show(
    "A recorded Claude Code session is imported; what it decided becomes a small state",
    "import",
    { ...HERE, from: "claude", state: true },
  );
  await guide.show("What is in force now", "state show", HERE);
  await guide.show("A decision is committed in words of its own", "state commit", {
    ...HERE,
    ...DECISION,
  });
  await guide.show("What contradicts the state is recorded, and not admitted", "state commit", {
    ...HERE,
    ...CONTRADICTION,
  });
  await guide.show("Every decision has its reason", "state log", { ...HERE, limit: 3 });
  await guide.show("The state as it was after its second event", "state replay", {
    ...HERE,
    at: "2",
  });
  await guide.show("One agent records the progress of the work", "session checkpoint", {
    ...HERE,
    "agent-id": "claude",
  });
  await guide.show("Another resumes with the same state", "session resume", HERE);
  await guide.show("The state travels as a bundle, with its history", "kit export", {
    ...HERE,
    out: "tide-state",
    format: "ocf",
  });
  await guide.show("Anyone can verify it", "verify", { path: "tide-state" });
}
