/**
 * What a colleague must be able to answer, and whether the text that `context load` gives a model answers it.
 * Three roles live for three months in one workspace; two more have the history of a public repository in the first
 * of them. No model is asked: a question is answered when one passage of the text has all parts of its answer.
 */
import fs from "node:fs";
import path from "node:path";
import { loadTokenCounter } from "../../../src/base/tokens.ts";
import { alternate, processorTimeOf } from "../measure.ts";
import type { Report } from "../report.ts";
import { liveMonths, MEASURED_DAYS, type RoleResult } from "./months.ts";
import type { World } from "./play.ts";
import { askedAt, REAL, readRole, SIMULATED } from "./role.ts";
import type { Score } from "./score.ts";
import { BUDGET } from "./texts.ts";

const ROUNDS = 15;
/** One read is too short to be measured. */
const READS = 200;

/** Answers, false statements, size and growth of what a model is given, beside the folder itself. */
export const readerReport: Report = {
  name: "reader: what a role's model is told",
  async run(folder) {
    const counter = await loadTokenCounter("o200k_base");
    const firm = await liveMonths(path.join(folder, "firm"), SIMULATED.map(readRole), counter);
    const results = [...firm.results];
    for (const name of REAL) {
      const months = await liveMonths(path.join(folder, name), [readRole(name)], counter);
      results.push(...months.results);
    }
    const cost = await costOfLine(firm.world, firm.results[0]?.role.id ?? "");
    return {
      lines: [
        `${results.length} roles, ${BUDGET} tokens each; answers, and questions with a false answer (of these, with nothing else)`,
        "role        load on day 30          folder in path order    newest files first      load on day 60          load on day 90",
        ...results.map(describe),
        `tokens of the load on day ${MEASURED_DAYS.join(", ")}; growth from day 15 to 30, 30 to 60, 60 to 90`,
        ...results.map(describeGrowth),
        ...results.flatMap(describeFaults),
        `load after one new line of memory: ${cost.changed.toFixed(1)} ms of the processor; with nothing new: ${cost.same.toFixed(1)} ms; reading the file of the memory: ${cost.read.toFixed(3)} ms`,
      ],
      checks: checksOf(results, cost.changed / cost.same),
      cases: results.map(({ role, load, tokens }) => ({
        role: role.id,
        tokens,
        missing: load.verdicts.filter((each) => !each.isAnswered).map((each) => each.question.ask),
        false: load.verdicts.flatMap((each) => each.falsehoods),
      })),
    };
  },
};

/** The later day whose answers and growth have goals. */
const LATER = 60;

function checksOf(results: readonly RoleResult[], cost: number) {
  const all = results.flatMap(({ load, later }) => [load, later[LATER] ?? load]);
  return [
    {
      name: `answers present on days 30 and ${LATER}, the role with the fewest`,
      value: Math.min(...all.map(({ answered, questions }) => answered / questions)),
      least: 0.9,
    },
    {
      name: `questions with a false answer on days 30 and ${LATER}`,
      value: all.reduce((sum, { misled }) => sum + misled, 0),
      most: 0,
    },
    {
      name: "tokens of a load on any day, the most",
      value: Math.max(...results.flatMap(({ tokens }) => Object.values(tokens))),
      most: BUDGET,
    },
    {
      name: `growth of a load from day 30 to day ${LATER}, the most`,
      value: Math.max(...results.map((each) => growthOf(each, 30, LATER))),
      most: 1.2,
    },
    { name: "load after one new line of memory / load with nothing new", value: cost, most: 2 },
  ];
}

function growthOf({ tokens }: RoleResult, from: number, to: number): number {
  return (tokens[to] ?? 0) / (tokens[from] ?? 1);
}

/** Processor time of a load after one new line in the memory, beside one with nothing new and reading that file. */
async function costOfLine(world: World, role: string) {
  const file = world.pathOf(role, "memory/events.md");
  const now = Date.parse(askedAt(readRole(role), MEASURED_DAYS.at(-1)));
  let line = 0;
  const add = () => {
    const at = `${new Date(now + ++line * 1000).toISOString().slice(0, 19)}Z`;
    fs.appendFileSync(file, `- ${at} note (source: human:desk) – looked at line ${line}\n`);
    return at;
  };
  const loadAt = (at: string) => processorTimeOf(() => world.load(role, at))();
  const changed = () => loadAt(add());
  const same = async () => {
    const at = add();
    await world.load(role, at);
    return loadAt(at);
  };
  const read = async () => {
    const times = await processorTimeOf(() => {
      for (let time = 0; time < READS; time++) fs.readFileSync(file, "utf8");
    })();
    return times / READS;
  };
  const rounds = await alternate(changed, same, ROUNDS);
  return { changed: median(rounds.ours), same: median(rounds.rival), read: await read() };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function describe({ role, load, folder, newest, later }: RoleResult): string {
  const scores = [load, folder, newest, later[60] ?? load, later[90] ?? load];
  return [role.id.padEnd(12), ...scores.map((score) => describeScore(score).padEnd(24))].join("");
}

function describeGrowth(result: RoleResult): string {
  const sizes = MEASURED_DAYS.map((day) => result.tokens[day]).join(", ");
  const growth = [growthOf(result, 15, 30), growthOf(result, 30, 60), growthOf(result, 60, 90)];
  return `${result.role.id.padEnd(12)}${sizes}; ${growth.map((each) => each.toFixed(2)).join(", ")}`;
}

function describeScore({ answered, questions, misled, onlyFalse }: Score): string {
  return `${Math.round((100 * answered) / questions)} %, false ${misled} (${onlyFalse})`;
}

function describeFaults({ role, load, later }: RoleResult): readonly string[] {
  const scores = [[30, load] as const, ...Object.entries(later)];
  return scores.flatMap(([day, { verdicts }]) =>
    verdicts.flatMap(({ question, isAnswered, falsehoods }) => [
      ...(isAnswered ? [] : [`${role.id} on day ${day} does not say: ${question.ask}`]),
      ...falsehoods
        .slice(0, 1)
        .map((text) => `${role.id} on day ${day} says falsely: ${text.slice(0, 160)}`),
    ]),
  );
}
