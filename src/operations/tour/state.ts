import path from "node:path";
import { writeTourSession } from "./bundles.ts";
import { type Guide, HERE } from "./guide.ts";
import { tourSession } from "./session.ts";

/** The home of the tour's agents, in the scratch folder. */
export const HOME = "home";

/** Imports a recorded session and shows the state that follows from it: what, why, and what it was before. */
export async function showState(guide: Guide, folder: string): Promise<void> {
  placeSession(folder);
  const { id } = tourSession;
  await guide.show(
    "A recorded Claude Code session is read whole; what it decided becomes a small state",
    "import",
    { ...HERE, from: "claude", session: id, state: true },
  );
  await guide.show("What is in force now", "state show", HERE);
  await guide.show(
    "What contradicts it is not lost and not let in: it is a proposal",
    "state commit",
    {
      ...HERE,
      text: "We decided to keep the tide readings in Redis, we rejected a spreadsheet because two people edit it.",
    },
  );
  await guide.show("Every decision of the gate has its reason", "state log", { ...HERE, limit: 3 });
  await guide.show("The state as it was after its second event, exactly", "state replay", {
    ...HERE,
    at: "2",
  });
  await guide.show("One agent yields", "session checkpoint", { ...HERE, "agent-id": "claude" });
  await guide.show("Another resumes, and is given the same state", "session resume", HERE);
  await guide.show(
    "The state travels as a bundle, with the history it follows from",
    "kit export",
    {
      ...HERE,
      out: "tide-state",
      format: "ocf",
    },
  );
  await guide.show("Anyone can check it", "verify", { path: "tide-state" });
}

/** Hands the session over to another agent, as a session of its own. */
export async function showHandoff(guide: Guide): Promise<void> {
  await guide.show(
    "The same session as one that Codex resumes by itself, and what could not move",
    "handoff",
    { from: "claude", to: "codex", session: tourSession.id },
  );
}

function placeSession(folder: string): void {
  const key = tourSession.cwd.replaceAll(/[^A-Za-z0-9]/g, "-");
  const file = path.join(".claude/projects", key, `${tourSession.id}.jsonl`);
  writeTourSession(path.join(folder, HOME, file));
}
