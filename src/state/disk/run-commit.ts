import * as z from "zod";
import { createFindings, type Finding } from "../../base/findings.ts";
import { resolveJudges, stakesInput } from "../../models/choose-judge.ts";
import { actorOf } from "../../runtime/actor.ts";
import { decimal } from "../../runtime/decimal.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import type { RecordedChange } from "../change-state.ts";
import { commitEntry } from "../commit/commit-entry.ts";
import {
  type CommitRequest,
  type CommitResult,
  commitResultSchema,
} from "../commit/commit-request.ts";
import { relevanceToGoal } from "../commit/relevance.ts";
import { verdictOutput } from "../gate/verdict-result.ts";
import { stateNumbers, stateNumbersSchema } from "../state-numbers.ts";
import type { ChangeInput } from "./change-entry.ts";
import { requireOwnNamespace } from "./settings/own-namespace.ts";
import { projectReferences } from "./settings/project-files.ts";
import { commitRules, stateSettings } from "./settings/settings.ts";

/** Options of every operation that commits a text. */
export const textInput = {
  slot: z.string().optional().describe("Slot of the entry (default: chosen from the text)"),
  score: decimal()
    .optional()
    .describe("Importance; entries with a lower score are evicted first (default: 1)"),
  goal: z.string().optional().describe("Goal that the entry should serve (default: any)"),
  ...stakesInput,
  author: z.string().min(1).max(512).optional().describe("Author of the statement"),
  allow: z
    .array(z.string().min(1))
    .optional()
    .describe("Namespaces and principals that may read the entry"),
  file: z
    .array(z.string())
    .optional()
    .describe("Files that the entry refers to; resume reports when they change")
    .meta({ path: true }),
  "at-commit": z.string().optional().describe("Git commit that the entry refers to, such as HEAD"),
  "unit-ref": z.string().optional().describe("Memory unit that the entry is based on"),
};

type TextInput = z.infer<z.ZodObject<typeof textInput>>;

/** A commit in an operation's output. */
export const committedSchema = () =>
  z.object({
    ...commitResultSchema().shape,
    findings: z.array(findingSchema()),
    ...stateNumbersSchema(),
  });

/** Commits the text of an operation's input to the state that the input names. */
export function runCommit(
  context: OperationContext,
  input: ChangeInput & TextInput & { readonly text: string },
  more: Partial<CommitRequest>,
) {
  return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
    const settings = stateSettings(context, ledger, input);
    await requireOwnNamespace(ledger, settings, input);
    const { address, bounds, config, root } = settings;
    const content = input.text === "-" ? await readIncoming(context) : input.text;
    const { cwd, signal } = context;
    const { file: files = [], "at-commit": revision, goal, stakes } = input;
    const request: CommitRequest = {
      content,
      slot: input.slot,
      score: input.score,
      namespace: input.namespace,
      author_id: input.author,
      access_list: input.allow,
      unit_ref: input["unit-ref"],
      reason: input.reason,
      relevance: relevanceToGoal(goal, content),
      extra: await projectReferences(root, { cwd, files, commit: revision }),
      ...more,
    };
    const rules = await commitRules(ledger, settings);
    const judges = await resolveJudges(config.judges, { signal, stakes });
    const choice = { address, bounds, actor: actorOf(input) };
    const commit = { request, rules, judges, goal: goal ?? null };
    return toOutput(
      await commitEntry(ledger, choice, commit),
      findSecretWarnings(context, content),
    );
  });
}

function toOutput({ state, result }: RecordedChange<CommitResult>, findings: Finding[]) {
  return {
    ...result,
    verdict: result.verdict && verdictOutput(result.verdict),
    findings,
    ...stateNumbers(state),
  };
}

/** Warns about secrets: a committed text is given to every agent that resumes the state. */
function findSecretWarnings(context: OperationContext, content: string): Finding[] {
  const findings = createFindings("lenient");
  const redactor = redactorFor(context);
  redactor.text(content, "text");
  for (const { kind } of redactor.report()) {
    const message = `The text appears to contain a secret (${kind}). To remove it: holdall state redact`;
    findings.warn("W_SECRET", {}, message);
  }
  return [...findings.list()];
}
