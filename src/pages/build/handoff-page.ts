import fs from "node:fs";
import path from "node:path";
import { isAgentId } from "../../agents/registry.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { handoffInput } from "../../handoff/disk/input.ts";
import { findReceiver, handOffToAgent } from "../../handoff/disk/to-agent.ts";
import { parseReceiver } from "../../handoff/target.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findSource, type HandoffSource } from "../../sessions/source.ts";
import type { HandoffPage } from "../../web/page.ts";
import { handoffReport } from "../../web/text/handoff-report.ts";
import { type PageContent, presentFacts } from "./session-page.ts";
import { shortenPaths } from "./shorten-paths.ts";

/** Which handoff is shown. */
interface ShownHandoff {
  readonly what: string;
  readonly session?: string | undefined;
  readonly to: string;
  readonly budget?: number | undefined;
  readonly keepsSecrets: boolean;
}

/** The page of a handoff that is tried out, with the command that shows the same. */
export async function handoffPage(
  context: OperationContext,
  asked: ShownHandoff,
  redactor: Redactor | null,
): Promise<PageContent<HandoffPage> & Pick<HandoffPage, "command">> {
  const { what, session, to, budget } = asked;
  const receiver = await findReceiver(context, await parseReceiver(to));
  const source = await findSource(context, what, { session, wait: false });
  const command = commandFor(context, asked, source);
  const input = handoffInput.parse({
    to,
    budget,
    "dry-run": true,
    "no-redact": asked.keepsSecrets,
  });
  const result = await handOffToAgent(context, input, source, receiver);
  const page: PageContent<HandoffPage> = {
    page: "handoff",
    kind: `Handoff to ${receiver.displayName}`,
    title: result.from?.title ?? source.session_id,
    facts: factsOf(source, budget),
    receiver: receiver.displayName,
    report: handoffReport(result),
    commands: [
      { label: "To hand over", value: command },
      {
        label: `To hand over and continue in ${receiver.displayName}`,
        value: `${command} --launch`,
      },
      { label: "To undo it", value: "holdall handoff --undo last" },
    ],
  };
  const clean = await withoutSecrets(page, source, redactor);
  return shortenPaths({ ...clean, command: `${command} --dry-run` });
}

function commandFor(
  { cwd }: OperationContext,
  { what, to, budget, keepsSecrets }: ShownHandoff,
  { agent, session_id }: HandoffSource,
): string {
  // A path names the same session tomorrow; "last" and an agent do not, so the session is named.
  const isPath = !isAgentId(what) && fs.existsSync(path.resolve(cwd, what));
  const from = isPath || agent === null ? [what, to] : [agent.id, to, "--session", session_id];
  const limit = budget === undefined ? [] : ["--budget", String(budget)];
  const secrets = keepsSecrets ? ["--keep-secrets"] : [];
  return ["holdall", "handoff", ...from, ...limit, ...secrets].map(quoteForShell).join(" ");
}

function factsOf(source: HandoffSource, budget: number | undefined) {
  const { header } = source.session;
  return presentFacts([
    ["From", source.displayName],
    ["Session", source.session_id],
    ["Model", header.model],
    ["Started", header.started_at?.slice(0, 19).replace("T", " ") ?? null],
    ["Folder", header.cwd === null ? null : path.basename(header.cwd)],
    ["Budget", budget === undefined ? "everything" : formatCount(budget, "token")],
  ]);
}

/** Everything is learnt from first: a title may repeat what is known as a secret only elsewhere. */
async function withoutSecrets(
  page: PageContent<HandoffPage>,
  { session }: HandoffSource,
  redactor: Redactor | null,
): Promise<PageContent<HandoffPage>> {
  if (redactor === null) return page;
  redactor.learn(session.header);
  for await (const item of session.items()) redactor.learn(item);
  redactor.learn(page);
  return redactor.value(page, "page");
}
