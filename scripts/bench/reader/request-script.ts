/** The steps of a request, as the file of a role has them. */
import type { LifeEvent } from "./life.ts";
import type { Role } from "./role.ts";

/** A step of a request at a time. */
export type RequestEvent = Extract<LifeEvent, { kind: "request" }>;

const CREATE = /^create (from|to) (\S+)(?: due (\S+))?: (.*)$/;

/** Reads lines such as "2026-09-04T11:00 accept". */
export function requestEvents(role: Role, id: string, script: string): readonly RequestEvent[] {
  let parties = { from: "", to: role.id };
  return script
    .trim()
    .split("\n")
    .map((line) => {
      const [, time = "", rest = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
      const step = { kind: "request" as const, at: `${time}:00Z`, role: role.id, id };
      const [, side, other = "", due, subject = ""] = CREATE.exec(rest) ?? [];
      if (side !== undefined) {
        parties = side === "from" ? { from: other, to: role.id } : { from: role.id, to: other };
        const until = due === undefined ? {} : { due: `${due}T17:00:00Z` };
        return { ...step, ...parties, ...until, verb: "create", text: subject };
      }
      const [verb = "", ...more] = rest.split(" ");
      const until = verb === "defer" ? { until: `${more.shift()}T09:00:00Z` } : {};
      return { ...step, ...parties, ...until, verb, text: more.join(" ") };
    });
}
