/**
 * Decisions of later months, on the same days of a month as in the first: where one replaced another, one does so again;
 * where one ended by itself, another one does after as many days.
 */
import {
  choicesOf,
  DAY,
  facts,
  LATER_MONTHS,
  laterBy,
  peopleOf,
  type Scene,
  type TimedQuestion,
} from "./later-facts.ts";
import type { LifeEvent } from "./life.ts";
import type { Question, Role } from "./role.ts";

type Choices = ReturnType<typeof choicesOf>;

/** A kind of decision, about somebody. */
interface Rule {
  readonly kind: Question["kind"];
  ask(party: string): string;
  /** What is decided; the value is what a later decision changes. */
  decide(party: string, value: string): string;
  values(choices: Choices, people: readonly string[]): string;
}

const rules: readonly Rule[] = [
  {
    kind: "decided",
    ask: (party) => `Within how many days is mail of ${party} answered, and why?`,
    decide: (party, value) => `Mail of ${party} is answered within ${value}`,
    values: ({ below }) => `${below(18) + 2} days`,
  },
  {
    kind: "decided",
    ask: (party) => `For how long are files of ${party} kept, and why?`,
    decide: (party, value) => `Files of ${party} are kept for ${value}`,
    values: ({ below }) => `${below(30) + 2} months`,
  },
  {
    kind: "decided",
    ask: (party) => `On which day do parcels for ${party} leave, and why?`,
    decide: (party, value) => `Parcels for ${party} leave on ${value}`,
    values: ({ pick }) => pick(facts.weekdays),
  },
  {
    kind: "who decides",
    ask: (party) => `Who checks changes for ${party}, and why?`,
    decide: (party, value) => `Changes for ${party} are checked by ${value} before they go out`,
    values: ({ pick }, people) => pick(people),
  },
];

/** A decision that a later one may replace. */
interface Decision {
  readonly rule: Rule;
  readonly party: string;
  readonly value: string;
  /** What names it in the memory. */
  readonly name: string;
}

/** Every decision after the first month. */
export function laterDecisions(role: Role): Scene {
  const choices = choicesOf(role, "decisions");
  const parties = choices.shuffle(facts.parties);
  const lines = role.memory.trim().split("\n");
  const models = lines.filter((line) => line.slice(2, 12) >= role.start);
  const inForce: Decision[] = [];
  // The decision that a pause is over is one of those of the month.
  let over = 0;
  const scenes = LATER_MONTHS.flatMap((month) =>
    models.map((model, index) => {
      const at = laterBy(model.split(" ")[1] ?? "", month);
      const until = /until: ([\d-]+)/.exec(model)?.[1];
      if (until !== undefined) {
        over++;
        return pause(role, choices, {
          at,
          until: laterBy(until, month),
          party: parties.pop() ?? "",
        });
      }
      const replaces = /supersedes:|this replaces/.test(model);
      if (!replaces && over > 0) {
        over--;
        return { events: [], asked: [] };
      }
      const old = replaces ? inForce.splice(choices.below(inForce.length), 1)[0] : undefined;
      const rule = old?.rule ?? rules[index % rules.length];
      const party = old?.party ?? parties.pop();
      if (rule === undefined || party === undefined) throw new Error("Too few names");
      const id = index % 2 === 0 ? `rule-${month}-${index}` : null;
      const value = otherValue(rule, old?.value, choices, peopleOf(role));
      inForce.push({ rule, party, value, name: id ?? at });
      return decided(role, choices, { at, id, rule, party, value, old });
    }),
  );
  const asked = scenes.flatMap((scene) => scene.asked);
  return {
    events: scenes.flatMap(({ events }) => events),
    // A question is asked until a newer decision answers the same one.
    asked: asked.map((each): TimedQuestion => {
      const newer = asked.find(
        ({ question, from }) => question.ask === each.question.ask && from > each.from,
      );
      return newer === undefined ? each : { ...each, until: newer.from };
    }),
  };
}

function otherValue(
  rule: Rule,
  old: string | undefined,
  choices: Choices,
  people: readonly string[],
): string {
  const value = rule.values(choices, people);
  const hasChoice = rule.kind === "decided" || people.length > 1;
  return value === old && hasChoice ? otherValue(rule, old, choices, people) : value;
}

interface NewDecision {
  readonly at: string;
  readonly id: string | null;
  readonly rule: Rule;
  readonly party: string;
  readonly value: string;
  readonly old: Decision | undefined;
}

function decided(
  role: Role,
  choices: Choices,
  { at, id, rule, party, value, old }: NewDecision,
): Scene {
  const reason = choices.pick(facts.reasons);
  const by = choices.pick(peopleOf(role));
  const before = old === undefined ? null : rule.decide(party, old.value);
  const isChanged = before !== null && old?.value !== value;
  return {
    events: [
      lineOf(role, {
        at,
        by,
        text: `${rule.decide(party, value)}, because ${reason}.`,
        ...(id === null ? {} : { id }),
        ...(old === undefined ? {} : { supersedes: old.name }),
      }),
    ],
    asked: [
      {
        from: at,
        question: {
          ask: rule.ask(party),
          kind: rule.kind,
          answer: [[party, `\\b${value}\\b`, reason]],
          ...(isChanged ? { false: [{ is: [before], example: `- ${before}.` }] } : {}),
        },
      },
    ],
  };
}

interface MemoryLine {
  readonly at: string;
  readonly by: string;
  readonly text: string;
  readonly id?: string;
  readonly supersedes?: string;
  readonly until?: string;
}

function lineOf(role: Role, { at, by, text, ...more }: MemoryLine): LifeEvent {
  const bracket = Object.entries({ source: `human:${by}`, ...more })
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");
  return {
    kind: "append",
    role: role.id,
    at,
    path: "memory/events.md",
    text: `- ${at} decision (${bracket}) – ${text}\n`,
  };
}

/** Somebody gets no work for some days; two days later a decision says that this is over. */
function pause(
  role: Role,
  choices: Choices,
  { at, until, party }: { readonly at: string; readonly until: string; readonly party: string },
): Scene {
  const by = choices.pick(peopleOf(role));
  const claim = choices.pick(facts.claims);
  const end = until.slice(0, 10);
  const over = `${new Date(Date.parse(end) + 2 * DAY).toISOString().slice(0, 10)}T10:00:00Z`;
  const stopped = `${party} gets no new work`;
  const goesOn = `${party} gets work as usual, because the claim about ${claim} is settled.`;
  return {
    events: [
      lineOf(role, {
        at,
        by,
        until: end,
        text: `${stopped} while the claim about ${claim} is open.`,
      }),
      lineOf(role, { at: over, by, text: goesOn }),
    ],
    asked: [
      {
        from: at,
        until: end,
        question: {
          ask: `Does ${party} get new work, until when not, and why?`,
          kind: "decided",
          answer: [[stopped, end.slice(5), claim]],
        },
      },
      {
        from: over,
        question: {
          ask: `Does ${party} get new work again?`,
          kind: "decided",
          answer: [[party, "as usual", claim]],
          false: [
            { is: [stopped], example: `- ${stopped} while the claim about ${claim} is open.` },
          ],
        },
      },
    ],
  };
}
