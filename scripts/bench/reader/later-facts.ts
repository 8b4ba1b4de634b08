/** What later months of every role are made of, and how a part of them is written down. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";
import { randomFrom } from "../planted-session.ts";
import type { LifeEvent } from "./life.ts";
import { type Question, type Role, SIMULATED } from "./role.ts";

const list = () => z.array(z.string()).min(1);

const factsSchema = z.strictObject({
  parties: list(),
  reasons: list(),
  claims: list(),
  weekdays: list(),
  requests: z.strictObject({
    verbs: list(),
    objects: list(),
    results: list(),
    refusals: list(),
    delays: list(),
  }),
  rules: list(),
  /** Name of the file, title, first sentence. */
  texts: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** Name of the file, scope, title, first sentence. */
  incoming: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  /** Name of the file, title, next step, what is not part of the work. */
  projects: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
});

/** Names, reasons and subjects of later months. */
export const facts = factsSchema.parse(
  parse(readFileSync(join(import.meta.dirname, "roles", "later.yaml"), "utf8")),
);

/** A question that is asked between two times. */
export interface TimedQuestion {
  readonly from: string;
  /** Asked for ever without it. */
  readonly until?: string;
  readonly question: Question;
}

/** Something that happens, and what a colleague can be asked about it. */
export interface Scene {
  readonly events: readonly LifeEvent[];
  readonly asked: readonly TimedQuestion[];
}

/** The first month is written by hand; days are counted from 0. */
export const FIRST_DAY = 30;
/** Months after it. */
export const LATER_MONTHS = [1, 2] as const;
/** Where the later life ends. */
export const LAST_DAY = 90;
/** In milliseconds. */
export const DAY = 86_400_000;

/** The time of a day of a role's life. */
export function timeAt(role: Role, day: number, minute: number): string {
  return isoTime(Date.parse(`${role.start}T00:00:00Z`) + day * DAY + minute * 60_000);
}

/** The same time so many months of thirty days later. */
export function laterBy(time: string, months: number): string {
  return isoTime(Date.parse(time) + months * FIRST_DAY * DAY);
}

function isoTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** People who decide in a role, as they sign in its first month. */
export function peopleOf(role: Role): readonly string[] {
  const names = [...role.memory.matchAll(/source: human:(\w+)/g)].map(([, name = ""]) => name);
  return [...new Set(names)];
}

/** The place of a role among those of one workspace: what is theirs alone is divided by it. */
export function placeOf(role: Role): number {
  const names: readonly string[] = SIMULATED;
  return Math.max(0, names.indexOf(role.id));
}

/** Choices of a role, always the same for the same role and purpose. */
export function choicesOf(role: Role, purpose: string) {
  const seed = [...`${role.id} ${purpose}`].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0,
    7,
  );
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    below,
    pick: (from: readonly string[]) => from[below(from.length)] ?? "",
    shuffle: (from: readonly string[]) =>
      from
        .map((value) => ({ value, rank: random() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ value }) => value),
  };
}
