import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../report.ts";
import { firstAndTail, ownCompaction, renderPage, TAIL_TOKENS } from "./candidates.ts";
import { type DigestScore, scoreText } from "./score.ts";
import { type LoadedSession, loadSession } from "./session.ts";
import { readTruths, type Truth } from "./truth.ts";

const OWN = join(import.meta.dirname, "sessions");

/** The scores of one session. */
interface SessionScores {
  readonly name: string;
  readonly page: DigestScore;
  /** The page by which false claims are counted: one that leaves something out. */
  readonly digest: DigestScore;
  readonly shortPage: DigestScore;
  readonly plain: DigestScore;
  readonly compaction: DigestScore | null;
}

/** How much of what a successor must know our digests contain, compared with those of people and agents. */
export const digestReport: Report = {
  name: "digest: what a successor must know",
  async run() {
    const own = await scoreAll(readTruths(OWN, OWN));
    const samples = process.env.HOLDALL_SAMPLES;
    const truths = samples === undefined ? null : join(samples, "session-truth");
    if (samples === undefined || truths === null || !existsSync(truths)) {
      const missing = "labelled samples: not run, HOLDALL_SAMPLES names no folder";
      return {
        lines: [...table("sessions of this repository", own), missing],
        checks: checks(own),
      };
    }
    const all = await scoreAll(readTruths(truths, join(samples, "agent-logs")));
    return {
      lines: [
        ...table("sessions of this repository", own),
        ...table("labelled samples", all),
        ...all.map(sessionLine),
      ],
      checks: [...checks(all), ...sampleChecks(all)],
    };
  },
};

async function scoreAll(truths: readonly Truth[]): Promise<SessionScores[]> {
  const scores: SessionScores[] = [];
  for (const truth of truths) {
    const session = await loadSession(truth.log);
    const compaction = ownCompaction(session);
    const page = scoreText(truth, await renderPage(session, 4000));
    scores.push({
      name: truth.name,
      page,
      digest: await scoreDigest(truth, session, page),
      shortPage: scoreText(truth, await renderPage(session, 1000)),
      plain: scoreText(truth, firstAndTail(session, TAIL_TOKENS)),
      compaction: compaction === null ? null : scoreText(truth, compaction),
    });
  }
  return scores;
}

/**
 * A page that contains a short session from its beginning to its end says everything that was ever said, what was
 * put right later as well: nothing is claimed by it. Of such a session the page of half its length is scored.
 */
async function scoreDigest(truth: Truth, session: LoadedSession, page: DigestScore) {
  const complete = scoreText(truth, await renderPage(session, Number.MAX_SAFE_INTEGER));
  if (complete.tokens > page.tokens) return page;
  return scoreText(truth, await renderPage(session, Math.floor(complete.tokens / 2)));
}

const WIDTH = 44;

function table(title: string, scores: readonly SessionScores[]): readonly string[] {
  const head = ["recall", "open, next", "false", "tokens"];
  const compactions = scores.flatMap(({ compaction }) => (compaction === null ? [] : [compaction]));
  return [
    `${`${title} (${scores.length})`.padEnd(WIDTH)}${head.map((cell) => cell.padStart(12)).join("")}`,
    row(
      "page, 4,000 tokens",
      scores.map(({ page }) => page),
    ),
    row(
      "page, 1,000 tokens",
      scores.map(({ shortPage }) => shortPage),
    ),
    row(
      "first message and newest 3,500 tokens",
      scores.map(({ plain }) => plain),
    ),
    row(
      "page that leaves something out",
      scores.map(({ digest }) => digest),
    ),
    ...(compactions.length === 0
      ? []
      : [row(`the agents' own summaries (${compactions.length})`, compactions)]),
    `page above the plain tail in ${wins(scores, (ours, plain) => ours > plain)}, not below in ${wins(scores, (ours, plain) => ours >= plain)} of ${scores.length}`,
  ];
}

function row(name: string, scores: readonly DigestScore[]): string {
  const cells = [
    percent(meanRecall(scores)),
    percent(openRecall(scores)),
    String(falseClaims(scores)),
    String(Math.round(sum(scores, ({ tokens }) => tokens) / scores.length)),
  ];
  return `${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(12)).join("")}`;
}

function sessionLine({ name, page, shortPage, plain }: SessionScores): string {
  const cells = [page, shortPage, plain].map(
    ({ found, all, falseClaims: claims }) => `${percent(share(found, all))}/${claims.length}`,
  );
  return `${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(12)).join("")}`;
}

function checks(scores: readonly SessionScores[]) {
  const pages = scores.map(({ page }) => page);
  return [
    { name: "page of 4,000 tokens, weighted recall", value: meanRecall(pages), least: 0.9 },
    {
      name: "page of 1,000 tokens, weighted recall",
      value: meanRecall(scores.map(({ shortPage }) => shortPage)),
      least: 0.65,
    },
    {
      name: "sessions in which the page is not below the plain tail",
      value: wins(scores, (ours, plain) => ours >= plain) / scores.length,
      least: 0.9,
    },
    {
      name: "false claims of a page that leaves something out",
      value: falseClaims(scores.map(({ digest }) => digest)) / scores.length,
      most: 0.2,
    },
    { name: "open work and next step in the page", value: openRecall(pages), least: 0.85 },
  ];
}

function meanRecall(scores: readonly DigestScore[]): number {
  return sum(scores, ({ found, all }) => share(found, all)) / scores.length;
}

/**
 * Sessions that are larger than the budget fill it, and never exceed it. A plain tail that misses something can be
 * surpassed; one that has everything cannot.
 */
function sampleChecks(scores: readonly SessionScores[]) {
  const pages = scores.map(({ page }) => page);
  const shortPages = scores.map(({ shortPage }) => shortPage);
  const improvable = scores.filter(({ plain: { found, all } }) => found < all);
  return [
    {
      name: "page above the plain tail, of sessions whose plain tail misses something",
      value: share(
        wins(improvable, (ours, plain) => ours > plain),
        improvable.length,
      ),
      least: 0.9,
    },
    { name: "share of 4,000 tokens that a page fills", value: fillOf(pages, 4000), least: 0.95 },
    {
      name: "share of 1,000 tokens that a page fills",
      value: fillOf(shortPages, 1000),
      least: 0.95,
    },
    { name: "largest page / 4,000 tokens", value: largest(pages) / 4000, most: 1 },
    { name: "largest page / 1,000 tokens", value: largest(shortPages) / 1000, most: 1 },
  ];
}

/** The mean share of a budget that pages fill. */
function fillOf(scores: readonly DigestScore[], budget: number): number {
  return sum(scores, ({ tokens }) => tokens) / scores.length / budget;
}

function largest(scores: readonly DigestScore[]): number {
  return Math.max(0, ...scores.map(({ tokens }) => tokens));
}

function openRecall(scores: readonly DigestScore[]): number {
  const open = scores.flatMap(({ kinds }) =>
    ["open", "next"].flatMap((kind) => kinds.get(kind) ?? []),
  );
  return share(
    sum(open, ({ found }) => found),
    sum(open, ({ all }) => all),
  );
}

function falseClaims(scores: readonly DigestScore[]): number {
  return sum(scores, ({ falseClaims: claims }) => claims.length);
}

function wins(scores: readonly SessionScores[], isWin: (ours: number, plain: number) => boolean) {
  return scores.filter(({ page, plain }) => isWin(page.found, plain.found)).length;
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
