import { join } from "node:path";
import type { Check, Report } from "../report.ts";
import { readTier, type Task, type Tier, type TierName, tierNames } from "./corpus.ts";
import { rememberAll } from "./memory.ts";
import { plainBm25 } from "./plain-bm25.ts";
import { type Found, indexSlice, promptTokens, TEMPLATE } from "./prompt.ts";
import { corporaFolder } from "./samples.ts";

/** What a tier must reach: tasks answered among three, mean tokens of a prompt, and the rest where it is promised. */
const promises: Readonly<
  Record<TierName, { hit3: number; tokens: number; hit1?: number; needles?: number }>
> = {
  seed: { hit3: 13 / 14, tokens: 320 },
  large: { hit3: 1, tokens: 280 },
  "large-source": { hit3: 1, tokens: 400, needles: 6 },
  xl: { hit3: 1, tokens: 270, hit1: 1 },
  session: { hit3: 1, tokens: 270, hit1: 1 },
  mid: { hit3: 1, tokens: 270, hit1: 1 },
  mega: { hit3: 1, tokens: 270, hit1: 1 },
};

const LIMIT = 3;
const EXCERPT = 240;
const MEGA_P95_MS = 20;
const INDEX_MS = 10_000;
const ROUNDS = 3;

/** Whether the documents that answer a question are found, beside the original's published run and plain BM25. */
export const retrievalReport: Report = {
  name: "recall: documents found for questions, published corpora",
  async run(folder) {
    const corpora = corporaFolder();
    if (corpora === null) {
      return { notRun: "HOLDALL_SAMPLES names no folder", lines: [], checks: [] };
    }
    const lines = [
      "original: hit@3 / tokens, hit@1 | plain BM25: hit@3 / tokens, hit@1 | ours: hit@3 / tokens (with index slice), hit@1, query p95 in processor time",
    ];
    const checks: Check[] = [];
    const cases: unknown[] = [];
    for (const name of tierNames) {
      const tier = readTier(name, corpora, folder);
      const plain = await measurePlain(tier);
      const ours = await measureOurs(tier, join(folder, `${name}-workspace`));
      lines.push(lineOf(tier, plain, ours));
      checks.push(...checksOf(name, ours));
      cases.push({ tier: name, plain: plain.cases, ours: ours.cases });
    }
    return { lines: [...lines, "prompt:", ...TEMPLATE.split("\n")], checks, cases };
  },
};

interface Measured {
  readonly hit1: number;
  readonly hit3: number;
  readonly tokens: number;
  readonly tokensWithIndex: number;
  readonly needles: number;
  readonly p95: number;
  readonly indexed: number;
  readonly cases: readonly { readonly id: string; readonly found: readonly string[] }[];
}

async function measurePlain(tier: Tier): Promise<Measured> {
  const find = plainBm25(tier.documents);
  return measure(tier, async (question) => find(question, LIMIT), 0);
}

async function measureOurs(tier: Tier, folder: string): Promise<Measured> {
  const memory = await rememberAll(folder, tier.documents);
  try {
    return await measure(tier, (question) => memory.find(question, LIMIT, EXCERPT), memory.indexed);
  } finally {
    await memory.close();
  }
}

async function measure(
  tier: Tier,
  find: (question: string) => Promise<readonly Found[]>,
  indexed: number,
): Promise<Measured> {
  const slice = indexSlice(tier.documents);
  const times: number[] = [];
  const answers: { readonly task: Task; readonly found: readonly Found[] }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const task of tier.tasks) {
      // Processor time: on a busy machine the clock measures the others.
      const before = process.cpuUsage();
      const found = await find(task.question);
      const { user, system } = process.cpuUsage(before);
      times.push((user + system) / 1000);
      if (round === 0) answers.push({ task, found });
    }
  }
  const share = (is: (answer: (typeof answers)[number]) => boolean) =>
    answers.filter(is).length / answers.length;
  const mean = (of: (answer: (typeof answers)[number]) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0) / answers.length;
  return {
    hit1: share(({ task, found }) => task.relevant_docs.includes(found[0]?.id ?? "")),
    hit3: share(({ task, found }) =>
      task.relevant_docs.every((id) => found.some((each) => each.id === id)),
    ),
    tokens: mean(({ task, found }) => promptTokens(task.question, found)),
    tokensWithIndex: mean(({ task, found }) => promptTokens(task.question, found, slice)),
    needles: answers.filter(({ task: { coherence_needle: needle }, found }) =>
      needle === undefined ? false : found.some(({ text }) => text.includes(needle)),
    ).length,
    p95: times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN,
    indexed,
    cases: answers.map(({ task, found }) => ({ id: task.id, found: found.map(({ id }) => id) })),
  };
}

function lineOf(
  { name, documents, tasks, committed }: Tier,
  plain: Measured,
  ours: Measured,
): string {
  const pair = (hits: number, tokens: number) => `${hits.toFixed(3)} / ${tokens.toFixed(0)}`;
  return [
    `${name}, ${documents.length} documents, ${tasks.length} tasks`,
    `${pair(...committed.default)}, ${committed.top1[0].toFixed(3)}`,
    `${pair(plain.hit3, plain.tokens)}, ${plain.hit1.toFixed(3)}`,
    `${pair(ours.hit3, ours.tokens)} (${ours.tokensWithIndex.toFixed(0)}), ${ours.hit1.toFixed(3)}, ${ours.p95.toFixed(1)} ms`,
  ].join(" | ");
}

function checksOf(name: TierName, ours: Measured): Check[] {
  const { hit3, tokens, hit1, needles } = promises[name];
  return [
    { name: `${name} hit@3`, value: ours.hit3, least: hit3 },
    { name: `${name} mean prompt tokens`, value: ours.tokens, most: tokens },
    ...(hit1 === undefined ? [] : [{ name: `${name} hit@1`, value: ours.hit1, least: hit1 }]),
    ...(needles === undefined
      ? []
      : [{ name: `${name} needles word for word`, value: ours.needles, least: needles }]),
    ...(name === "mega"
      ? [
          { name: "mega query p95 in ms of processor time", value: ours.p95, most: MEGA_P95_MS },
          { name: "mega index in ms", value: ours.indexed, most: INDEX_MS },
        ]
      : []),
  ];
}
