/** Turns what a role's file says into events of a month, with everyday work from a seed among them, and goes on after it. */
import { randomFrom } from "../planted-session.ts";
import { LAST_DAY, timeAt } from "./later-facts.ts";
import { laterLife } from "./later-life.ts";
import { requestEvents } from "./request-script.ts";
import type { Role } from "./role.ts";

/** Something that happens in a workspace at a time. */
export type LifeEvent = { readonly at: string; readonly role: string } & (
  | { readonly kind: "write"; readonly path: string; readonly text: string }
  | { readonly kind: "edit"; readonly path: string; readonly from: string; readonly to: string }
  | { readonly kind: "append"; readonly path: string; readonly text: string }
  | ({ readonly kind: "request" } & RequestStep)
  | { readonly kind: "ingest"; readonly offer: Role["ingested"][number] }
);

/** One step of a request, as somebody takes it. */
export interface RequestStep {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly verb: string;
  readonly due?: string;
  /** The subject, the reason or the place of the outcome. */
  readonly text: string;
  /** Until when it is deferred. */
  readonly until?: string;
}

/** Everyday requests are answered at once, except the last ones of a month. */
const LAST_ANSWERED_DAY = 27;
/** Days after which those are answered. */
const DELAY = 3;

/** Every event of a role, in the order of time. */
export function eventsOf(role: Role): readonly LifeEvent[] {
  const events = [
    ...role.files.map((file) => fileEvent(role, file)),
    ...memoryEvents(role),
    ...Object.entries(role.requests).flatMap(([id, script]) => requestEvents(role, id, script)),
    ...role.ingested.map((offer) => ({
      kind: "ingest" as const,
      at: offer.at,
      role: role.id,
      offer,
    })),
    ...routineEvents(role),
    ...laterLife(role).events,
  ];
  return events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

function fileEvent(role: Role, file: Role["files"][number]): LifeEvent {
  const { at, path, text, replace: from, with: to } = file;
  const where = { at, path, role: role.id };
  if (text !== undefined) return { kind: "write", ...where, text };
  if (from !== undefined && to !== undefined) return { kind: "edit", ...where, from, to };
  throw new Error(`Cannot play "${path}": it has neither a text nor a replacement`);
}

function memoryEvents(role: Role): readonly LifeEvent[] {
  return role.memory
    .trim()
    .split("\n")
    .map((line) => remembered(role, line.split(" ")[1] ?? "", line));
}

function remembered(role: Role, at: string, line: string): LifeEvent {
  return { kind: "append", at, role: role.id, path: "memory/events.md", text: `${line}\n` };
}

/** Requests, runs and notes of every day, always the same for a role. */
function routineEvents(role: Role): readonly LifeEvent[] {
  const { routine, id } = role;
  const random = randomFrom([...id].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const events: LifeEvent[] = [];
  for (let index = 0; index < (routine.requests * LAST_DAY) / 30; index++) {
    const created = Math.floor((index * 30) / routine.requests);
    const day = created % 30 > LAST_ANSWERED_DAY ? created + DELAY : created;
    const minute = 8 * 60 + Math.floor(random() * 420);
    const number = String(100 + Math.floor(random() * 900));
    const request = {
      kind: "request" as const,
      role: id,
      id: `req_${id}_${index}`,
      from: pick(routine.from),
      to: id,
    };
    const subject = pick(routine.subjects).replace("{n}", number);
    events.push({ ...request, at: timeAt(role, created, minute), verb: "create", text: subject });
    const way = random();
    const later = timeAt(role, day, minute + 45);
    if (way < 0.15)
      events.push({ ...request, at: later, verb: "reject", text: pick(routine.reasons) });
    else if (way < 0.22) events.push({ ...request, at: later, verb: "cancel", text: "" });
    else
      events.push(
        ...completion(role, { request, day, minute, subject, result: pick(routine.results) }),
      );
  }
  for (let day = 0; day < LAST_DAY; day++) {
    const at = timeAt(role, day, 16 * 60 + 50);
    const line = `- ${at} note (source: human:desk) – ${pick(routine.notes)}`;
    events.push(remembered(role, at, line));
  }
  return events;
}

interface Completion {
  readonly request: Omit<Extract<LifeEvent, { kind: "request" }>, "at" | "verb" | "text">;
  readonly day: number;
  readonly minute: number;
  readonly subject: string;
  readonly result: string;
}

/** Accepted within the hour, done on the next day in a run of the mandate. */
function completion(role: Role, { request, day, minute, subject, result }: Completion) {
  const done = timeAt(role, day + 1, minute);
  const path = `mandates/runs/${role.routine.mandate}/${done.slice(0, 16).replace(":", "-")}Z.md`;
  const text = `---\nclosed_at: ${done}\n---\n# ${subject}\n\n## Outcome\n${result}.\n`;
  const events: LifeEvent[] = [
    { ...request, at: timeAt(role, day, minute + 45), verb: "accept", text: "" },
    { kind: "write", role: role.id, at: done, path, text },
    { ...request, at: done, verb: "complete", text: path },
  ];
  return events;
}
