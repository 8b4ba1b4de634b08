import type { Guide } from "../guide.ts";

/** A session in every form in which it can be handed over, and how that is undone. */
export async function showHandoff(guide: Guide): Promise<void> {
  await guide.show("The sessions of this folder, of every agent", "sessions", {});
  await guide.show("What a handoff would carry; nothing is written yet", "handoff", {
    from: "claude",
    to: "codex",
    "dry-run": true,
  });
  const done = await guide.show("The same session, as one that Codex resumes", "handoff", {
    from: "claude",
    to: "codex",
  });
  await guide.show("Both agents have it now", "sessions", {});
  await guide.show("As a page for a model that has no sessions, within 600 tokens", "handoff", {
    from: "claude",
    to: "page.md",
    budget: 600,
  });
  await guide.show(
    "As a bundle with the state, its history and the complete transcript",
    "handoff",
    {
      from: "claude",
      to: "./handed-over",
    },
  );
  await guide.show("Anyone can verify it", "verify", { path: "handed-over" });
  const { session_id } = done.output as { session_id: string };
  await guide.show("A handoff can be undone", "handoff", { undo: session_id });
}
