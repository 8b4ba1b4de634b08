import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Actor } from "../../model/event.ts";
import { runProgram } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { variablesInput } from "../../runtime/variables-input.ts";
import { readSkill, SKILL_TAG, skillDigest, skillNode } from "../skill.ts";
import { selectUnits, type UnitFilter, type UnitRow } from "../tables.ts";
import { contentOf, findUnit, markUsed } from "../units.ts";
import { filterFor, ownerInput } from "./owner.ts";

const MAX_OUTPUT = 8 * 1024;

/** A command of a skill, and what came of it. */
export const skillCommandSchema = () =>
  z.object({
    kind: z.enum(["guard", "step"]),
    command: z.string(),
    state: z.enum(["planned", "done", "failed", "skipped"]),
    exit_code: z.number().nullable(),
    /** The end of its output; null when it did not run. */
    output: z.string().nullable(),
  });

type Ran = z.infer<ReturnType<typeof skillCommandSchema>>;

/** The skill, and whether its commands are to be run. */
export const replayInput = z.object({
  title: z.string().min(1).max(512).describe("Title of the skill, or its unit"),
  "dry-run": z.boolean().default(false).describe("Only show the commands, as without --execute"),
  execute: z
    .boolean()
    .default(false)
    .describe("Run the commands in this folder")
    .meta({ by: "person" }),
  confirm: z
    .string()
    .optional()
    .describe("Digest that was shown with the commands; only these are run")
    .meta({ by: "person" }),
  env: variablesInput.env.meta({ placeholder: "NAME", by: "person" }),
  ...ownerInput,
});

/** Shows the commands of a skill, or runs those that were confirmed. */
export async function replaySkill(
  context: OperationContext,
  ledger: Ledger,
  input: z.output<typeof replayInput> & { readonly by: Actor },
) {
  const { row, content } = await findSkill(ledger, input.title, filterFor(context, ledger, input));
  const skill = readSkill(content);
  const digest = skillDigest(skill);
  const isRun = input.execute && !input["dry-run"];
  if (isRun && input.confirm !== digest) throw notConfirmed(skill.title, digest);
  const planned = [
    ...skill.guards.map((command) => ({ kind: "guard" as const, command })),
    ...skill.steps.map((command) => ({ kind: "step" as const, command })),
  ];
  const commands = isRun
    ? await runAll(context, planned, input.env)
    : planned.map(notRun("planned"));
  const ok = commands.every(({ state }) => state === "planned" || state === "done");
  if (isRun && ok) await ledger.write((unit) => markUsed(unit, row.unit_id, input.by));
  return { id: row.unit_id, title: skill.title, digest, executed: isRun, ok, commands };
}

/** A skill may come from anywhere: only commands that a person has reviewed are run. */
function notConfirmed(title: string, digest: string): HoldallError {
  return new HoldallError("E_PROTECTED", `Cannot run "${title}": its commands were not confirmed`, {
    cure: `review them without --execute, then add --confirm ${digest}`,
  });
}

function findSkill(ledger: Ledger, title: string, filter: UnitFilter) {
  return ledger.read(async (tx): Promise<{ readonly row: UnitRow; readonly content: string }> => {
    const wanted = { ...filter, tags: [SKILL_TAG], node_id: skillNode(title) };
    const row = (await selectUnits(tx, wanted, 1))[0] ?? (await findUnit(tx, title));
    const content = await contentOf(tx, row);
    if (content !== null) return { row, content };
    throw new HoldallError("E_NOT_FOUND", `Cannot replay "${title}": its text was redacted`);
  });
}

type Planned = Pick<Ran, "kind" | "command">;

function notRun(state: "planned" | "skipped") {
  return (planned: Planned): Ran => ({ ...planned, state, exit_code: null, output: null });
}

async function runAll(
  context: OperationContext,
  planned: readonly Planned[],
  variables: readonly string[],
): Promise<Ran[]> {
  const done: Ran[] = [];
  for (const [at, each] of planned.entries()) {
    context.progress(each.command);
    const { exit_code, output } = await runCommand(context, each.command, variables);
    const state = exit_code === 0 ? "done" : "failed";
    done.push({ ...each, state, exit_code, output });
    if (state === "failed") return [...done, ...planned.slice(at + 1).map(notRun("skipped"))];
  }
  return done;
}

/** A command may take long; one that never ends is ended after a day. */
const TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** The end of the output is kept: errors are usually there. Nothing that a command started outlives it. */
async function runCommand(
  { cwd, signal }: OperationContext,
  command: string,
  variables: readonly string[],
): Promise<Pick<Ran, "exit_code" | "output">> {
  const { exitCode, stdout } = await runProgram({
    program: "/bin/sh",
    // Both streams in one, in the order in which they are written.
    args: ["-c", 'exec /bin/sh -c "$1" 2>&1', "sh", command],
    variables: [...XDG_FOLDERS, ...variables],
    cwd,
    signal,
    timeoutMs: TIMEOUT_MS,
    maxOutput: MAX_OUTPUT,
    onMoreOutput: "keep-newest",
  });
  return { exit_code: exitCode, output: stdout.toString("utf8").toWellFormed() };
}
