import type { TranscriptHeader, TranscriptItem } from "../../src/model/transcript.ts";

/** Something that was said or seen once, and that a receiver should know. */
export interface PlantedFact {
  readonly kind:
    | "decision"
    | "constraint"
    | "rejected option"
    | "file name"
    | "command"
    | "error"
    | "next step";
  /** The words that must arrive; they occur nowhere else. */
  readonly text: string;
}

/** A made-up session, and what was hidden in it. */
export interface PlantedSession {
  readonly header: TranscriptHeader;
  readonly items: readonly TranscriptItem[];
  readonly facts: readonly PlantedFact[];
}

/** A generator of numbers below 1 that depends on a seed alone. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SYLLABLES = [
  "ba",
  "ce",
  "di",
  "fo",
  "gu",
  "ha",
  "je",
  "ki",
  "lo",
  "mu",
  "na",
  "pe",
  "qui",
  "ro",
  "su",
  "ta",
  "ve",
  "wi",
  "xo",
  "yu",
  "zan",
  "bri",
  "cor",
  "del",
  "fen",
  "gar",
  "hol",
];
const TOPICS = [
  "the parser",
  "the login page",
  "the cache",
  "the importer",
  "the report",
  "the queue",
  "the search box",
  "the scheduler",
  "the mailer",
  "the settings form",
];

/** Makes a session of some rounds with facts of every kind at chance places. */
export function plantSession(seed: number, rounds = 150, each = 4): PlantedSession {
  const random = randomFrom(seed);
  const maker = { random, items: [] as TranscriptItem[], facts: [] as PlantedFact[] };
  const plants = plantings(maker, each);
  const places = new Map<number, (() => void)[]>();
  for (const plant of plants) {
    // The next step is what was said near the end; everything else may be anywhere before.
    const at = plant.late ? rounds - 1 - below(random, 8) : below(random, Math.floor(rounds * 0.9));
    places.set(at, [...(places.get(at) ?? []), plant.write]);
  }
  for (let round = 0; round < rounds; round++) {
    fillRound(maker);
    for (const write of places.get(round) ?? []) write();
  }
  return { header: HEADER, items: maker.items, facts: maker.facts };
}

const HEADER: TranscriptHeader = {
  type: "transcript",
  version: 1,
  agent: "claude",
  agent_version: null,
  session_id: "planted",
  cwd: "/home/dev/planted",
  started_at: "2026-01-05T09:00:00.000Z",
  title: null,
  model: null,
  git_branch: null,
};

interface Maker {
  readonly random: () => number;
  readonly items: TranscriptItem[];
  readonly facts: PlantedFact[];
}

function below(random: () => number, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<Item>({ random }: Maker, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item; // Never empty.
}

/** A name nobody has heard: it can only come from where it was planted. */
function coin(maker: Maker): string {
  const name = Array.from({ length: 3 }, () => pick(maker, SYLLABLES)).join("");
  return `${name}${100 + below(maker.random, 900)}`;
}

function push(maker: Maker, item: Record<string, unknown>): void {
  const line = maker.items.length + 1;
  const minutes = new Date(Date.UTC(2026, 0, 5, 9) + line * 20_000).toISOString();
  const place = { file: "planted.jsonl", line, type: String(item.kind) };
  const common = { id: `i${line}`, parent_id: null, at: minutes, source: place, raw: null };
  // The maker writes every key that its kind has.
  maker.items.push({ ...common, thread: null, branch: null, ...item } as TranscriptItem);
}

function addMessage(maker: Maker, role: "user" | "assistant", text: string): void {
  push(maker, { kind: "message", actor: role, role, text, model: null, attachments: [] });
}

interface Ran {
  readonly name: string;
  readonly input: Record<string, string>;
  readonly content: string;
  readonly ok?: boolean;
}

function run(maker: Maker, { name, input, content, ok = true }: Ran): void {
  const call_id = `c${maker.items.length}`;
  push(maker, { kind: "tool_call", actor: "assistant", call_id, name, arguments: input });
  push(maker, { kind: "tool_result", actor: "tool", call_id, ok, content, attachments: [] });
}

/** Ordinary work: a wish, some reading, an answer; long enough to drown what matters. */
function fillRound(maker: Maker): void {
  const topic = pick(maker, TOPICS);
  const other = pick(maker, TOPICS);
  const wish = pick(maker, [
    `Please look at ${topic} again and tell me how it hangs together with ${other}.`,
    `What does ${coin(maker)} do in ${topic}?`,
    `Thanks. Now explain ${topic}, and where ${coin(maker)} comes from.`,
    `Could you show me ${other}?`,
  ]);
  addMessage(maker, "user", wish);
  for (let count = 1 + below(maker.random, 3); count > 0; count--) readSomething(maker);
  addMessage(maker, "assistant", Array.from({ length: 4 }, () => remark(maker)).join(" "));
}

function readSomething(maker: Maker): void {
  const lines = Array.from(
    { length: 12 },
    () => `  const ${coin(maker)} = read(${below(maker.random, 99)});`,
  );
  const file_path = `/home/dev/planted/lib/${pick(maker, SYLLABLES)}${below(maker.random, 30)}.ts`;
  run(maker, { name: "Read", input: { file_path }, content: lines.join("\n") });
}

/** What agents say about code, with names in it and without anything that must be kept. */
function remark(maker: Maker): string {
  const topic = pick(maker, TOPICS);
  const other = pick(maker, TOPICS);
  const name = coin(maker);
  return pick(maker, [
    `It reads ${topic} first and hands the outcome to ${other}, which sorts it.`,
    `The function \`${name}\` is where ${topic} begins.`,
    `${name} wraps ${topic} and counts what goes through.`,
    `You can see ${name} in ${other}, right after the loop.`,
    `This part keeps ${topic} small.`,
    `There is a note about ${name} in the margin.`,
  ]);
}

interface Planting {
  readonly late?: true;
  write(): void;
}

function plantings(maker: Maker, each: number): Planting[] {
  const kinds = [decision, constraint, rejection, fileName, command, failure, nextStep];
  return kinds.flatMap((kind) => Array.from({ length: each }, () => kind(maker)));
}

function plant(maker: Maker, kind: PlantedFact["kind"], text: string): void {
  maker.facts.push({ kind, text });
}

function decision(maker: Maker): Planting {
  const name = coin(maker);
  const topic = pick(maker, TOPICS);
  const text = pick(maker, [
    `We decided to use ${name} for ${topic}.`,
    `Let's go with ${name} for ${topic}, the team agreed on it.`,
    `I talked to the others: ${name} is our choice for ${topic}.`,
    `For ${topic} we settled on ${name}.`,
    `Switch to ${name} in ${topic}, please.`,
    `${topic} will use ${name} from now on.`,
  ]);
  return {
    write() {
      plant(maker, "decision", name);
      addMessage(maker, "user", text);
    },
  };
}

function constraint(maker: Maker): Planting {
  const name = coin(maker);
  const topic = pick(maker, TOPICS);
  const text = pick(maker, [
    `${topic} must never call ${name} directly.`,
    `Keep in mind: at most ${below(maker.random, 90) + 10} rows of ${name} may be held at once.`,
    `Always run ${name} before touching ${topic}.`,
    `Do not change the format of ${name}; others read it.`,
    `Only ${name} is allowed to write there.`,
    `It has to work without ${name}.`,
  ]);
  return {
    write() {
      plant(maker, "constraint", name);
      addMessage(maker, "user", text);
    },
  };
}

function rejection(maker: Maker): Planting {
  const name = coin(maker);
  const topic = pick(maker, TOPICS);
  const text = pick(maker, [
    `We rejected ${name} for ${topic} because it was too slow.`,
    `${name} is ruled out, legal said no.`,
    `Someone tried ${name} once; it did not work with ${topic}.`,
    `Not ${name}, please: take something smaller instead of it.`,
    `I would rather not use ${name} in ${topic}.`,
    `We abandoned ${name} last year.`,
  ]);
  return {
    write() {
      plant(maker, "rejected option", name);
      addMessage(maker, "user", text);
    },
  };
}

function fileName(maker: Maker): Planting {
  const file = `src/${pick(maker, SYLLABLES)}/${coin(maker)}.ts`;
  const edit = { file_path: `/home/dev/planted/${file}`, old_string: "a", new_string: "b" };
  return {
    write() {
      plant(maker, "file name", file);
      run(maker, { name: "Edit", input: edit, content: "The file was changed." });
    },
  };
}

function command(maker: Maker): Planting {
  const line = `npx ${coin(maker)} --only ${pick(maker, SYLLABLES)} --retries ${below(maker.random, 9)}`;
  return {
    write() {
      plant(maker, "command", line);
      run(maker, { name: "Bash", input: { command: line }, content: "done" });
    },
  };
}

function failure(maker: Maker): Planting {
  const name = coin(maker);
  const error = pick(maker, [
    `Error: cannot find module '${name}'`,
    `fatal: ${name} is not a valid object name`,
    `TypeError: ${name} is not a function`,
    `AssertionError: expected ${name} to be sorted`,
  ]);
  const output = `> test\n\nsome lines before\n${error}\n    at Object.run (part.ts:3)\nexit code 1`;
  return {
    write() {
      plant(maker, "error", error);
      const command = `npm test -- ${pick(maker, SYLLABLES)}`;
      run(maker, { name: "Bash", input: { command }, content: output, ok: false });
    },
  };
}

function nextStep(maker: Maker): Planting {
  const name = coin(maker);
  const topic = pick(maker, TOPICS);
  const text = pick(maker, [
    `Next step: wire ${name} into ${topic}.`,
    `What remains is the migration of ${name}.`,
    `After that I will move ${name} out of ${topic}.`,
    `Still to do: tests for ${name}.`,
    `Next I will look into ${name}.`,
  ]);
  return {
    late: true,
    write() {
      plant(maker, "next step", name);
      addMessage(maker, "assistant", text);
    },
  };
}
