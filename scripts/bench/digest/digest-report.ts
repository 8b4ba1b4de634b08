import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Report } from "../report.ts";
import { firstAndTail, ownCompaction, renderPage } from "./candidates.ts";
import { type OpenScore, scoreOpenItems } from "./open-items.ts";
import { type DigestScore, scoreText } from "./score.ts";
import { loadSession } from "./session.ts";
import { readTruths, type Truth } from "./truth.ts";
import { readWrittenClaims } from "./written-claims.ts";

const OWN = join(import.meta.dirname, "sessions");
const PUBLIC = join(import.meta.dirname, "public");
const BUDGETS = [1500, 4000, 8000] as const;

/** The scores of a page and of the plain tail of the same size. */
interface PageScores {
  readonly page: DigestScore;
  readonly tail: DigestScore;
  /** The false claims of what we wrote ourselves, without the conversation. */
  readonly note: DigestScore;
  readonly open: OpenScore | null;
  /** The page that begins with claims that somebody wrote; null where nobody wrote any. */
  readonly claimed: DigestScore | null;
}

/** The scores of one session. */
interface SessionScores {
  readonly name: string;
  readonly pages: ReadonlyMap<number, PageScores>;
  readonly compaction: DigestScore | null;
  /** Claims that the session bears out, and those that it does not. */
  readonly claims: { readonly proven: number; readonly unproven: number } | null;
}

/** How much of what a successor must know our digests contain, compared with those of people and agents. */
export const digestReport: Report = {
  name: "digest: what a successor must know",
  async run() {
    const sets = [];
    for (const { title, truths, claims } of truthSets()) {
      sets.push({ title, scores: await scoreAll(truths, claims) });
    }
    const lines = sets.flatMap(({ title, scores }) => [
      ...table(title, scores),
      ...scores.map(sessionLine),
      ...claimedLines(scores),
    ]);
    const labelled = sets.slice(1).flatMap(({ scores }) => scores);
    const missing =
      "labelled samples: not run, none of HOLDALL_SAMPLES, HOLDALL_TRUTHS and HOLDALL_PUBLIC_SESSIONS is set";
    return {
      lines: labelled.length === 0 ? [...lines, missing] : lines,
      checks: pageChecks(labelled.length === 0 ? sets.flatMap(({ scores }) => scores) : labelled),
    };
  },
};

/** Sessions of one folder with their labels, and the folder with claims about them. */
interface TruthSet {
  readonly title: string;
  readonly truths: readonly Truth[];
  readonly claims: string;
}

/**
 * The labelled sessions: of this repository, of the samples, of the folders that `HOLDALL_TRUTHS` lists, and public ones in
 * the folder `HOLDALL_PUBLIC_SESSIONS` (`fetch-public.ts`). Claims about the samples are in the folder that
 * `HOLDALL_CLAIMS` names.
 */
function truthSets(): readonly TruthSet[] {
  const samples = process.env.HOLDALL_SAMPLES ?? "";
  const folders = [
    ...(samples === "" ? [] : [join(samples, "session-truth")]),
    ...(process.env.HOLDALL_TRUTHS ?? "").split(delimiter).filter((each) => each !== ""),
  ].filter((each) => existsSync(each));
  return [
    { title: "sessions of this repository", truths: readTruths(OWN, OWN), claims: OWN },
    ...folders.map((each, at) => ({
      title: `labelled sessions ${at + 1}`,
      truths: readTruths(each, samples === "" ? each : join(samples, "agent-logs")),
      claims: process.env.HOLDALL_CLAIMS ?? each,
    })),
    ...publicSets(process.env.HOLDALL_PUBLIC_SESSIONS),
  ].filter(({ truths }) => truths.length > 0);
}

function publicSets(sessions: string | undefined): readonly TruthSet[] {
  if (sessions === undefined) return [];
  return ["worked-on", "apart"].map((part) => {
    const labels = join(PUBLIC, part);
    return { title: `public, ${part}`, truths: readTruths(labels, sessions), claims: labels };
  });
}

async function scoreAll(truths: readonly Truth[], folder: string): Promise<SessionScores[]> {
  const scores: SessionScores[] = [];
  for (const truth of truths) {
    const session = await loadSession(truth.log);
    const compaction = ownCompaction(session);
    const written = await readWrittenClaims(folder, truth.name, session);
    const pages = new Map<number, PageScores>();
    for (const budget of BUDGETS) {
      const text = await renderPage(session, budget);
      const [note = ""] = text.split("<<<end holdall:quoted-context>>>", 1);
      pages.set(budget, {
        page: scoreText(truth, text),
        tail: scoreText(truth, firstAndTail(session, budget)),
        note: scoreText(truth, note),
        open: scoreOpenItems(truth, text),
        claimed:
          written === null
            ? null
            : scoreText(truth, await renderPage(session, budget, written.proven)),
      });
    }
    scores.push({
      name: truth.name,
      pages,
      compaction: compaction === null ? null : scoreText(truth, compaction),
      claims: written && { proven: written.proven.length, unproven: written.unproven.length },
    });
  }
  return scores;
}

const WIDTH = 44;

function table(title: string, scores: readonly SessionScores[]): readonly string[] {
  const head = ["recall", "open, next", "false", "tokens"];
  const compactions = scores.flatMap(({ compaction }) => (compaction === null ? [] : [compaction]));
  return [
    `${`${title} (${scores.length})`.padEnd(WIDTH)}${head.map((cell) => cell.padStart(12)).join("")}`,
    ...BUDGETS.flatMap((budget) => [
      row(`page, ${budget} tokens`, pagesOf(scores, budget, "page")),
      row("  what we wrote of it", pagesOf(scores, budget, "note")),
      row("  first message and tail, same size", pagesOf(scores, budget, "tail")),
    ]),
    ...(compactions.length === 0
      ? []
      : [row(`the agents' own summaries (${compactions.length})`, compactions)]),
    openLine(scores),
  ];
}

/** Pages with claims beside those without, where somebody wrote claims about a session. */
function claimedLines(scores: readonly SessionScores[]): readonly string[] {
  const own = scores.filter(({ claims }) => claims !== null);
  if (own.length === 0) return [];
  const claimed = (budget: number) => own.flatMap(({ pages }) => pages.get(budget)?.claimed ?? []);
  return [
    `sessions with claims (${own.length})`,
    ...BUDGETS.flatMap((budget) => [
      row(`page with claims, ${budget} tokens`, claimed(budget)),
      row("  without", pagesOf(own, budget, "page")),
      row("  first message and tail, same size", pagesOf(own, budget, "tail")),
    ]),
    ...own.map(({ name, pages, claims }) => {
      const cells = [...pages.values()].map(({ claimed: one, page }) =>
        one === null ? "" : `${percent(recall(one))} / ${percent(recall(page))}`,
      );
      const count = `${claims?.proven} proven, ${claims?.unproven} not`;
      return `${name.padEnd(WIDTH)}${[...cells, count].map((cell) => cell.padStart(20)).join("")}`;
    }),
  ];
}

function openLine(scores: readonly SessionScores[]): string {
  const { lines, closed, unlabelled } = openTotals(scores);
  return `list of open work, 4000 tokens: ${lines} lines, ${closed} closed, ${unlabelled} not labelled`;
}

function openTotals(scores: readonly SessionScores[]): OpenScore {
  const found = scores.flatMap(({ pages }) => pages.get(4000)?.open ?? []);
  return {
    lines: sum(found, ({ lines }) => lines),
    closed: sum(found, ({ closed }) => closed),
    unlabelled: sum(found, ({ unlabelled }) => unlabelled),
  };
}

function pagesOf(
  scores: readonly SessionScores[],
  budget: number,
  part: "page" | "tail" | "note",
): readonly DigestScore[] {
  return scores.flatMap(({ pages }) => pages.get(budget)?.[part] ?? []);
}

function row(name: string, scores: readonly DigestScore[]): string {
  const cells = [
    percent(meanRecall(scores)),
    percent(openRecall(scores)),
    String(sum(scores, ({ falseClaims }) => falseClaims.length)),
    String(Math.round(sum(scores, ({ tokens }) => tokens) / scores.length)),
  ];
  return `${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(12)).join("")}`;
}

function sessionLine({ name, pages }: SessionScores): string {
  const cells = [...pages.values()].map(
    ({ page, tail }) => `${percent(recall(page))} / ${percent(recall(tail))}`,
  );
  return `${name.padEnd(WIDTH)}${cells.map((cell) => cell.padStart(20)).join("")}`;
}

const MIN_RECALL: Readonly<Record<number, number>> = { 1500: 0.75, 4000: 0.9, 8000: 0.93 };

function pageChecks(scores: readonly SessionScores[]) {
  const { lines, closed } = openTotals(scores);
  return [
    ...BUDGETS.flatMap((budget) => {
      const pages = pagesOf(scores, budget, "page");
      const gain = meanRecall(pages) - meanRecall(pagesOf(scores, budget, "tail"));
      const largest = Math.max(...pages.map(({ tokens }) => tokens)) / budget;
      const name = `page of ${budget} tokens`;
      return [
        {
          name: `${name}, weighted recall`,
          value: meanRecall(pages),
          least: MIN_RECALL[budget] ?? 0,
        },
        { name: `${name}, recall above the plain tail`, value: gain, least: 0 },
        { name: `${name}, largest / budget`, value: largest, most: 1 },
      ];
    }),
    {
      name: "open work and next step in the page of 4000 tokens",
      value: openRecall(pagesOf(scores, 4000, "page")),
      least: 0.85,
    },
    { name: "open lines that are closed", value: share(closed, lines), most: 0.1 },
  ];
}

function recall({ found, all }: DigestScore): number {
  return share(found, all);
}

function meanRecall(scores: readonly DigestScore[]): number {
  return sum(scores, recall) / scores.length;
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

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function share(part: number, all: number): number {
  return all === 0 ? 0 : part / all;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}
