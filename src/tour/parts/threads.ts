import fs from "node:fs";
import path from "node:path";
import { type Guide, HERE } from "../guide.ts";

/** Long enough that three of them do not fit into the budget below. */
const LOG = "The gauge at the old pier reported 1.42 m, then nothing for an hour. ".repeat(12);
const BUDGET = 420;

/** A conversation, what a model is given of it within a budget, and the requests for two providers. */
export async function showThreads(guide: Guide): Promise<void> {
  await guide.createWorkspace();
  fs.writeFileSync(path.join(guide.folder, "tides.md"), "# Tides\n");
  const thread = await guide.show("A thread is one conversation", "thread new", {
    ...HERE,
    title: "Tide gauge",
  });
  const { thread_id: id } = thread.output as { thread_id: string };
  const posts = [
    `First log. ${LOG}`,
    `Second log. ${LOG}`,
    "So why does `tides.md` say nothing about the gap?",
  ];
  for (const text of posts) {
    const heading = "Messages are posted; files that they name are noted";
    await guide.show(heading, "thread post", { ...HERE, id, text });
  }
  const compile = { ...HERE, id, budget: BUDGET };
  const explain = "A compile chooses what a model is given, and explains what was left out";
  await guide.show(explain, "thread compile", { ...compile, explain: true });
  for (const render of ["anthropic-messages", "chat-completions"]) {
    const heading = "The same context as complete requests for two providers";
    await guide.show(heading, "thread compile", { ...compile, render, model: "MODEL" });
  }
  await guide.show("The complete ledger is verified: chains, texts, tables", "verify", HERE);
}
