import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { formatCount } from "../base/text/format-count.ts";
import { isYieldDue, yieldToEventLoop } from "../disk/yield-to-event-loop.ts";
import { type Citation, citedNumber, parseCitation } from "../model/citation.ts";
import { droppedSchema } from "../model/dropped.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import { conversationRows, viewRows } from "../pages/conversation/conversation-rows.ts";
import {
  type ConversationPart,
  conversationSchema,
} from "../pages/conversation/conversation-schema.ts";
import { escapePage } from "../pages/conversation/escape-page.ts";
import { integer } from "../runtime/integer.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { pricesFor } from "../runtime/prices.ts";
import { storeInput } from "../runtime/workspace.ts";
import type { PriceTable } from "../tasks/read/prices.ts";
import type { ShownThread } from "../threads/show.ts";
import {
  type ConversationView,
  conversationViewSchema,
  noItem,
  type ViewItem,
  viewConversation,
} from "../transcripts/conversation-view.ts";
import { type CompactedSession, findDropped } from "../transcripts/dropped/find-dropped.ts";
import { isNumbered } from "../transcripts/item-numbers.ts";
import { viewTurns } from "../transcripts/turn-view.ts";
import type { ConversationData, Row } from "../web/page.ts";
import { agentEnvironment } from "./agent-sessions.ts";
import { takeWithin } from "./conversation-text.ts";
import { conversationInput, findConversation, type KeptSession } from "./find-conversation.ts";
import { createScore } from "./index/matching-lines.ts";
import { parseQuery } from "./index/terms.ts";
import { headerFacts, nameKept, readKeptPage } from "./kept-session.ts";
import { type NamedSource, nameSource } from "./named-source.ts";
import { resumeCommand } from "./resume-command.ts";
import { type HandoffSource, readConversation, readNamed } from "./source.ts";
import { starredSessions } from "./stars/stars.ts";

/** What of a conversation is shown, and how. */
export const showInput = z.object({
  ...conversationInput,
  from: integer(1).optional().describe("Number of the first item (default: the newest)"),
  find: z.string().optional().describe("Words of the item to begin with"),
  limit: integer(1).max(100_000).default(40).describe("Number of items to show"),
  budget: integer(200)
    .max(100_000)
    .optional()
    .describe("Maximum tokens of the items; the result names the next item"),
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
  dropped: z
    .boolean()
    .default(false)
    .describe("Show instead what the last compaction dropped: in no summary and nothing later"),
  markdown: z.boolean().default(false).describe("Print Markdown"),
  ...storeInput,
});

/** A session, an imported session or a thread, with a part of its conversation. */
export const shownSchema = () =>
  z.object({
    kind: z.enum(["session", "imported session", "thread", "bundle"]),
    agent: z.string().nullable(),
    id: z.string(),
    title: z.string().nullable(),
    cwd: z.string().nullable(),
    model: z.string().nullable(),
    started_at: z.string().nullable(),
    path: z.string(),
    /** The command that continues a session in its own agent, in its folder; null where none is known. */
    resume: z.array(z.string()).readonly().nullable(),
    ...conversationViewSchema().shape,
    /** Whether `total`, the items of the conversation, is all: a server reads a long session only as far as somebody asks. */
    complete: z.boolean(),
    /**
     * Set when a server has read the beginning of a long session only. A later message may take back what is
     * shown: ask for the rows from 1 again.
     */
    provisional: z.literal(true).optional(),
    /** The number of the item after the last one that is shown; null at the end of the conversation. */
    next: z.number().nullable(),
    /** With --sub-agents the conversation is here instead of in `items`. */
    conversation: conversationSchema().nullable(),
    /** With --dropped: what the last compaction dropped, instead of the items. */
    dropped: droppedSchema().optional(),
    /** With --find: the words, when no item that would be shown has one of them. */
    not_found: z.string().optional(),
    /** Whether `star` marked the session; null for what is no session of an agent. */
    starred: z.boolean().nullable(),
    /** Set where only a backup has the session: deleted at its agent, or of another machine. */
    kept: z.enum(["gone", "elsewhere"]).nullable(),
    /** How the items are to be printed. */
    view: z.object({
      tools: z.boolean(),
      diff: z.boolean(),
      full: z.boolean(),
      markdown: z.boolean(),
    }),
  });

type Input = z.infer<typeof showInput> & {
  /** The id of the item to begin with, or its number, as a citation names it. */
  readonly item?: string | undefined;
  readonly place?: number | undefined;
};
type Shown = Omit<z.infer<ReturnType<typeof shownSchema>>, "view">;
type Found = Omit<Shown, "next">;

/** Tokens that a caller who is bound to folders gets at once, unless it asks for another number. */
const PART_TOKENS = 4000;

/** Reads a conversation, or a part of it, from wherever it is. */
export async function showConversation(
  context: OperationContext,
  parsed: z.infer<typeof showInput>,
): Promise<Shown> {
  if (parsed.dropped) refuseItems(parsed);
  const budget = parsed.budget ?? (context.roots === null ? undefined : PART_TOKENS);
  // A part within a budget follows the one before it; the first one begins with the conversation.
  const asked = budget === undefined ? parsed : { ...parsed, budget, from: parsed.from ?? 1 };
  const isFile = fs.existsSync(path.resolve(context.cwd, parsed.what));
  const cited = isFile ? null : parseCitation(parsed.what);
  if (parsed.find !== undefined) refuseOtherPlaces(parsed, cited !== null);
  const found = await find(context, cited === null ? asked : citing(asked, parsed.from, cited));
  const shown = parsed.find === undefined ? found : await beginWith(found, parsed.find, asked);
  const last = shown.items.at(-1)?.number ?? shown.total;
  const next = shown.kind !== "thread" && last < shown.total ? last + 1 : null;
  if (budget === undefined) return { ...shown, next };
  const part = takeWithin(shown.items, budget);
  return { ...shown, items: part.items, next: part.next ?? next };
}

/** What is asked for where a citation names the session and the item to begin with. */
function citing(asked: Input, from: number | undefined, cited: Citation): Input {
  const place = citedNumber(cited) ?? undefined;
  const item = place === undefined ? cited.item : undefined;
  return { ...asked, from, what: cited.session, item, place };
}

/** Refuses options about items together with --dropped, which shows none. */
function refuseItems(asked: z.infer<typeof showInput>): void {
  const others = [
    "from",
    "find",
    "all",
    "tools",
    "diff",
    "thinking",
    "sub-agents",
    "markdown",
  ] as const;
  const other = others.find((name) => asked[name] !== undefined && asked[name] !== false);
  if (other === undefined) return;
  const message = `Cannot show what was dropped with --${other}: --dropped is a list by itself`;
  throw new HoldallError("E_USAGE", message, {
    cure: "use --dropped alone; `holdall show --from N` shows the items around a place",
  });
}

/** Refuses a second place to begin at, and rows of sub-agents, in which nothing is looked for. */
function refuseOtherPlaces(asked: z.infer<typeof showInput>, isCited: boolean): void {
  const others = ["from", "all", "sub-agents"] as const;
  const other = others.find((name) => asked[name] !== undefined && asked[name] !== false);
  if (other === undefined && !isCited) return;
  const place = other === undefined ? "a citation" : `--${other}`;
  throw new HoldallError("E_USAGE", `Cannot look for words together with ${place}`, {
    cure: "use --find alone; `holdall show --from N` continues from what it shows",
  });
}

/** A conversation from the item on that has most of the words; without items when none has one of them. */
async function beginWith(shown: Found, text: string, { limit, budget }: Input): Promise<Found> {
  const query = parseQuery(text.split(/\s+/));
  if (query === null) {
    throw new HoldallError("E_USAGE", "Cannot look for words: --find names none", {
      cure: "for example `holdall show last --find 'cache timeout'`",
    });
  }
  const score = createScore(query.parts);
  let best = 0;
  let first = 0;
  for (const [at, item] of shown.items.entries()) {
    if (isYieldDue()) await yieldToEventLoop();
    const found = score(searchedText(item));
    if (found <= best) continue;
    best = found;
    first = at;
  }
  if (best === 0) return { ...shown, items: [], not_found: text };
  const end = budget === undefined ? first + limit : undefined;
  return { ...shown, items: shown.items.slice(first, end) };
}

/** All that an item contains. */
function searchedText({ text, tool, diff }: ViewItem): string {
  const call = tool === null ? [] : [JSON.stringify(tool.arguments), tool.result ?? ""];
  return [text, ...call, diff ?? ""].join("\n");
}

function find(context: OperationContext, asked: Input): Promise<Found> {
  const { what, session, store } = asked;
  return findConversation(context, {
    what,
    session,
    store,
    limit: isComplete(asked) || isPlaced(asked) ? Number.MAX_SAFE_INTEGER : asked.limit,
    onDisk: () => showOnDisk(context, asked),
    kept: async (found, location) =>
      found.kind === "session"
        ? showKept(context, found, { location, asked })
        : showKeptThread(found.thread, location, asked),
  });
}

/** What is on this machine; a server keeps the rows of sessions for the next part. */
async function showOnDisk(context: OperationContext, asked: Input): Promise<Found> {
  const { what, session, acp } = asked;
  const kept = context.conversations;
  if (kept === undefined || acp !== undefined || !asked["sub-agents"]) {
    const named = await nameSource(context, what, asked);
    const source = await readNamed(context, what, named, false);
    return { ...(await showSource(context, source, asked)), kept: keptState(named) };
  }
  const named = await nameKept(context, kept, { what, session });
  if (named.kind !== "session") {
    return showSource(context, await readConversation(context, what, named), asked);
  }
  const read = await readKeptPage(context, kept, { named, ...windowOf(asked) });
  const { total, isComplete: complete, ...conversation } = read.page;
  const shown = { total, complete, items: [], hidden: NOTHING_HIDDEN, conversation };
  const starred = starOf(context, { ...named, id: named.session.id });
  const provisional = read.isProvisional && { provisional: true as const };
  return { ...read.facts, starred, kept: keptState(named), ...shown, ...provisional };
}

/** Why only a backup has a session, if so. */
function keptState(named: NamedSource): Found["kept"] {
  return named.kind === "session" ? (named.kept?.state ?? null) : null;
}

/** Whether a session has a star; null for what is in no agent's own store. */
function starOf(
  context: OperationContext,
  { agent, id, isStored }: Pick<HandoffSource, "agent" | "isStored"> & { readonly id: string },
): boolean | null {
  if (agent === null || !isStored) return null;
  return starredSessions(agentEnvironment(context))({ agent: agent.id, id });
}

async function showSource(
  context: OperationContext,
  source: HandoffSource,
  asked: Input,
): Promise<Found> {
  const { header } = source.session;
  await learnSecrets(context, source.session);
  const { tools } = source;
  const items = () => source.session.items();
  const view = await viewItems({ header, tools, items }, asked, pricesFor(context));
  return {
    kind: source.kind === "session" ? "session" : "bundle",
    agent: source.kind === "session" ? source.displayName : null,
    id: source.session_id,
    ...headerFacts(header),
    path: source.path,
    resume: resumeOf(source),
    starred: starOf(context, { ...source, id: source.session_id }),
    kept: null,
    ...view,
  };
}

/** Shows the surface all of a session: only another part may show that a text of this one is a secret. */
async function learnSecrets(
  { learnSecrets: learn }: OperationContext,
  session: Pick<HandoffSource["session"], "items">,
): Promise<void> {
  if (learn === undefined) return;
  for await (const item of session.items()) learn(item);
}

/** Only what is in its agent's own store can be continued there. */
function resumeOf({ agent, native, isStored }: HandoffSource): readonly string[] | null {
  return isStored && agent !== null && native !== null
    ? resumeCommand(agent, native.session)
    : null;
}

async function showKept(
  context: OperationContext,
  { id, agent, session }: KeptSession,
  { location, asked }: { readonly location: string; readonly asked: Input },
): Promise<Found> {
  const { header } = session;
  await learnSecrets(context, session);
  const about = { header, tools: agent.tools, items: () => session.items() };
  const view = await viewItems(about, asked, pricesFor(context));
  const facts = { ...headerFacts(header), path: location, resume: null, starred: null, kept: null };
  return { kind: "imported session", agent: agent.displayName, id, ...facts, ...view };
}

function showKeptThread(thread: ShownThread, location: string, asked: Input): Found {
  return {
    kind: "thread",
    agent: null,
    id: thread.thread_id,
    title: thread.title,
    cwd: null,
    model: null,
    started_at: new Date(thread.created_at_ms).toISOString(),
    path: location,
    resume: null,
    starred: null,
    kept: null,
    total: thread.messages + thread.inherited,
    complete: true,
    ...viewTurnsOf(thread.turns, asked),
  };
}

type ShownItems = Pick<
  Found,
  "total" | "complete" | "items" | "hidden" | "conversation" | "dropped"
>;

/** Only counts. */
const NO_ITEMS = { from: 1, limit: 0, thinking: false };
const NOTHING_HIDDEN = { sub_agents: 0, branches: 0, thinking: 0 };

/** The items of a session: those of the conversation that was continued, or all. */
async function viewItems(
  session: CompactedSession,
  asked: Input,
  prices: PriceTable,
): Promise<ShownItems> {
  const { tools } = session;
  const complete = true;
  if (!asked["sub-agents"]) {
    const window = asked.dropped ? NO_ITEMS : windowOf(asked);
    const view = await viewPlain(session, window);
    requirePlace(asked, view.total);
    const dropped = asked.dropped ? { dropped: await findDropped(session) } : {};
    return { ...view, complete, conversation: null, ...dropped };
  }
  const { conversation: all } = await conversationRows(session.items(), { tools, prices });
  const conversation = partOf(all, asked);
  return { total: all.rows.length, complete, items: [], hidden: NOTHING_HIDDEN, conversation };
}

/** The conversation with the numbers that its items have without thinking, which has that of the item before it. */
async function viewPlain(
  { items, tools }: CompactedSession,
  window: Parameters<typeof viewConversation>[2],
): Promise<ConversationView> {
  if (!window.thinking) return viewConversation(items(), tools, window);
  const numbers: number[] = [];
  for await (const item of items()) {
    const last = numbers.at(-1) ?? 0;
    if (isNumbered(item)) numbers.push(last + 1);
    else if (isShownThinking(item)) numbers.push(last);
  }
  const from = window.from === null ? null : numbers.indexOf(window.from) + 1 || numbers.length + 1;
  const view = await viewConversation(items(), tools, { ...window, from });
  const numberOf = (at: number) => numbers[at - 1] ?? 0;
  return {
    ...view,
    total: numbers.at(-1) ?? 0,
    items: view.items.map((item) => ({ ...item, number: numberOf(item.number) })),
  };
}

/** Whether an item is shown only with the thinking of the conversation. */
function isShownThinking(item: TranscriptItem): boolean {
  if (item.kind !== "reasoning" || item.thread !== null || item.branch !== null) return false;
  return item.text.trim() !== "";
}

/** Refuses a number that the conversation does not have. */
function requirePlace({ place }: Input, total: number): void {
  if (place === undefined || place <= total) return;
  const state = `the session has ${formatCount(total, "item")}`;
  throw new HoldallError("E_NOT_FOUND", `Cannot show item ${place}: ${state}`, {
    cure: "`holdall show SESSION` shows the newest ones with their numbers",
  });
}

function viewTurnsOf(
  turns: Parameters<typeof viewTurns>[0],
  asked: Input,
): Pick<Found, "items" | "hidden" | "conversation"> {
  const first = asked.from ?? asked.place ?? 1;
  const items = viewTurns(turns).filter(({ number }) => number >= first);
  const hidden = NOTHING_HIDDEN;
  if (!asked["sub-agents"]) return { items, hidden, conversation: null };
  return { items: [], hidden, conversation: partOf(viewRows(items), asked) };
}

/** The rows that were asked for, safe to show. */
function partOf({ rows, groups }: ConversationData, asked: Input): ConversationPart {
  const { limit, item } = windowOf(asked);
  const isFirst = (row: Row) =>
    item === undefined ? row.place === asked.place : row.item?.startsWith(item) === true;
  const isCited = item !== undefined || asked.place !== undefined;
  const at = isCited ? rows.findIndex(isFirst) : -1;
  if (isCited && at < 0) throw noItem(item ?? String(asked.place));
  const from = at < 0 ? windowOf(asked).from : at + 1;
  const first = from === null ? Math.max(0, rows.length - limit) : from - 1;
  const { page, shortened } = escapePage({ rows: rows.slice(first, first + limit), groups });
  return { ...page, shortened };
}

function windowOf({
  from,
  limit,
  item,
  place,
  ...asked
}: Input): Parameters<typeof viewConversation>[2] {
  const { thinking } = asked;
  if (isComplete(asked)) return { from: null, limit: Number.MAX_SAFE_INTEGER, thinking };
  return { from: from ?? place ?? null, limit, item, thinking };
}

/** Whether a part is wanted that need not be the newest one. */
function isPlaced({ from, place, budget }: Input): boolean {
  return [from, place, budget].some((each) => each !== undefined);
}

/** Whether all items are needed: words may be in any of them. */
function isComplete({ all, find: query }: Pick<Input, "all" | "find">): boolean {
  return all || query !== undefined;
}
