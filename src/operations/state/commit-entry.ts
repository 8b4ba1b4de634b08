import * as z from "zod";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { planCommit } from "../../state/commit.ts";
import type { CommitRequest, CommitResult, CommitRules } from "../../state/commit-request.ts";
import { type JudgedVerdict, qualifyWithJudge } from "../../state/gate/qualify-with-judge.ts";
import { gateEntries } from "../../state/gate-entries.ts";
import { relevanceTo } from "../../state/goal.ts";
import { cacheOf, changeState, type Recorded } from "../../state/record.ts";
import { reader } from "../../state/said.ts";
import { isVisible } from "../../state/show.ts";
import { emptyState, type HeldEntry } from "../../state/state.ts";
import { resolveJudges, stakesInput } from "../models/choose-judge.ts";
import { actorOf } from "../operation/actor.ts";
import { decimal } from "../operation/decimal.ts";
import { readIncoming } from "../operation/incoming.ts";
import type { OperationContext } from "../operation/operation.ts";
import { inWorkspace } from "../operation/workspace.ts";
import type { ChangeInput } from "./entry-change.ts";
import { worldMarks } from "./file-marks.ts";
import { addressFor, numbersOf, numbersSchema } from "./input.ts";
import { commitRules, type StateSettings, stateSettings } from "./settings.ts";

/** What may be said about a text that is committed. */
export const textInput = {
  slot: z.string().optional().describe("Slot to file it under; by its words unless told"),
  score: decimal().optional().describe("How much it matters: low ones go first"),
  goal: z.string().optional().describe("What it should serve; without one everything does"),
  ...stakesInput,
  author: z.string().min(1).max(512).optional().describe("Who says so"),
  allow: z
    .array(z.string().min(1))
    .optional()
    .describe("Namespaces and principals that may read it"),
  file: z
    .array(z.string())
    .optional()
    .describe("Files it speaks of, to tell later if they changed")
    .meta({ path: true }),
  "at-commit": z.string().optional().describe("Git commit it speaks of, such as HEAD"),
  "unit-ref": z.string().optional().describe("The unit of the memory layer behind it"),
};

type TextInput = z.infer<z.ZodObject<typeof textInput>>;

/** A commit in an operation's output. */
export const committedSchema = () =>
  z.object({
    decision: z.enum(["admitted", "updated", "superseded", "rejected", "conflict"]),
    reason_code: z.string(),
    id: z.string().nullable(),
    namespace: z.string(),
    slot: z.string().nullable(),
    version: z.number().nullable(),
    tokens: z.number(),
    resolution: z.string().nullable(),
    evicted: z.array(z.string()),
    matched: z.string().nullable(),
    verdict: z.looseObject({ decision: z.string() }).nullable(),
    ...numbersSchema(),
  });

/** Commits a text to the state that is meant. */
export function commitHere(
  context: OperationContext,
  input: ChangeInput & TextInput & { readonly text: string },
  more: Partial<CommitRequest>,
) {
  return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
    const settings = stateSettings(context, ledger, input);
    const rules = await commitRules(ledger, settings);
    const content = input.text === "-" ? await readIncoming(context) : input.text;
    const { cwd } = context;
    const { file: files = [], "at-commit": commit } = input;
    const request: CommitRequest = {
      content,
      slot: input.slot,
      score: input.score,
      namespace: input.namespace,
      author_id: input.author,
      access_list: input.allow,
      unit_ref: input["unit-ref"],
      reason: input.reason,
      relevance: relevanceTo(input.goal, content),
      extra: await worldMarks(settings.root, { cwd, files, commit }),
      ...more,
    };
    const asked = { settings, rules, request, actor: actorOf(input), goal: input.goal ?? null };
    const { signal } = context;
    const bench = await resolveJudges(settings.config.judges, { signal, stakes: input.stakes });
    return outputOf(await (bench === null ? gated(ledger, asked) : judged(ledger, asked, bench)));
  });
}

interface Commit {
  readonly settings: StateSettings;
  readonly rules: CommitRules;
  readonly request: CommitRequest;
  readonly actor: Actor;
  readonly goal: string | null;
}

function gated(ledger: Ledger, { settings, rules, request, actor }: Commit) {
  const { address, bounds } = settings;
  return changeState(ledger, { address, bounds, actor }, (view) =>
    planCommit(view, request, rules),
  );
}

type Bench = NonNullable<Awaited<ReturnType<typeof resolveJudges>>>;

const ATTEMPTS = 5;

/** Asks judges without holding the workspace; whoever was faster meanwhile makes it ask again. */
async function judged(ledger: Ledger, commit: Commit, bench: Bench) {
  const { settings, rules, request, actor } = commit;
  const { address, bounds } = settings;
  for (let attempt = 1; ; attempt++) {
    const { verdict, head_seq } = await askJudges(ledger, commit, bench);
    const done = await changeState(ledger, { address, bounds, actor }, (view) => {
      const isSame = view.state.head_seq === head_seq || attempt === ATTEMPTS;
      return isSame
        ? planCommit(view, request, { ...rules, verdict })
        : { changes: [], result: null };
    });
    const { result } = done;
    if (result !== null) return { ...done, result };
  }
}

function askJudges(
  ledger: Ledger,
  { settings, rules, request, goal }: Commit,
  bench: Bench,
): Promise<{ readonly verdict: JudgedVerdict; readonly head_seq: number }> {
  return ledger
    .read(async (tx) => {
      const address = settings.address ?? (await addressFor(tx, {}));
      const state =
        (await cacheOf(ledger).load(tx, address))?.state ?? emptyState(address, settings.bounds);
      const seer = { namespace: request.namespace ?? state.bounds.namespace };
      const isSeen = (entry: HeldEntry) =>
        entry.id !== request.supersedes && isVisible(entry, seer);
      return { state, entries: await gateEntries({ state, contents: reader(tx) }, isSeen) };
    })
    .then(async ({ state, entries }) => {
      const { id = null, content, relevance = 1 } = request;
      const namespace = request.namespace ?? state.bounds.namespace;
      const candidate = { id, content, namespace, relevance };
      const slots = state.bounds.slots.map(({ name }) => name);
      const by = { ...bench, goal, slots };
      const verdict = await qualifyWithJudge(candidate, entries, rules.gate, by);
      return { verdict, head_seq: state.head_seq };
    });
}

function outputOf({ state, result }: Recorded<CommitResult>) {
  const { verdict, evicted } = result;
  return {
    ...result,
    evicted: [...evicted],
    verdict: verdict && { ...verdict },
    ...numbersOf(state),
  };
}
