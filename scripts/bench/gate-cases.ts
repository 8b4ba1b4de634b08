/** Facts and changes of facts for the gate, the same on every machine. */

/** What a candidate is to the entries in force. */
export type CaseKind = "update" | "duplicate" | "sibling" | "unrelated";

/** One candidate beside entries in force. */
export interface GateCase {
  readonly kind: CaseKind;
  readonly entries: readonly string[];
  readonly candidate: string;
  /** The entry that an update contradicts. */
  readonly contradicts: number | null;
}

const PLACES = [
  "harbor",
  "orchard",
  "quarry",
  "lantern",
  "meadow",
  "cellar",
  "granary",
  "belfry",
  "mill",
  "ferry",
];
const THINGS = [
  "pump",
  "ledger",
  "scanner",
  "relay",
  "boiler",
  "router",
  "press",
  "gauge",
  "signal",
  "depot",
];
const PEOPLE = [
  "Amara",
  "Bodil",
  "Chidi",
  "Dalia",
  "Emeka",
  "Farah",
  "Goran",
  "Hanna",
  "Ivo",
  "Jun",
];
const PRODUCTS = [
  "Rust",
  "Go",
  "Kotlin",
  "Elixir",
  "Postgres",
  "Redis",
  "Kafka",
  "Nginx",
  "Debian",
  "Alpine",
];

/** Sentences with one place for a name and one for a value, and what may be there. */
const templates: readonly {
  text(name: string, value: string): string;
  value(at: number): string;
}[] = [
  {
    text: (name, value) =>
      `The \`${name}\` listens on port ${value} behind the proxy. Its health page answers within a second.`,
    value: (at) => String(8_000 + ((at * 37) % 900)),
  },
  {
    text: (name, value) =>
      `Readings of \`${name}\` are kept for ${value} in the archive, after which they are thinned out.`,
    value: (at) => `${2 + ((at * 7) % 80)} ${["days", "weeks", "months"][at % 3]}`,
  },
  {
    text: (name, value) =>
      `Whoever changes \`${name}\` asks ${value} first, who keeps the plan of the whole line.`,
    value: (at) => PEOPLE[at % PEOPLE.length] ?? "",
  },
  {
    text: (name, value) => `Nightly cleaning of \`${name}\` is ${value} while the season lasts.`,
    value: (at) => ["enabled", "disabled"][at % 2] ?? "",
  },
  {
    text: (name, value) => `The team chose ${value} for the new ${name} and wrote down why.`,
    value: (at) => PRODUCTS[(at * 3) % PRODUCTS.length] ?? "",
  },
  {
    text: (name, value) => `We run version ${value} of the ${name} firmware in every building.`,
    value: (at) => `v${1 + (at % 4)}.${at % 13}.${(at * 5) % 10}`,
  },
  {
    text: (name, value) => `The failover site of the ${name} is ${value} until further notice.`,
    value: (at) => `${["north", "south", "east", "west"][at % 4]}-${1 + (at % 3)}`,
  },
  {
    text: (name, value) => `The ${name} retries a failed order ${value} times before it gives up.`,
    value: (at) => ["two", "three", "five", "seven", "nine"][at % 5] ?? "",
  },
];

/** Different facts, each about a thing of its own; many share the words of a template. */
export function createFacts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => factAt(at));
}

/** Cases of every kind in turn. */
export function createCases(count: number): readonly GateCase[] {
  const kinds: readonly CaseKind[] = [
    "update",
    "duplicate",
    "update",
    "sibling",
    "update",
    "unrelated",
  ];
  return Array.from({ length: count }, (_, at) =>
    createCase(kinds[at % kinds.length] ?? "update", at),
  );
}

function createCase(kind: CaseKind, at: number): GateCase {
  const entries = Array.from({ length: 8 }, (_, other) => factAt(at + other));
  const target = at % entries.length;
  const about = at + target;
  switch (kind) {
    case "update":
      return { kind, entries, candidate: changed(about), contradicts: target };
    case "duplicate":
      return { kind, entries, candidate: retyped(factAt(about), at), contradicts: null };
    case "sibling":
      return { kind, entries, candidate: factAt(about + templates.length * 3), contradicts: null };
    case "unrelated":
      return {
        kind,
        entries,
        candidate: `Lunch on day ${at} was soup, and nobody complained about the ${PLACES[at % 10]}.`,
        contradicts: null,
      };
    default:
      return kind satisfies never;
  }
}

function nameAt(at: number): string {
  const number = Math.floor(at / 100);
  const name = `${PLACES[at % 10]}-${THINGS[Math.floor(at / 10) % 10]}`;
  return number === 0 ? name : `${name}-${number + 1}`;
}

function factAt(at: number): string {
  return templates[at % templates.length]?.text(nameAt(at), valueAt(at, 0)) ?? "";
}

function valueAt(at: number, step: number): string {
  return templates[at % templates.length]?.value(at + step) ?? "";
}

/** The same fact with another value, said as people say it. */
function changed(at: number): string {
  const value = [1, 2, 3].map((step) => valueAt(at, step)).find((each) => each !== valueAt(at, 0));
  const fact = templates[at % templates.length]?.text(nameAt(at), value ?? "") ?? "";
  const forms = [
    fact,
    `Update: ${fact}`,
    fact.replace(/\.$/, " as of today."),
    `${fact} This is new.`,
  ];
  return forms[Math.floor(at / 3) % forms.length] ?? fact;
}

/** The same fact as another hand would type it. */
function retyped(fact: string, at: number): string {
  const forms = [fact, fact.replace(/\.$/, ""), `- ${fact}`, fact.replaceAll(" ", "  ")];
  return forms[at % forms.length] ?? fact;
}
