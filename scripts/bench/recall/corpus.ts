import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { splitFrontMatter } from "../../../src/base/yaml/front-matter.ts";

/** A document of a tier, without its front matter. */
export interface Document {
  readonly id: string;
  readonly text: string;
  /** The conversation that it is a turn of. */
  readonly session?: string;
}

/** A question, and the documents that must be found for it. */
export interface Task {
  readonly id: string;
  readonly question: string;
  readonly relevant_docs: readonly string[];
  /** A sentence that the answer must contain word for word. */
  readonly coherence_needle?: string;
}

/** One of the published corpora. */
export interface Tier {
  readonly name: string;
  readonly documents: readonly Document[];
  readonly tasks: readonly Task[];
  readonly committed: Committed;
}

/** What the original's own run of a tier gave: share of tasks answered and mean tokens of a prompt. */
export interface Committed {
  readonly default: readonly [success: number, tokens: number];
  readonly top1: readonly [success: number, tokens: number];
}

/** Where each tier lies, and where its published results are. */
const places = {
  seed: ["seed-corpus", "sample-run"],
  large: ["large-corpus", "large-corpus"],
  "large-source": ["generated/large-source-corpus", "large-source-run"],
  xl: ["generated/xl-corpus", "xl-corpus"],
  session: ["generated/session-corpus", "session-corpus"],
  mid: ["generated/mid-corpus", "mid-corpus"],
  mega: ["generated/mega-corpus", "mega-corpus"],
} as const;

/** The name of a tier. */
export type TierName = keyof typeof places;

/** Every tier, the smallest first. */
export const tierNames = Object.keys(places) as readonly TierName[];

/** Reads a tier; the large ones are archives that are unpacked into a scratch folder. */
export function readTier(name: TierName, corpora: string, scratch: string): Tier {
  const [place, results] = places[name];
  const folder = unpacked(join(corpora, place), join(scratch, name));
  const documents = ["memory", "distractors"].flatMap((part) =>
    readdirSync(join(folder, part))
      .sort()
      .map((file) => ({
        id: `${part}/${file}`,
        text: splitFrontMatter(readFileSync(join(folder, part, file), "utf8")).body.trim(),
      })),
  );
  const { tasks } = JSON.parse(readFileSync(join(folder, "tasks.json"), "utf8"));
  return { name, documents, tasks, committed: readCommitted(join(corpora, "results", results)) };
}

function unpacked(folder: string, scratch: string): string {
  if (existsSync(folder)) return folder;
  mkdirSync(scratch, { recursive: true });
  execFileSync("tar", ["-xzf", `${folder}.tar.gz`, "-C", scratch, "--strip-components=1"]);
  return scratch;
}

function readCommitted(folder: string): Committed {
  const rows = readFileSync(join(folder, "summary.csv"), "utf8")
    .split("\n")
    .map((line) => line.split(","));
  const arm = (name: string): readonly [number, number] => {
    const row = rows.find(([first]) => first === name);
    return [Number(row?.[2]), Number(row?.[3])];
  };
  return { default: arm("B-default-artesian"), top1: arm("C-built-in-agent-memory") };
}
