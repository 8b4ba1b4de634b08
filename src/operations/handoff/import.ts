import * as z from "zod";
import type { AgentSession } from "../../agents/agent-session.ts";
import { HoldallError } from "../../base/errors.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { detectPath } from "../../bundles/disk/detect-path.ts";
import { importConversation } from "../../handoff/disk/import-conversation.ts";
import {
  type ImportInput,
  importBesideState,
  importedSessionFields,
  importFound,
  importInput,
  isSession,
} from "../../handoff/disk/import-session.ts";
import { refuseThread } from "../../handoff/disk/import-thread.ts";
import { inDryRun } from "../../runtime/dry-run.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { idleSession } from "../../sessions/idle-session.ts";
import { type NamedSource, nameSource, sourceBasis } from "../../sessions/named-source.ts";
import { readConversation } from "../../sessions/source.ts";
import kitImport from "../kit/import.ts";
import logImport from "../ledger/import.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** A log and a bundle answer with what their own import says. */
const output = () =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("session"), ...importedSessionFields(), report: z.null() }),
    z.object({ kind: z.literal("conversation"), ...importedSessionFields(), report: z.null() }),
    z.object({ kind: z.literal("log"), ...importedSessionFields(), report: logImport.output() }),
    z.object({ kind: z.literal("bundle"), ...importedSessionFields(), report: kitImport.output() }),
  ]);
export type Imported<Output = z.infer<ReturnType<typeof output>>> = Output extends unknown
  ? Omit<Output, "dry_run">
  : never;

export default defineOperation({
  name: "import",
  summary:
    "Import a session, a log or a bundle into the workspace; a repeated import adds only what is new",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "person"],
  withheld: { mcp: "it reads other agents' stores", http: "as for MCP" },
  positionals: ["from"],
  examples: [
    "import claude --state",
    "import codex",
    "import ./session.jsonl",
    "import claude --thread 0197",
    "import claude --state --dry-run",
    "import ./bundle.ocf --apply",
  ],
  input: importInput,
  output,
  basis: (context, input) => sourceBasis(context, input.from, input),
  async run(context, input) {
    const named = await nameSource(context, input.from, input);
    if (input.yes && !input.state) {
      refuseState("nothing is proposed without --state", "name a session and add --state");
    }
    const dry_run = input["dry-run"];
    if (named.kind === "session") {
      const idle = await idleSession(context, named, input.wait);
      const run = (within: OperationContext) => importFound(within, input, idle);
      return { ...(await (dry_run ? inDryRun(context, input.store, run) : run(context))), dry_run };
    }
    if (input.state) refuseState("only an agent's session has claims", cureFor(input.from, named));
    return { ...(await importPath(context, input, named)), dry_run };
  },
  exitCode: ({ report }) => (report === null || report.ok ? 0 : 1),
});

function refuseState(state: string, cure: string): never {
  throw new HoldallError("E_USAGE", `Cannot propose entries: ${state}`, { cure });
}

/** A bundle has what was decided already, as entries. */
function cureFor(from: string, { kind }: NamedSource): string {
  if (kind !== "bundle") return "name a session and add --state";
  return `leave out --state: \`holdall import ${quoteForShell(from)} --apply\` takes the entries that the bundle has`;
}

/** Imports what is no agent's session: a log with threads, a state, or a conversation. */
async function importPath(
  context: OperationContext,
  input: ImportInput,
  named: Exclude<NamedSource, AgentSession>,
): Promise<Imported> {
  const { from, store, thread, "dry-run": dryRun } = input;
  const apply = input.apply && !dryRun;
  const nothing = { agent: null, session_id: null, thread_id: null, thread: null };
  const counts = { appended: 0, known: 0, messages: 0, proposed: null };
  if (named.kind === "log") {
    refuseThread(from, thread);
    const report = await logImport.run(context, { dir: from, store, "dry-run": dryRun });
    return { kind: "log", ...nothing, ...counts, report };
  }
  // What is no bundle at all is refused there, with every finding.
  const format = named.kind === "bundle" ? await detectPath(context, from) : null;
  if (named.kind === "bundle" && (format === null || format.state)) {
    // Before anything is written: what is no bundle, or a state alone, goes into no thread.
    if (thread !== undefined) {
      const source = format === null ? null : await readConversation(context, from, named);
      if (source === null || !isSession(source)) refuseThread(from, thread);
    }
    const report = await kitImport.run(context, { path: from, apply, store });
    const beside = { ...input, apply };
    const imported = report.ok ? await importBesideState(context, beside, named) : null;
    const { messages } = imported?.thread ?? counts;
    return { kind: "bundle", ...nothing, ...counts, ...imported, messages, report };
  }
  const source = await readConversation(context, from, named);
  const run = (within: OperationContext) => importConversation(within, input, source);
  const imported = await (dryRun ? inDryRun(context, store, run) : run(context));
  const { messages } = imported.thread;
  return { kind: "conversation", ...counts, messages, ...imported, report: null };
}
