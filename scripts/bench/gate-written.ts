import { readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { gateConfig } from "../../src/state/gate/config.ts";
import { qualify } from "../../src/state/gate/gate.ts";
import { root } from "../run.ts";

/** How a person relates two texts that people wrote, without thinking of the gate. */
const relations = ["contradicts", "updates", "unrelated", "template-twin"] as const;

/** Two texts of which the second was written later. */
export interface WrittenPair {
  readonly relation: (typeof relations)[number];
  readonly entry: string;
  readonly candidate: string;
}

/** What the gate did with some pairs. */
export interface WrittenCounts {
  readonly pairs: number;
  readonly refused: number;
  /** Admitted and marked as a possible conflict. */
  readonly flagged: number;
  /** Admitted with the entry as "see also". */
  readonly noted: number;
}

/** The files with pairs: the repository's own, and those that `HOLDALL_TRUTHS` lists. */
export function writtenFiles(): readonly string[] {
  const more = (process.env.HOLDALL_TRUTHS ?? "").split(delimiter).filter((path) => path !== "");
  return [join(root, "test/fixtures/gate/written-pairs.tsv"), ...more];
}

/** Reads pairs from lines of JSON (`a`, `b`, `relation`) or from a table with tabs; other lines are left out. */
export function readWritten(path: string): readonly WrittenPair[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line): WrittenPair[] => {
    const [name, entry, candidate] = line.startsWith("{") ? fieldsOf(line) : line.split("\t");
    const relation = relations.find((each) => each === name);
    if (relation === undefined || entry === undefined || candidate === undefined) return [];
    return [{ relation, entry, candidate }];
  });
}

function fieldsOf(line: string): readonly (string | undefined)[] {
  const { relation, a, b } = JSON.parse(line);
  return [relation, a, b];
}

/** Gives pairs to the gate, each with its entry alone in force. */
export function countWritten(pairs: readonly WrittenPair[]): WrittenCounts {
  const config = gateConfig();
  const verdicts = pairs.map(({ entry: content, candidate }) => {
    const entry = { namespace: "shared", id: "entry", content, version: 1 };
    return qualify(
      { id: null, content: candidate, namespace: null, relevance: 1 },
      [entry],
      config,
    );
  });
  const flagged = verdicts.filter(({ compare }) => compare.length > 0);
  return {
    pairs: pairs.length,
    refused: verdicts.filter(({ decision }) => decision !== "admit").length,
    flagged: flagged.length,
    noted: verdicts.filter(({ compare, see_also }) => compare.length === 0 && see_also.length > 0)
      .length,
  };
}

/** The pairs of one or more relations. */
export function ofRelation(
  pairs: readonly WrittenPair[],
  ...names: readonly WrittenPair["relation"][]
): readonly WrittenPair[] {
  return pairs.filter(({ relation }) => names.includes(relation));
}

/** Every entry with candidates of other pairs: texts that have nothing to do with each other. */
export function shuffled(pairs: readonly WrittenPair[]): readonly WrittenPair[] {
  const others = pairs.filter(({ relation }) => relation !== "template-twin");
  return [11, 37, 53].flatMap((step) =>
    others.map(({ entry }, at): WrittenPair => {
      const candidate = others[(at + step) % others.length]?.candidate ?? "";
      return { relation: "unrelated", entry, candidate };
    }),
  );
}

/** A state as a project has it, and texts that came later. */
interface WrittenState {
  readonly entries: readonly string[];
  /** An entry and the later text that it does not agree with. */
  readonly affected: readonly (readonly [entry: string, text: string])[];
}

const STATES = join(root, "test/fixtures/gate/states");

function readStates(): readonly WrittenState[] {
  return readdirSync(STATES).map((name) => {
    const lines = readFileSync(join(STATES, name), "utf8").trim().split("\n");
    const rows = lines.map((line) => line.split("\t"));
    return {
      entries: rows.flatMap(([kind, entry = ""]) => (kind === "new" ? [] : [entry])),
      affected: rows.flatMap(([kind, entry = "", text = ""]) =>
        kind === "affects" ? [[entry, text] as const] : [],
      ),
    };
  });
}

/** What the gate names of entries among others, in states of 36 to 40. */
export function countInStates(): { texts: number; named: number; others: number; shown: number } {
  const counts = { texts: 0, named: 0, others: 0, shown: 0 };
  for (const { entries, affected } of readStates()) {
    const inForce = entries.map((content, at) => {
      return { namespace: "shared", id: `e${at}`, content, version: 1 };
    });
    for (const [entry, content] of affected) {
      const asked = { id: null, content, namespace: null, relevance: 1 };
      const { matched, compare, see_also } = qualify(asked, inForce, gateConfig());
      const names = [...(matched === null ? [] : [matched]), ...compare, ...see_also];
      const isNamed = names.some((each) => each.content === entry);
      counts.texts++;
      counts.named += isNamed ? 1 : 0;
      counts.others += entries.length - 1;
      counts.shown += names.length - (isNamed ? 1 : 0);
    }
  }
  return counts;
}
