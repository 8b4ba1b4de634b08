/** Records a genuine session of a scenario with a real program. */
import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { SessionPlace } from "./drivers/driver.ts";
import { driverNameOf, driverOf } from "./drivers/drivers.ts";
import { type Expected, keptItems, turnItems } from "./expected.ts";
import type { InstalledAgent } from "./install.ts";
import type { Ended } from "./launch.ts";
import { createMachine, type Machine } from "./machine.ts";
import { type ScriptedModel, startModel } from "./model/server.ts";
import { type Absence, isPlan, type Plan, reply } from "./scenarios/scenario.ts";
import { type ScenarioName, scenarios } from "./scenarios/scenarios.ts";
import { sentItems } from "./sent/sent-items.ts";

/** A recorded session. */
export interface Recording {
  readonly machine: Machine;
  readonly session: SessionPlace;
  readonly plan: Plan;
  /** What must be there when the work goes on. */
  readonly expected: readonly Expected[];
}

/** The prompt that continues a session, to see what the program sends. */
export const PROBE = "PROBE: what did we do so far?";

/** Records a scenario below a folder, which is empty or does not exist. */
export async function recordScenario(
  agent: InstalledAgent,
  name: ScenarioName,
  folder: string,
): Promise<Recording | Absence> {
  const plan = scenarios[name].plan(driverNameOf(agent));
  if (!isPlan(plan)) return plan;
  const model = await startModel(plan.script);
  try {
    const recorder = createMachine(folder, agent, { ...plan.settings, model });
    const { session, expected: spoken } = await converse(recorder, model, plan);
    // Configured again: a program that compacts early would compact again when it is continued.
    const machine = createMachine(folder, agent, { model });
    const isComplete = plan.summary === undefined;
    const expected = isComplete ? spoken : await whatItKept(machine, model, { session, plan });
    return { machine, session, plan, expected };
  } finally {
    await model.close();
  }
}

async function converse(
  machine: Machine,
  model: ScriptedModel,
  { prompts, isInterrupted, summary }: Plan,
): Promise<{ readonly session: SessionPlace; readonly expected: readonly Expected[] }> {
  let session: SessionPlace | null = null;
  const expected: Expected[] = [];
  for (const [index, prompt] of prompts.entries()) {
    const before = model.requests.length;
    const isCut = isInterrupted && index === prompts.length - 1;
    const more = isCut ? { interruptAfter: moment(machine, model) } : {};
    const ended: Ended = await (session === null
      ? machine.ask(prompt, more)
      : machine.resume(session, prompt, more));
    if (!isCut) mustSucceed(machine, ended);
    session = machine.session();
    if (session !== null) driverOf(machine.agent).mend?.(session);
    // What is left of a compacted session is known only when it goes on.
    if (summary !== undefined) continue;
    expected.push(...turnItems(prompt, model.requests.slice(before)).map(asKept(machine)));
  }
  if (session === null) throw new Error(`Cannot find a session of ${machine.agent.name}: none`);
  if (model.remaining() > 0) {
    throw new Error(
      `Cannot record ${machine.agent.name}: ${model.remaining()} steps were not used`,
    );
  }
  return { session, expected };
}

const WRITING_MS = 20;
const MAX_WAITS = 1000;

/** When the program is to be interrupted: its model hangs, and the results that this one was sent are in the session. */
async function moment(machine: Machine, model: ScriptedModel): Promise<void> {
  await model.hanging;
  const request = model.requests.at(-1);
  if (driverOf(machine.agent).writesLate !== true || request === undefined) return;
  const result = sentItems(request).findLast(({ kind }) => kind === "result");
  const text = result !== undefined && "text" in result ? result.text : "";
  for (let waits = 0; waits < MAX_WAITS; waits++) {
    const place = machine.session();
    const written = place === null ? "" : fs.readFileSync(place.path, "utf8");
    if (written.includes(JSON.stringify(text).slice(1, -1))) return;
    await setTimeout(WRITING_MS);
  }
}

function asKept({ agent }: Machine): (item: Expected) => Expected {
  const { keptText, keptResult } = driverOf(agent);
  return (item) => {
    const kept = { assistant: keptText, result: keptResult }[item.kind as string];
    return kept === undefined || !("text" in item) ? item : { ...item, text: kept(item.text) };
  };
}

function mustSucceed({ agent }: Machine, { code, stdout, stderr, isTimedOut }: Ended): void {
  if (code === 0) return;
  const how = isTimedOut ? "it took too long" : `exit code ${code}`;
  throw new Error(
    `Cannot run ${agent.name}: ${how}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`,
  );
}

/** Continues a session and answers with what the program sent first. */
export async function askAgain(
  model: ScriptedModel,
  ask: () => Promise<Ended>,
  machine: Machine,
): Promise<ReturnType<typeof sentItems>> {
  model.follow([reply("We watered the orchard.")]);
  const before = model.requests.length;
  mustSucceed(machine, await ask());
  const request = model.requests.slice(before).find(({ isErrand }) => !isErrand);
  if (request === undefined) throw new Error(`Cannot see what ${machine.agent.name} sent: nothing`);
  return sentItems(request);
}

/** Lets the program continue its own session, to see what it contains; its home is put back afterwards. */
async function whatItKept(
  machine: Machine,
  model: ScriptedModel,
  { session, plan }: Pick<Recording, "session" | "plan">,
): Promise<readonly Expected[]> {
  const copy = `${machine.home}-recorded`;
  fs.cpSync(machine.home, copy, { recursive: true, preserveTimestamps: true });
  const sent = await askAgain(model, () => machine.resume(session, PROBE), machine);
  fs.rmSync(machine.home, { recursive: true });
  fs.renameSync(copy, machine.home);
  return keptItems(sent, plan);
}
