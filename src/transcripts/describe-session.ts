import type { IndexedSession } from "../agents/agent.ts";
import { oneLine, truncateEnd } from "../base/text/one-line.ts";
import { createActivityCounter, type SessionActivity } from "./session-activity.ts";

/** What lists show of a session. */
export interface SessionFacts extends SessionActivity {
  /** Its title, or how it began. */
  readonly title: string | null;
  /** The model that answered last. */
  readonly model: string | null;
  readonly messages: number;
  /** Messages of the person alone. */
  readonly questions: number;
  /** What the agent last sent and received together: how full its context is; null when it does not say. */
  readonly tokens: number | null;
}

const MAX_TITLE = 200;

/** Reads a session through for what lists show of it; only the path in force counts as messages. */
export async function describeSession({
  header,
  items,
}: Pick<IndexedSession, "header" | "items">): Promise<SessionFacts> {
  let title = header.title;
  let model = header.model;
  let messages = 0;
  let questions = 0;
  let tokens: number | null = null;
  const activity = createActivityCounter();
  for await (const item of items()) {
    activity.add(item);
    if (item.thread !== null || item.branch !== null) continue;
    if (item.kind === "usage") {
      tokens = item.input_uncached + item.cache_read + item.cache_write + item.output;
    }
    if (item.kind !== "message") continue;
    messages++;
    // A teammate's message is a question; a task's report and what the program adds are none.
    if (item.role === "user" && (item.sender ?? "teammate") === "teammate") {
      questions++;
      title ??= item.text;
    }
    model = item.model ?? model;
  }
  const shortTitle = truncateEnd(oneLine(title ?? ""), MAX_TITLE);
  return { title: shortTitle || null, model, messages, questions, tokens, ...activity.result() };
}
