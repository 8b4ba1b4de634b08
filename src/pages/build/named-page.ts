import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { readingInput } from "../../bundles/disk/open-path.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { pricesFor } from "../../runtime/prices.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { conversationInput, findConversation } from "../../sessions/find-conversation.ts";
import { nameSource } from "../../sessions/named-source.ts";
import { readNamed } from "../../sessions/source.ts";
import type { ShownThread } from "../../threads/show.ts";
import { viewTurns } from "../../transcripts/turn-view.ts";
import type { BundlePage, SessionPage } from "../../web/page.ts";
import { viewRows } from "../conversation/conversation-rows.ts";
import { bundlePage } from "./bundle-page.ts";
import { type PageContent, presentFacts, sessionPage } from "./session-page.ts";
import { pageInput } from "./write-page.ts";

/** What a page shows. */
export const viewInput = z.object({
  ...conversationInput,
  to: z
    .string()
    .optional()
    .describe("Show what this agent would get in a handoff; nothing is handed over")
    .meta({ placeholder: "AGENT", completes: "agent" }),
  budget: integer(500)
    .optional()
    .describe("With --to: maximum size of the handoff in tokens (default: everything)"),
  out: pageInput.out.optional().describe("Path of the HTML file to write (default: print it)"),
  force: pageInput.force,
  ...keepSecretsInput,
  ...readingInput,
  ...storeInput,
});
type ViewInput = z.infer<typeof viewInput>;

type Content = PageContent<SessionPage> | PageContent<BundlePage>;

/** The handoff that the page is to show; null for the page of what was named. */
export function handoffAsked({
  what,
  session,
  to,
  budget,
  "keep-secrets": keepsSecrets,
}: ViewInput) {
  if (to !== undefined) return { what, session, to, budget, keepsSecrets };
  if (budget === undefined) return null;
  throw new HoldallError("E_USAGE", "Cannot limit the size of this page: --budget needs --to", {
    cure: "name the receiver, for example `holdall view last --to codex --budget 20000 --out p.html`",
  });
}

/** The page of what was named: a session, a thread or a bundle. */
export function findNamed(
  context: OperationContext,
  asked: ViewInput,
  redactor: Redactor | null,
): Promise<Content> {
  return findConversation<Content>(context, {
    what: asked.what,
    session: asked.session,
    store: asked.store,
    limit: Number.MAX_SAFE_INTEGER,
    onDisk: () => findOnDisk(context, asked, redactor),
    kept: async (found) => {
      if (found.kind === "thread") return threadPage(found.thread, redactor);
      const { id, agent, session } = found;
      const { displayName, tools } = agent;
      const prices = pricesFor(context);
      const about = { kind: "Imported session", id, agent: displayName, session, tools, prices };
      return sessionPage(about, redactor);
    },
  });
}

async function findOnDisk(
  context: OperationContext,
  asked: ViewInput,
  redactor: Redactor | null,
): Promise<Content> {
  const named = await nameSource(context, asked.what, asked);
  if (named.kind === "bundle") {
    return bundlePage(context, { path: asked.what, reading: asked, redactor });
  }
  const source = await readNamed(context, asked.what, named, false);
  const { displayName, session, session_id, tools } = source;
  const prices = pricesFor(context);
  return sessionPage(
    { kind: "Session", id: session_id, agent: displayName, session, tools, prices },
    redactor,
  );
}

function threadPage(thread: ShownThread, redactor: Redactor | null): PageContent<SessionPage> {
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
