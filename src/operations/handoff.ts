import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import type { Agent, AgentWriter, Placed } from "../agents/agent.ts";
import { agents } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import { namesOf, nearestName } from "../base/registry.ts";
import { type Handoff, prepareHandoff } from "../handoff/prepare.ts";
import { agentPlaces, isAgentName, loadAgent } from "./agent-sessions.ts";
import { changedSince } from "./changed-since.ts";
import { defineOperation, type OperationContext } from "./define-operation.ts";
import { chooseDistiller, distilInput } from "./distil-input.ts";
import { findGiver, type Giver } from "./handoff-giver.ts";
import { assertDistillable, parseMap, parseSince } from "./handoff-input.ts";
import { recordHandoff } from "./handoff-record.ts";
import { describeHandoff, type HandoffOutput, handoffOutput } from "./handoff-report.ts";
import { undoHandoff } from "./handoff-undo.ts";
import { launch } from "./launch.ts";
import { type Move, planMove } from "./move-session.ts";
import { placeSession } from "./place-session.ts";
import { whole } from "./thread-input.ts";
import { guardHandoff, writeHandoff } from "./write-handoff.ts";

const input = z.object({
  from: z
    .string()
    .optional()
    .describe("Who hands over: a path, an agent (claude, codex …), or a session id"),
  to: z.string().optional().describe("Who goes on: an agent, or a path to write to"),
  session: z.string().optional().describe("Session of FROM; else its newest in this folder"),
  into: z.string().optional().describe("Project folder in which the receiver will work; else here"),
  budget: whole(500).optional().describe("Tokens the receiver gets at most; else everything"),
  since: z.string().optional().describe("Hand over from this time or message on"),
  map: z.array(z.string()).default([]).describe("OLD=NEW: replace a path in what is handed over"),
  redact: z.boolean().default(false).describe("Replace secrets also for the same agent"),
  "no-redact": z
    .boolean()
    .default(false)
    .describe("Leave secrets as they are; whoever gets it gets them too"),
  "dry-run": z.boolean().default(false).describe("Only say what would happen"),
  wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
  force: z.boolean().default(false).describe("Replace a bundle, page or trajectory at the path TO"),
  launch: z.boolean().default(false).describe("Start the receiver at once"),
  undo: z.string().optional().describe("Take back what the handoff with this session id placed"),
  ...distilInput,
});
type Input = z.infer<typeof input>;

export default defineOperation({
  name: "handoff",
  summary: "Hand work over from one agent to another, as a session it resumes natively",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it writes into other agents' stores", http: "as for MCP" },
  positionals: ["from", "to"],
  examples: [
    "handoff claude codex --dry-run",
    "handoff claude codex",
    "handoff codex ./handed-over",
  ],
  input,
  output: handoffOutput,
  async run(context, given) {
    if (given.undo !== undefined) return undoHandoff(context, given.undo, given["dry-run"]);
    if (given.from === undefined || given.to === undefined) {
      throw new HoldallError("E_USAGE", "Cannot hand over: FROM and TO are required", {
        cure: "for example `holdall handoff claude codex --dry-run`",
      });
    }
    assertDistillable(given.to, given);
    const giver = await findGiver(context, given.from, given);
    if (isPath(given.to)) return toPath(context, given, giver, given.to);
    const handed = await toAgent(context, given, giver, await receiver(given.to));
    const { launch: isLaunched, "dry-run": isDry } = given;
    if (isLaunched && !isDry) await launch(context, handed.resume, intoOf(context, given));
    return handed;
  },
});

type Writing = Agent & { readonly writer: AgentWriter };

/** Agents have plain names; whatever has a slash or a dot is a path. */
function isPath(words: string): boolean {
  return !isAgentName(words) && /[/\\.]/.test(words);
}

async function receiver(name: string): Promise<Writing> {
  if (!isAgentName(name)) {
    const near = nearestName(name, namesOf(agents));
    throw new HoldallError("E_USAGE", `Cannot hand over to "${name}": no such agent`, {
      cure: near ? `did you mean "${near}"?` : `name ${namesOf(agents).join(", ")}, or a path`,
    });
  }
  const agent = await loadAgent(name);
  const { writer } = agent;
  if (writer !== undefined) return { ...agent, writer };
  throw new HoldallError("E_USAGE", `Cannot hand over to ${agent.title}: it can only be read`);
}

async function toAgent(
  context: OperationContext,
  given: Input,
  giver: Giver,
  target: Writing,
): Promise<HandoffOutput> {
  const places = agentPlaces(context);
  const isSame = giver.agent?.name === target.name && giver.source !== null;
  const { since, budget, redact, map } = given;
  const isWhole = since === undefined && budget === undefined && map.length === 0;
  const asIs = isSame && isWhole && !redact;
  const handoff = await prepareHandoff({
    ...requestOf(context, given, giver),
    to: target,
    redact: redact || !(isSame || given["no-redact"]),
    session_id: target.writer.newSessionId(randomUUID, context.now()),
    settings: await target.writer.settings(places),
  });
  assertFound(handoff, giver, given);
  const place = await target.writer.target(handoff.order, places);
  const move = asIs ? await moveOf(giver, handoff, target.writer, place) : null;
  const facts = { giver, given, agent: target.name, moved: move };
  if (given["dry-run"]) {
    return describeHandoff(facts, handoff, await rehearse(handoff, target, { place, move }));
  }
  const before = handoff.loss().changed;
  const placed = await placeSession({
    agent: target,
    order: handoff.order,
    places,
    target: place,
    items: () => handoff.items(),
    move,
    allowance: () => handoff.loss().changed - before,
    record: (session, made) =>
      recordHandoff(places, { ...session, agent: target.name, at: context.now() }, made),
  });
  return describeHandoff(facts, handoff, placed);
}

/** How the giver's own session moves as it is; null for one that has no files here. */
async function moveOf(
  { source, reading }: Giver,
  { order }: Handoff,
  writer: AgentWriter,
  target: string,
): Promise<Move | null> {
  if (source === null) return null;
  return planMove({ source, writer, order, target, items: () => reading.items() });
}

/** Writes a bundle, a trajectory or a page; everything that leaves this machine is redacted. */
async function toPath(
  context: OperationContext,
  given: Input,
  giver: Giver,
  to: string,
): Promise<HandoffOutput> {
  // Asked before anything is read, and of a rehearsal too.
  await guardHandoff(context, { out: to, force: given.force });
  const handoff = await prepareHandoff({
    ...requestOf(context, given, giver),
    to: giver,
    redact: !given["no-redact"],
    session_id: giver.session_id,
    settings: {},
  });
  assertFound(handoff, giver, given);
  const absolute = path.resolve(context.cwd, to);
  const { since, budget, map, force } = given;
  const isWhole = since === undefined && budget === undefined && map.length === 0;
  const distiller = await chooseDistiller(context, given);
  const choice = { out: to, force, redact: !given["no-redact"], isWhole, distiller };
  const written = given["dry-run"]
    ? null
    : await writeHandoff(context, { giver, handoff, ...choice });
  const placed = { session_id: giver.session_id, path: absolute, made: [], resume: [], notes: [] };
  const described = describeHandoff({ giver, given, agent: null, moved: null }, handoff, placed);
  return { ...described, ...written };
}

function requestOf(context: OperationContext, given: Input, giver: Giver) {
  return {
    reading: giver.reading,
    from: giver,
    lost: lostPlaces(giver),
    since: parseSince(given.since),
    budget: given.budget ?? null,
    map: given.map.map(parseMap),
    cwd: intoOf(context, given),
    now: context.now(),
    changedSince,
  };
}

/** Where records stand that the reader could not read. */
function lostPlaces({ reading }: Giver): readonly string[] {
  return reading.findings
    .filter(({ code, line }) => line !== null && UNREAD.has(code))
    .map(({ file, line }) => `${file}:${line}`);
}

const UNREAD = new Set(["W_JSONL_LINE", "W_TORN_LINE", "E_JSONL_LINE", "E_UTF8", "E_JSON"]);

/** Refuses what nobody could go on with. */
function assertFound({ found, isEmpty }: Handoff, { session_id }: Giver, { since }: Input): void {
  if (!found) {
    throw new HoldallError("E_NOT_FOUND", `Cannot hand over since "${since}": no such message`, {
      cure: "give a time such as 2026-01-31T08:00Z, or the id of a message",
    });
  }
  if (!isEmpty) return;
  const state =
    since === undefined ? "nothing was said in it" : `nothing was said since "${since}"`;
  throw new HoldallError("E_EMPTY", `Cannot hand over session "${session_id}": ${state}`, {
    cure:
      since === undefined
        ? "choose another with --session; `holdall sessions` lists them"
        : "give an earlier time or message, or leave --since out",
  });
}

/** Writes nowhere, so that the losses of the receiver's form are known. */
async function rehearse(
  { order }: Handoff,
  { writer }: Writing,
  { place, move }: { readonly place: string; readonly move: Move | null },
): Promise<Placed> {
  const text =
    move === null ? writer.write(order) : writer.relocate(move.source, move.order, move.beside);
  for await (const _piece of text) {
    // Only what it says about losses counts.
  }
  return { session_id: order.session_id, path: place, made: [], resume: [], notes: [] };
}

function intoOf(context: OperationContext, { into }: Input): string {
  const folder = path.resolve(context.cwd, into ?? ".");
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return fs.realpathSync(folder);
  throw new HoldallError("E_NOT_FOUND", `Cannot hand over into "${into}": it is not a folder`);
}
