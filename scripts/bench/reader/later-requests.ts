/**
 * Requests of later months. Those of the first month come again with other subjects, and each takes as long as it took
 * then; what was open at the end of a month is done in the next one.
 */
import {
  choicesOf,
  DAY,
  FIRST_DAY,
  facts,
  LATER_MONTHS,
  laterBy,
  placeOf,
  type Scene,
  type TimedQuestion,
  timeAt,
} from "./later-facts.ts";
import { type RequestEvent, requestEvents } from "./request-script.ts";
import { type Question, type Role, SIMULATED } from "./role.ts";

/** Days for which a colleague still knows how a request ended. */
const REMEMBERED = 21;

/** Every request after the first month, and the end of those that were open then. */
export function laterRequests(role: Role): Scene {
  const { pick, shuffle } = choicesOf(role, "requests");
  const { verbs, objects, results, refusals, delays } = facts.requests;
  const all = verbs.flatMap((verb) => objects.map((object) => `${verb} ${object}`));
  const subjects = shuffle(all.filter((_, index) => index % SIMULATED.length === placeOf(role)));
  const scripts = Object.entries(role.requests)
    .map(([id, script]) => requestEvents(role, id, script))
    .filter(([first]) => first !== undefined && first.at >= role.start)
    .map((steps, index) => ({ steps, ending: endingOf(role, steps, index) }));
  const again = LATER_MONTHS.flatMap((month) =>
    scripts.map(({ steps, ending }) => {
      const subject = subjects.pop();
      if (subject === undefined) throw new Error("Too few subjects");
      return [...steps, ...ending].map((step): RequestEvent => {
        const texts = new Map([
          ["create", subject],
          ["complete", `${pick(results)}, report:letters/${step.id}_${month}`],
          ["reject", pick(refusals)],
          ["defer", pick(delays)],
        ]);
        return { ...laterStep(step, month), text: texts.get(step.verb) ?? "" };
      });
    }),
  );
  return {
    events: [...scripts.flatMap(({ ending }) => ending), ...again.flat()],
    asked: again.flatMap((steps) => questionsAbout(steps)),
  };
}

/** The same step in a later month. */
function laterStep(step: RequestEvent, month: number): RequestEvent {
  return {
    ...step,
    id: `${step.id}_${month}`,
    at: laterBy(step.at, month),
    ...(step.due === undefined ? {} : { due: laterBy(step.due, month) }),
    ...(step.until === undefined ? {} : { until: laterBy(step.until, month) }),
  };
}

/** What closes a request that the first month leaves open. */
function endingOf(
  role: Role,
  steps: readonly RequestEvent[],
  index: number,
): readonly RequestEvent[] {
  const last = steps.at(-1);
  if (last === undefined || !["create", "accept", "defer"].includes(last.verb)) return [];
  const { until, due: _, ...request } = last;
  // A request that was deferred opens in the evening of its day.
  const opened = (Date.parse(until ?? role.start) - Date.parse(role.start)) / DAY + 1;
  const day = Math.max(FIRST_DAY + (index % 5), Math.floor(opened));
  const accept = { ...request, at: timeAt(role, day, 10 * 60), verb: "accept", text: "" };
  const text = `done as asked, report:letters/${request.id}`;
  const complete = { ...request, at: timeAt(role, day + 2, 10 * 60), verb: "complete", text };
  return last.verb === "accept" ? [complete] : [accept, complete];
}

/** What can be asked about a request after each of its steps. */
function questionsAbout(steps: readonly RequestEvent[]): readonly TimedQuestion[] {
  const subject = steps[0]?.text ?? "";
  return steps.flatMap((step, index): readonly TimedQuestion[] => {
    const question = questionAfter(step, subject, steps[0]?.at ?? "");
    if (question === null) return [];
    const next = step.until ?? steps[index + 1]?.at;
    const forgotten = new Date(Date.parse(step.at) + REMEMBERED * DAY).toISOString();
    return [{ from: step.at, until: next ?? forgotten, question }];
  });
}

function questionAfter(
  { verb, text, at, until, id }: RequestEvent,
  subject: string,
  created: string,
): Question | null {
  const since = (time: string) => `{${time.slice(0, 10)}}`;
  const stillOpen = {
    is: [subject, "pending|accepted|deferred|open requests"],
    unless: "completed|rejected|\\bdone\\b",
    example: `- ${id} pending: ${subject}`,
  };
  switch (verb) {
    case "create":
      return {
        ask: `What is with "${subject}", and since when?`,
        kind: "open",
        answer: [[subject, "pending|waiting|waits|unanswered|not answered", since(created)]],
      };
    case "accept":
      return {
        ask: `Has "${subject}" been taken on, and when was that?`,
        kind: "open",
        answer: [[subject, "accepted|in progress|working", `${since(created)}|${since(at)}`]],
      };
    case "defer":
      return {
        ask: `Until when was "${subject}" put off, and why?`,
        kind: "open",
        answer: [[subject, "deferred|until", (until ?? "").slice(5, 10), text]],
      };
    case "complete":
      return {
        ask: `What came of "${subject}"?`,
        kind: "open",
        answer: [[subject, "completed|done", text.split(",")[0] ?? text]],
        false: [stillOpen],
      };
    case "reject":
      return {
        ask: `Why was "${subject}" refused?`,
        kind: "decided",
        answer: [[subject, "rejected|refused|declined", text]],
        false: [stillOpen],
      };
    default:
      return null;
  }
}
