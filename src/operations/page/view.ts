import * as z from "zod";
import { isAgentId, loadAgent } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { locateStore } from "../../stores/locate.ts";
import { showThread } from "../../threads/show.ts";
import { findTranscript, openStored } from "../../transcripts/stored-session.ts";
import { viewTurns } from "../../transcripts/turn-view.ts";
import type { BundlePage, SessionPage } from "../../web/page.ts";
import { readingInput } from "../bundle/open-path.ts";
import { nameSource } from "../handoff/named-source.ts";
import { findSource } from "../handoff/source.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation.ts";
import { keepSecretsInput, redactorUnless } from "../operation/redaction.ts";
import { inWorkspace, storeChoice, storeInput } from "../operation/workspace.ts";
import { bundlePage } from "./bundle-page.ts";
import { viewRows } from "./conversation-rows.ts";
import { guardHtml } from "./guard-html.ts";
import { type PageContent, presentFacts, sessionPage } from "./session-page.ts";
import { pageInput, writePage, writtenPageSchema } from "./write-page.ts";

const input = z.object({
  what: z
    .string()
    .describe("A bundle, a session file, an agent (its newest session here), last, or an id")
    .meta({ completes: ["agent", "session", "thread", "path"] }),
  session: z
    .string()
    .optional()
    .describe("Session of the agent (default: its newest in this folder)")
    .meta({ completes: "session" }),
  ...pageInput,
  ...keepSecretsInput,
  ...readingInput,
  ...storeInput,
});
type Input = z.infer<typeof input>;

type Content = PageContent<SessionPage> | PageContent<BundlePage>;

export default defineOperation({
  name: "view",
  summary: "Write a session, a thread or a bundle as one HTML page",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli"],
  withheld: { mcp: "it reads sessions of other projects", http: "as for MCP" },
  positionals: ["what"],
  examples: ["view last --out session.html", "view ./bundle.ocf --out bundle.html"],
  input,
  output: writtenPageSchema,
  async run(context, parsed) {
    // Checked before anything is read: reading a long session takes a while.
    const target = guardHtml(context, parsed.out, parsed.force);
    const redactor = redactorUnless(context, parsed["keep-secrets"]);
    const content = await find(context, parsed, redactor);
    const verb = content.page === "bundle" ? "inspect" : "show";
    const command = `holdall ${verb} ${quoteForShell(parsed.what)}`;
    return writePage(context, { ...content, command }, { target, redactor });
  },
});

/** What is on this machine comes first: it is the newest. Then what the workspace has under that id. */
async function find(
  context: OperationContext,
  asked: Input,
  redactor: Redactor | null,
): Promise<Content> {
  try {
    return await findOnDisk(context, asked, redactor);
  } catch (error) {
    const isAbsent = error instanceof HoldallError && error.code === "E_NOT_FOUND";
    if (!isAbsent || locateStore(storeChoice(context, asked.store)) === null) throw error;
    const kept = await inWorkspace(context, { store: asked.store, effect: "read" }, (ledger) =>
      findInWorkspace(ledger, asked.what, redactor),
    );
    if (kept === null) throw error;
    return kept;
  }
}

async function findOnDisk(
  context: OperationContext,
  asked: Input,
  redactor: Redactor | null,
): Promise<Content> {
  const named = await nameSource(context, asked.what, asked.session);
  if (named.kind === "bundle") {
    return bundlePage(context, { path: asked.what, reading: asked, redactor });
  }
  const source = await findSource(context, asked.what, { session: asked.session, wait: false });
  const { displayName, session, session_id, tools } = source;
  return sessionPage(
    { kind: "Session", id: session_id, agent: displayName, session, tools },
    redactor,
  );
}

/** An imported session or a thread of the workspace. */
async function findInWorkspace(
  ledger: Ledger,
  id: string,
  redactor: Redactor | null,
): Promise<Content | null> {
  const row = await findTranscript(ledger, id);
  if (row === null || !isAgentId(row.agent)) return threadPage(ledger, id, redactor);
  const { displayName, tools, read } = await loadAgent(row.agent);
  const session = await read(await openStored(ledger, row));
  const about = { kind: "Imported session", id: row.transcript_id, agent: displayName };
  return sessionPage({ ...about, session, tools }, redactor);
}

async function threadPage(
  ledger: Ledger,
  id: string,
  redactor: Redactor | null,
): Promise<PageContent<SessionPage> | null> {
  const limit = Number.MAX_SAFE_INTEGER;
  const thread = await ledger.read((tx) => showThread(tx, id, { limit })).catch(absent);
  if (thread === null) return null;
  const page: PageContent<SessionPage> = {
    page: "session",
    kind: "Thread",
    title: thread.title ?? thread.thread_id,
    facts: presentFacts([
      ["Created", new Date(thread.created_at_ms).toISOString().slice(0, 19).replace("T", " ")],
      ["Messages", String(thread.messages + thread.inherited)],
      ["Thread", thread.thread_id],
    ]),
    conversation: viewRows(viewTurns(thread.turns)),
  };
  redactor?.learn(page);
  return redactor?.value(page, thread.thread_id) ?? page;
}

function absent(error: unknown): null {
  if (error instanceof HoldallError && error.code === "E_NOT_FOUND") return null;
  throw error;
}
