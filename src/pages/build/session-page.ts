import type { IndexedSession } from "../../agents/agent.ts";
import { redactItem } from "../../handoff/redact-item.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { Fact, SessionPage } from "../../web/page.ts";
import { firstPrompt } from "../../web/text/message-writer.ts";
import { conversationRows, type RowRules } from "../conversation/conversation-rows.ts";

/** A page before the facts that every page has are added. */
export type PageContent<Page> = Omit<Page, "notes" | "command" | "written_at">;

/** A session that is to be shown. */
export interface ShownSession extends RowRules {
  readonly kind: string;
  readonly id: string;
  readonly agent: string | null;
  readonly session: Pick<IndexedSession, "header" | "items">;
}

/** The page of a session, without secrets when a redactor is passed. */
export async function sessionPage(
  { kind, id, agent, session, tools, prices }: ShownSession,
  redactor: Redactor | null,
): Promise<PageContent<SessionPage>> {
  const items = await redactedItems(session, redactor);
  const { title, model, cwd, started_at, git_branch } =
    redactor?.value(session.header, "header") ?? session.header;
  const { conversation, facts } = await conversationRows(items, { tools, prices });
  return {
    page: "session",
    kind,
    title: title ?? firstPrompt(conversation.rows) ?? id,
    facts: presentFacts([
      ["Agent", agent],
      ["Model", model],
      ["Started", started_at?.slice(0, 19).replace("T", " ") ?? null],
      ["Folder", cwd],
      ["Branch", git_branch],
      ["Session", id],
    ]).concat(facts),
    conversation,
  };
}

/** The items without secrets. Everything is learnt from first: a secret may be recognised late. */
export async function redactedItems(
  { header, items }: Pick<IndexedSession, "header" | "items">,
  redactor: Redactor | null,
): Promise<AsyncIterable<TranscriptItem>> {
  if (redactor === null) return items();
  redactor.learn(header);
  for await (const item of items()) redactor.learn(item);
  return replaced(items(), redactor);
}

async function* replaced(
  items: AsyncIterable<TranscriptItem>,
  redactor: Redactor,
): AsyncGenerator<TranscriptItem> {
  for await (const item of items) yield redactItem(item, redactor);
}

/** The facts that are known. */
export function presentFacts(
  facts: readonly (readonly [label: string, value: string | null])[],
): Fact[] {
  return facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
}
