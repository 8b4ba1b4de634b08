/** Makes a session with the real program, and compares its next request with our reading. */

import fs from "node:fs";
import path from "node:path";
import type { Agent, SessionSource } from "../../../src/agents/agent.ts";
import { loadAgent } from "../../../src/agents/registry.ts";
import { messageOf } from "../../../src/base/errors.ts";
import { countConversation } from "../../../src/handoff/conversation-report.ts";
import type { TranscriptItem } from "../../../src/model/transcript.ts";
import { isMain } from "../../../src/transcripts/dispositions.ts";
import { findInForce } from "../../../src/transcripts/in-force.ts";
import { createLossTally } from "../../../src/transcripts/loss-tally.ts";
import type { SessionPlace } from "../drivers/driver.ts";
import { drivers } from "../drivers/drivers.ts";
import type { InstalledAgent, InstalledAgents } from "../install.ts";
import { createMachine } from "../machine.ts";
import type { ModelRequest } from "../model/server.ts";
import type { AgentName } from "../programs.ts";
import { reply } from "../scenarios/scenario.ts";
import type { SentItem } from "../sent/item.ts";
import { sentItems } from "../sent/sent-items.ts";
import { compareReading, type Reading } from "./compare.ts";
import { type Lab, mustSucceed, openLab } from "./lab.ts";
import { type ReadingScenario, readingScenarios } from "./scenarios.ts";
import { sessions } from "./sessions/sessions.ts";

const PROBE = "PROBE: what did we do so far?";

/** What became of one scenario with one agent. */
export type ReadingOutcome =
  | { readonly reason: string }
  | {
      /** Items that the agent sends again when the session goes on. */
      readonly sent: number;
      /** Where the reading is not what the agent sends; empty when all is well. */
      readonly problems: readonly string[];
    };

/** All outcomes of one run. */
export type ReadingOutcomes = ReadonlyMap<AgentName, ReadonlyMap<ReadingScenario, ReadingOutcome>>;

/** Where the sessions are created, and who gets the progress. */
export interface ReadingRun {
  readonly folder: string;
  report(line: string): void;
  isWanted(agent: AgentName, scenario: ReadingScenario): boolean;
}

/** Sessions that are made at the same time: most of the time is spent waiting for programs. */
const LANES = 3;

/** Makes every wanted session of every agent. A session that cannot be made is a problem of its own. */
export async function runReadings(
  agents: InstalledAgents,
  { folder, report, isWanted }: ReadingRun,
): Promise<ReadingOutcomes> {
  const names = Object.keys(readingScenarios) as ReadingScenario[];
  const results = new Map([...agents.keys()].map((name) => [name, new Map()]));
  const queue = names.flatMap((scenario) =>
    [...agents.values()]
      .filter(({ name }) => isWanted(name, scenario))
      .map((one) => [one, scenario] as const),
  );
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [agent, scenario] = next;
      const place = path.join(folder, `${agent.name}-${scenario}`);
      const outcome = await runReading(agent, scenario, place).catch(failed);
      results.get(agent.name)?.set(scenario, outcome);
      const problems = "reason" in outcome ? [] : outcome.problems;
      const verdict = "reason" in outcome ? "none" : problems.length === 0 ? "same" : "DIFFERS";
      report([`${agent.name} ${scenario}: ${verdict}`, ...problems].join("\n    "));
      fs.rmSync(place, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return results;
}

function failed(error: unknown): ReadingOutcome {
  const text = messageOf(error);
  return { sent: 0, problems: [`the session itself: ${text}`] };
}

/** Makes a session of a scenario and reads it. */
async function runReading(
  installed: InstalledAgent,
  scenario: ReadingScenario,
  folder: string,
): Promise<ReadingOutcome> {
  const createSession = sessions[installed.name][scenario];
  if (typeof createSession !== "function") return createSession;
  const lab = await openLab(installed, folder, { compactsEarly: scenario === "compaction" });
  try {
    await createSession(lab);
    const session = lab.session();
    const agent = await loadAgent(installed.name);
    const source = await openSession(agent, lab, session);
    const { reading, unknown } = await readSession(agent, source);
    const request = await nextRequest(lab, installed, { session, folder });
    const all = sentItems(request);
    const end = all.findIndex((item) => item.kind === "user" && item.text.includes(PROBE));
    // The system prompt is the program's own.
    const start = all.findIndex(({ kind }) => kind !== "system");
    const before = all.slice(Math.max(0, start), end === -1 ? undefined : end);
    const sent = [...before, ...(installed.name === "goose" ? joinedWithProbe(all[end]) : [])];
    const { missing, extra } = compareReading(sent, reading, drivers[installed.name].contexts);
    const pictures = { sent: picturesIn(request), read: picturesOf(reading) };
    const problems = [
      ...missing.map((text) => `not in the reading: ${text}`),
      ...extra.map((text) => `only in the reading: ${text}`),
      ...unknown.map((kind) => `unknown kind: ${kind}`),
    ];
    if (pictures.sent !== pictures.read) {
      problems.push(`${pictures.sent} pictures are sent, ${pictures.read} are in the reading`);
    }
    return { sent: sent.length, problems };
  } finally {
    await lab.model.close();
  }
}

/** Finds the session in the agent's own store, as a user's command would. */
async function openSession(
  agent: Agent,
  { machine }: Lab,
  { id }: SessionPlace,
): Promise<SessionSource> {
  const environment = { home: machine.home, env: machine.env };
  const found = (await Array.fromAsync(agent.find(environment))).filter((one) => one.id === id);
  const [session] = found;
  if (session === undefined || found.length > 1) {
    throw new Error(`${found.length} sessions of ${agent.id} have the id ${id}`);
  }
  return agent.open(session);
}

async function readSession(agent: Agent, source: SessionSource) {
  const indexed = await agent.read(source);
  const items: TranscriptItem[] = await Array.fromAsync(indexed.items());
  const losses = createLossTally();
  const inForce = await findInForce(() => indexed.items(), {}, losses);
  const reading: Reading = {
    inForce: await Array.fromAsync(inForce.recorded()),
    reported: items.filter((item) => isMain(item) && REPORTED.has(item.kind)),
    context: await contextTexts(agent, source, items),
  };
  const { unknown_kinds } = countConversation().report(losses.items());
  const kinds = Object.keys(indexed.accounting.by_type).filter((kind) => !agent.kinds.has(kind));
  return { reading, unknown: [...new Set([...kinds, ...unknown_kinds.map(({ kind }) => kind)])] };
}

/** All texts in the records of a session whose kind is declared as context. */
async function contextTexts(
  agent: Agent,
  source: SessionSource,
  items: readonly TranscriptItem[],
): Promise<readonly string[]> {
  const declared = agent.kinds.list().filter(({ role }) => role === "context");
  const kinds = new Set(declared.map(({ kind }) => kind));
  const texts: string[] = [];
  for (const file of source.files) {
    const bytes = Buffer.concat(await Array.fromAsync(file.read()));
    const lines = bytes.toString().split("\n");
    const wanted = items.filter(({ source: { file: path, type } }) => {
      return path === file.path && kinds.has(type);
    });
    for (const { source: at } of wanted)
      texts.push(...leaves(JSON.parse(lines[at.line - 1] ?? "")));
  }
  return texts.sort((a, b) => b.length - a.length);
}

function leaves(value: unknown): readonly string[] {
  if (typeof value === "string") return value.length > MIN_TEXT ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(leaves);
}

/** Shorter ones, such as ids and names of types, explain nothing. */
const MIN_TEXT = 20;

const REPORTED: ReadonlySet<TranscriptItem["kind"]> = new Set(["injected", "error", "reasoning"]);

/** Lets the program go on, and answers with what it sent first. */
async function nextRequest(
  { model }: Lab,
  installed: InstalledAgent,
  { session, folder }: { readonly session: SessionPlace; readonly folder: string },
): Promise<ModelRequest> {
  // Configured again: a program that compacts early would compact again.
  const machine = createMachine(folder, installed, { model });
  model.follow([reply("We watered the orchard.")]);
  const before = model.requests.length;
  mustSucceed(machine, await machine.resume(session, PROBE));
  const request = model.requests.slice(before).find(({ isErrand }) => !isErrand);
  if (request === undefined) throw new Error(`${installed.name} sent nothing`);
  return request;
}

/** Goose sends a prompt that nobody answered and the next one as one message. */
function joinedWithProbe(item: SentItem | undefined): SentItem[] {
  const text = item?.kind === "user" ? item.text.slice(0, item.text.indexOf(PROBE)).trim() : "";
  return text === "" ? [] : [{ kind: "user", text }];
}

/** How the four protocols carry a picture. */
const PICTURE = /"type":"(?:image|input_image|image_url)"|"inlineData":\{/g;

function picturesIn({ body }: ModelRequest): number {
  return JSON.stringify(body).match(PICTURE)?.length ?? 0;
}

function picturesOf({ inForce }: Reading): number {
  return inForce.flatMap((item) => ("attachments" in item ? item.attachments : [])).length;
}
