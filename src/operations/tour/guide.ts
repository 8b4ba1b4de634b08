import type { OperationContext } from "../../runtime/operation-context.ts";
import { commandLine, type Guide, HERE, type ShownStep, type Step } from "../../tour/guide.ts";
import type { OperationTable } from "../operation/operation-table.ts";

/** A guide that runs commands in a context. */
export function createGuide(
  context: OperationContext<ShownStep>,
  table: OperationTable,
  { brief }: { brief: boolean },
): Guide {
  const steps: Step[] = [];
  let hasWorkspace = false;

  async function show(heading: string, name: string, input: Record<string, unknown>) {
    const operation = await table.load(name);
    const output = await operation.run({ ...context, emit: async () => {} }, input);
    const command = commandLine(name, operation.positionals, input);
    const step: Step = {
      say: heading,
      command,
      operation: name,
      exit: operation.exitCode(output),
      output,
    };
    const before = steps.at(-1);
    const opens = before === undefined ? "tour" : before.say === heading ? null : "paragraph";
    steps.push(step);
    await context.emit({ step, folder: context.cwd, opens, brief });
    return step;
  }

  async function createWorkspace() {
    if (!hasWorkspace) await show("A workspace keeps what happens in a ledger", "init", HERE);
    hasWorkspace = true;
  }

  return { folder: context.cwd, steps, proofs: [], show, createWorkspace };
}
