/** A role of the reader's test: its life as people wrote it down, and what a colleague must be able to answer. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const questionSchema = z.strictObject({
  ask: z.string(),
  kind: z.enum(["limit", "who decides", "open", "decided", "changed", "where"]),
  /** Whether the answer is the same after the first month; limits, who decides and places are. */
  lasts: z.boolean().optional(),
  /** Each list is one way to answer: patterns that one passage has, the first of them in its own words. */
  answer: z.array(z.array(z.string()).min(1)).min(1),
  /** Statements that stale or shortened context would make, recognised in the same way. */
  false: z
    .array(
      z.strictObject({
        is: z.array(z.string()).min(1),
        /** A passage with this is not false after all. */
        unless: z.string().optional(),
        /** Such a statement as a bad text would make it; a test proves that it is found. */
        example: z.string(),
      }),
    )
    .optional(),
});

const routineSchema = z.strictObject({
  /** How many requests of everyday work there are in the month. */
  requests: z.int(),
  from: z.array(z.string()).min(1),
  subjects: z.array(z.string()).min(1),
  results: z.array(z.string()).min(1),
  reasons: z.array(z.string()).min(1),
  notes: z.array(z.string()).min(1),
  /** The mandate whose runs are part of the days. */
  mandate: z.string(),
});

const roleSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** Where the facts come from, for a real repository. */
  origin: z.string().optional(),
  /** The first day. */
  start: z.iso.date(),
  files: z.array(
    z.strictObject({
      at: z.string(),
      path: z.string(),
      text: z.string().optional(),
      /** A part of the file that is replaced; the rest stays. */
      replace: z.string().optional(),
      with: z.string().optional(),
    }),
  ),
  /** Lines of `memory/events.md`, each appended at its own time. */
  memory: z.string(),
  /** By id: one line for each step, `<time> <verb> <more>`. */
  requests: z.record(z.string(), z.string()),
  /** Files that others bring in, and that the role accepts. */
  ingested: z.array(
    z.strictObject({
      at: z.string(),
      from: z.string(),
      name: z.string(),
      scope: z.string(),
      objective: z.string(),
      text: z.string(),
    }),
  ),
  routine: routineSchema,
  questions: z.array(questionSchema),
});

export type Question = z.infer<typeof questionSchema>;
export type Role = z.infer<typeof roleSchema>;

const folder = join(import.meta.dirname, "roles");

/** Roles whose life is made up. */
export const SIMULATED = ["releases", "payables", "handbook"] as const;
/** Roles whose facts are those of a public repository. */
export const REAL = ["madr", "backstage"] as const;

/** Reads a role from its file. */
export function readRole(name: string): Role {
  return roleSchema.parse(parse(readFileSync(join(folder, `${name}.yaml`), "utf8")));
}

/** A text by hand that answers every question of a role, such as `releases.good`. */
export function readTextByHand(name: string): string {
  return readFileSync(join(folder, `${name}.md`), "utf8");
}

/** The time at which the questions are asked: the evening of day 30. */
export function askedAt(role: Pick<Role, "start">, day = 30): string {
  const time = Date.parse(`${role.start}T18:00:00Z`) + (day - 1) * 86_400_000;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
