/** The life of a role after its first month, at the same rates, and what can be asked about it on a day. */
import { laterDecisions } from "./later-decisions.ts";
import type { Scene } from "./later-facts.ts";
import { laterRequests } from "./later-requests.ts";
import { laterTexts } from "./later-texts.ts";
import type { Question, Role } from "./role.ts";

/** Everything that happens after the first month but for everyday work. */
export function laterLife(role: Role): Scene {
  const scenes = [laterDecisions(role), laterRequests(role), laterTexts(role)];
  return {
    events: scenes.flatMap(({ events }) => events),
    asked: scenes.flatMap(({ asked }) => asked),
  };
}

/** What a colleague is asked at a time after the first month: what has stayed as it was then, and what is new. */
export function questionsAt(role: Role, now: string): readonly Question[] {
  const later = laterLife(role).asked.filter(
    ({ from, until }) => from <= now && now < (until ?? "9"),
  );
  return [...role.questions.filter(isLasting), ...later.map(({ question }) => question)];
}

const lastingKinds = new Set<Question["kind"]>(["limit", "who decides", "where"]);

function isLasting({ kind, lasts }: Question): boolean {
  return lasts ?? lastingKinds.has(kind);
}
