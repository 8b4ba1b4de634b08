import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { parseCitation } from "../../model/citation.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { conversationRows, viewRows } from "../../pages/conversation/conversation-rows.ts";
import {
  type ConversationPart,
  conversationSchema,
} from "../../pages/conversation/conversation-schema.ts";
import { escapePage } from "../../pages/conversation/escape-page.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeInput } from "../../runtime/workspace.ts";
import {
  conversationInput,
  findConversation,
  type KeptSession,
} from "../../sessions/find-conversation.ts";
import { headerFacts, nameKept, readKeptPage } from "../../sessions/kept-session.ts";
import { findSource, type HandoffSource, readConversation } from "../../sessions/source.ts";
import type { ShownThread } from "../../threads/show.ts";
import {
  conversationViewSchema,
  noItem,
  viewConversation,
} from "../../transcripts/conversation-view.ts";
import type { ToolTable } from "../../transcripts/tool-names.ts";
import { viewTurns } from "../../transcripts/turn-view.ts";
import type { ConversationData } from "../../web/page.ts";
import { defineOperation } from "../operation/define-operation.ts";

const input = z.object({
  ...conversationInput,
  from: integer(1).optional().describe("Number of the first item to show (default: the newest)"),
  limit: integer(1).max(100_000).default(40).describe("Number of items to show"),
  all: z.boolean().default(false).describe("Show the complete conversation"),
  tools: z.boolean().default(false).describe("Show arguments and results of tool calls in full"),
  diff: z.boolean().default(false).describe("Show the changes of files"),
  thinking: z
    .boolean()
    .default(false)
    .describe("Show what the model thought, where it is readable"),
  "sub-agents": z
    .boolean()
    .default(false)
    .describe("Show sub-agents, abandoned branches, thinking and system context, too"),
  markdown: z.boolean().default(false).describe("Print Markdown"),
  ...storeInput,
});

/** A session, an imported session or a thread, with a part of its conversation. */
const shownSchema = () =>
  z.object({
    kind: z.enum(["session", "imported session", "thread", "bundle"]),
    agent: z.string().nullable(),
    id: z.string(),
    title: z.string().nullable(),
    cwd: z.string().nullable(),
    model: z.string().nullable(),
    started_at: z.string().nullable(),
    path: z.string(),
    ...conversationViewSchema().shape,
    /** Whether `total`, the items of the conversation, is all: a server reads a long session only as far as somebody asks. */
    complete: z.boolean(),
    /**
     * Set when a server has read the beginning of a long session only. A later message may take back what is
     * shown: ask for the rows from 1 again.
     */
    provisional: z.literal(true).optional(),
    /** With --sub-agents the conversation is here instead of in `items`. */
    conversation: conversationSchema().nullable(),
    /** How the items are to be printed. */
    view: z.object({
      tools: z.boolean(),
      diff: z.boolean(),
      full: z.boolean(),
      markdown: z.boolean(),
    }),
  });

type Input = z.infer<typeof input> & { readonly item?: string | undefined };
type Shown = Omit<z.infer<ReturnType<typeof shownSchema>>, "view">;

export default defineOperation({
  name: "show",
  summary: "Show the conversation of a session, a thread or a bundle",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: ["what"],
  examples: ["show claude", "show last --tools", "show session.jsonl --from 1 --limit 20"],
  input,
  output: shownSchema,
  async run(context, parsed) {
    const cited = fs.existsSync(path.resolve(context.cwd, parsed.what))
      ? null
      : parseCitation(parsed.what);
    const shown = await find(
      context,
      cited === null ? parsed : { ...parsed, what: cited.session, item: cited.item },
    );
    const { tools, diff, markdown, all: full } = parsed;
    return { ...shown, view: { tools, diff, full, markdown } };
  },
});

function find(context: OperationContext, asked: Input): Promise<Shown> {
  const { what, store } = asked;
  return findConversation(context, {
    what,
    store,
    limit: asked.all ? Number.MAX_SAFE_INTEGER : asked.limit,
    onDisk: () => showOnDisk(context, asked),
    kept: async (found, location) =>
      found.kind === "session"
        ? showKept(found, location, asked)
        : showKeptThread(found.thread, location, asked),
  });
}

/** What is on this machine; a server keeps the rows of sessions for the next part. */
async function showOnDisk(context: OperationContext, asked: Input): Promise<Shown> {
  const { what, session } = asked;
  const kept = context.conversations;
  if (kept === undefined || !asked["sub-agents"]) {
    return showSource(await findSource(context, what, { session, wait: false }), asked);
  }
  const named = await nameKept(context, kept, { what, session });
  if (named.kind !== "session") {
    return showSource(await readConversation(context, what, named), asked);
  }
  const read = await readKeptPage(context, kept, { named, ...windowOf(asked) });
  const { total, isComplete: complete, ...conversation } = read.page;
  const shown = { total, complete, items: [], hidden: NOTHING_HIDDEN, conversation };
  return { ...read.facts, ...shown, ...(read.isProvisional && { provisional: true as const }) };
}

async function showSource(source: HandoffSource, asked: Input): Promise<Shown> {
  const { header } = source.session;
  const view = await viewItems(source.session.items(), source.tools, asked);
  return {
    kind: source.kind === "session" ? "session" : "bundle",
    agent: source.agent === null ? null : source.agent.displayName,
    id: source.session_id,
    ...headerFacts(header),
    path: source.path,
    ...view,
  };
}

async function showKept(
  { id, agent, session }: KeptSession,
  location: string,
  asked: Input,
): Promise<Shown> {
  const view = await viewItems(session.items(), agent.tools, asked);
  const facts = { ...headerFacts(session.header), path: location };
  return { kind: "imported session", agent: agent.displayName, id, ...facts, ...view };
}

function showKeptThread(thread: ShownThread, location: string, asked: Input): Shown {
  return {
    kind: "thread",
    agent: null,
    id: thread.thread_id,
    title: thread.title,
    cwd: null,
    model: null,
    started_at: new Date(thread.created_at_ms).toISOString(),
    path: location,
    total: thread.messages + thread.inherited,
    complete: true,
    ...viewTurnsOf(thread.turns, asked),
  };
}

const NOTHING_HIDDEN = { sub_agents: 0, branches: 0, thinking: 0 };

/** The items of a session: those of the conversation that was continued, or all. */
async function viewItems(
  items: AsyncIterable<TranscriptItem>,
  tools: ToolTable,
  asked: Input,
): Promise<Pick<Shown, "total" | "complete" | "items" | "hidden" | "conversation">> {
  const complete = true;
  if (!asked["sub-agents"]) {
    const view = await viewConversation(items, tools, windowOf(asked));
    return { ...view, complete, conversation: null };
  }
  const { conversation: all } = await conversationRows(items, tools);
  const conversation = partOf(all, asked);
  return { total: all.rows.length, complete, items: [], hidden: NOTHING_HIDDEN, conversation };
}

function viewTurnsOf(
  turns: Parameters<typeof viewTurns>[0],
  asked: Input,
): Pick<Shown, "items" | "hidden" | "conversation"> {
  const items = viewTurns(turns);
  const hidden = NOTHING_HIDDEN;
  if (!asked["sub-agents"]) return { items, hidden, conversation: null };
  return { items: [], hidden, conversation: partOf(viewRows(items), asked) };
}

/** The rows that were asked for, safe to show. */
function partOf({ rows, groups }: ConversationData, asked: Input): ConversationPart {
  const { limit, item } = windowOf(asked);
  const at = item === undefined ? -1 : rows.findIndex((row) => row.item?.startsWith(item));
  if (item !== undefined && at < 0) throw noItem(item);
  const from = at < 0 ? windowOf(asked).from : at + 1;
  const first = from === null ? Math.max(0, rows.length - limit) : from - 1;
  const { page, shortened } = escapePage({ rows: rows.slice(first, first + limit), groups });
  return { ...page, shortened };
}

function windowOf({
  from,
  limit,
  item,
  all,
  thinking,
}: Input): Parameters<typeof viewConversation>[2] {
  if (all) return { from: null, limit: Number.MAX_SAFE_INTEGER, thinking };
  return { from: from ?? null, limit, item, thinking };
}
