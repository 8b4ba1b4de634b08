/** Hands a recorded session to a real program and looks at what it then sends to its model. */
import fs from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { placeIn } from "../../src/agents/records/scan-records.ts";
import { agents } from "../../src/agents/registry.ts";
import { launcher } from "../support/program.ts";
import { missingItems } from "./compare.ts";
import { driverOf } from "./drivers/drivers.ts";
import type { Expected } from "./expected.ts";
import type { InstalledAgent } from "./install.ts";
import { launch } from "./launch.ts";
import { createMachine, type Machine } from "./machine.ts";
import { startModel } from "./model/server.ts";
import { askAgain, PROBE, type Recording } from "./record.ts";
import type { SentItem } from "./sent/item.ts";

/** What came of one handoff. */
export interface HandedOver {
  /** What did not arrive and is not on the loss report either; empty when all is well. */
  readonly problems: readonly string[];
  /** Things that did not arrive, but are on the loss report. */
  readonly lost: number;
  readonly arrived: number;
}

const resultSchema = z.object({
  agent: z.string(),
  session_id: z.string(),
  path: z.string(),
  resume: z.array(z.array(z.string()).min(1)).min(1),
  loss: z.object({
    kept: z.number(),
    changed: z.number(),
    summarised: z.number(),
    dropped: z.number(),
    items: z.array(
      z.object({ kind: z.string(), scope: z.string(), where: z.string(), why: z.string() }),
    ),
  }),
  redactions: z.array(z.unknown()),
});
type Result = z.infer<typeof resultSchema>;

/** Hands over below an empty folder; the recording is not touched. */
export async function handOver(
  recording: Recording,
  receiver: InstalledAgent,
  folder: string,
): Promise<HandedOver> {
  fs.mkdirSync(folder, { recursive: true });
  fs.cpSync(recording.machine.home, path.join(folder, "home"), {
    recursive: true,
    preserveTimestamps: true,
  });
  const model = await startModel();
  try {
    const machine = createMachine(folder, receiver, { model });
    const result = await runHandoff(recording, machine);
    const [resume = []] = result.resume;
    const sent = await askAgain(model, () => machine.askThrough(resume, PROBE), machine);
    return judge(recording, machine, {
      result,
      sent: sent.map(asKept(receiver)),
      lines: await sourceLines(recording),
    });
  } finally {
    await model.close();
  }
}

/** Results as the receiver's session has them: what it adds for its model is no part of them. */
function asKept(receiver: InstalledAgent): (item: SentItem) => SentItem {
  const { keptResult = String } = driverOf(receiver);
  return (item) => (item.kind === "result" ? { ...item, text: keptResult(item.text) } : item);
}

async function runHandoff(recording: Recording, machine: Machine): Promise<Result> {
  const from = recording.machine.agent.name;
  const to = machine.agent.name;
  const options = ["--session", recording.session.id, "--into", machine.project, "--json"];
  const ended = await launch({
    command: process.execPath,
    args: [launcher, "handoff", from, to, ...options],
    cwd: machine.project,
    env: machine.env,
  });
  if (ended.code !== 0) {
    throw new Error(`Cannot hand over from ${from} to ${to}: ${ended.stderr || ended.stdout}`);
  }
  return resultSchema.parse(JSON.parse(ended.stdout));
}

interface Outcome {
  readonly result: Result;
  readonly sent: readonly SentItem[];
  /** The records of the source by their places, as the reader takes them: rows of a database are lines. */
  readonly lines: ReadonlyMap<string, string>;
}

async function sourceLines({ machine, session }: Recording): Promise<Outcome["lines"]> {
  const { default: agent } = await agents[machine.agent.name]();
  const lines = new Map<string, string>();
  for await (const found of agent.find({ home: machine.home, env: machine.env })) {
    if (found.id !== session.id) continue;
    for (const file of (await agent.open(found)).files) {
      for (const [at, line] of (await text(file.read())).split("\n").entries()) {
        const place = placeIn(file, at + 1);
        lines.set(`${place.file}:${place.line}`, line);
      }
    }
  }
  return lines;
}

function judge(
  recording: Recording,
  machine: Machine,
  { result, sent, lines }: Outcome,
): HandedOver {
  const { plan, expected, machine: source } = recording;
  const isOther = source.agent.name !== machine.agent.name;
  const secret = isOther ? plan.secret : undefined;
  const folders = [
    [source.project, machine.project],
    [source.home, machine.home],
  ];
  const missing = missingItems(expected, sent, { secret, folders });
  const unreported = missing.filter((item) => !isReported(item, result, lines));
  const problems = unreported.map((item) => `missing: ${JSON.stringify(item).slice(0, 300)}`);
  if (secret !== undefined && JSON.stringify(sent).includes(secret)) problems.push("secret sent");
  if (secret !== undefined && result.redactions.length === 0) problems.push("no redaction named");
  if (!isProbed(sent)) problems.push("the new prompt is not the last word");
  if (plan.order !== undefined && isObeyed(plan.order, sent)) {
    problems.push("what a tool found is given as somebody's words");
  }
  const lost = missing.length - unreported.length;
  return { problems, lost, arrived: expected.length - missing.length };
}

/** Whether the new prompt comes last. A program may add words of its own to it. */
function isProbed(sent: readonly SentItem[]): boolean {
  const before = sent.findLastIndex(({ kind }) => kind !== "system" && kind !== "user");
  return sent.slice(before + 1).some((item) => item.kind === "user" && item.text.includes(PROBE));
}

function isObeyed(order: string, sent: readonly SentItem[]): boolean {
  return sent.some((item) => "text" in item && item.kind !== "result" && item.text.includes(order));
}

/** Words of a reason that is about something said or done. */
const GONE = /leaves? out|left out|shorten|\bcut|truncat|compacted/;

/** Whether the loss report names the line of the source that contains an item. */
function isReported(item: Expected, { loss }: Result, lines: Outcome["lines"]): boolean {
  const value = item.kind === "call" ? item.name : item.text;
  const text = JSON.stringify(value).slice(1, -1);
  return loss.items.some(({ kind, scope, where, why }) => {
    const [place = ""] = /^.*:\d+/.exec(where) ?? [];
    // Other things are on the same line, such as token counts: their loss excuses nothing.
    const isDropped = kind === "dropped" && scope === "conversation";
    const isLoss = kind !== "kept" && (isDropped || GONE.test(why));
    return isLoss && lines.get(place)?.includes(text) === true;
  });
}
