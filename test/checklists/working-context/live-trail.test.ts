import assert from "node:assert/strict";
import { suite, test } from "node:test";
import type { OperationName } from "../../../src/operations/registry.ts";
import { createKitWorkspace } from "../../support/kits.ts";
import { makeScratch } from "../../support/scratch.ts";
import { subjects } from "../../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();

type Step = readonly [OperationName, Readonly<Record<string, unknown>>];

/** What one line of a trail says, as far as the table of decisions goes. */
interface Expected {
  readonly name: string;
  /** What happened before, whose lines are not looked at. */
  readonly earlier: readonly Step[];
  readonly step: Step;
  /** Entry, decision and status of each line of working-context. */
  readonly wc: readonly string[];
  /** Decision and admitted of each line of OCF, which names units and not entries. */
  readonly ocf: readonly string[];
  /** Entry, state, status and version of each entry afterwards. */
  readonly entries: readonly string[];
}

const a: Step = ["state commit", { id: "a", text: "port 8080 is open" }];
const b: Step = ["state commit", { id: "b", text: "the queue is long" }];
const archived: Step = ["state archive", { id: "a" }];

const rows: readonly Expected[] = [
  {
    name: "commit",
    earlier: [],
    step: a,
    wc: ["a commit active"],
    ocf: ["admit true"],
    entries: ["a active active 1"],
  },
  {
    name: "commit of a hypothesis",
    earlier: [],
    step: ["state commit", { ...a[1], status: "hypothesis" }],
    wc: ["a commit hypothesis"],
    ocf: ["admit true"],
    entries: ["a active hypothesis 1"],
  },
  {
    name: "confirm",
    earlier: [a],
    step: ["state promote", { id: "a" }],
    wc: ["a commit validated"],
    ocf: ["promote true"],
    entries: ["a active validated 2"],
  },
  {
    name: "reject",
    earlier: [a],
    step: ["state commit", { text: "port 8080 is open" }],
    wc: [],
    ocf: ["reject false"],
    entries: ["a active active 1"],
  },
  {
    name: "supersede",
    earlier: [a],
    step: ["state commit", { id: "n", text: "port 9090 is open", supersedes: "a" }],
    wc: ["a deprecate superseded", "n supersede active"],
    ocf: ["supersede false", "supersede true"],
    entries: ["a archived superseded 2", "n active active 1"],
  },
  {
    name: "update in place",
    earlier: [a],
    step: ["state update", { id: "a", text: "port 9090 is open", "expect-version": 1 }],
    wc: ["a supersede active"],
    ocf: ["supersede true"],
    entries: ["a active active 2"],
  },
  {
    name: "merge",
    earlier: [a, b],
    step: ["state merge", { from: "b", into: "a" }],
    wc: ["b deprecate superseded", "a commit active"],
    ocf: ["merge false", "merge true"],
    entries: ["a active active 2", "b archived superseded 2"],
  },
  {
    name: "deprecate",
    earlier: [a],
    step: ["state deprecate", { id: "a" }],
    wc: ["a deprecate deprecated"],
    ocf: ["archive false"],
    entries: ["a archived deprecated 2"],
  },
  {
    name: "evict",
    earlier: [a],
    step: ["state evict", { id: "a" }],
    wc: ["a evict deprecated"],
    ocf: ["evict false"],
    entries: ["a archived deprecated 2"],
  },
  {
    name: "hard delete",
    earlier: [a, archived],
    step: ["state delete", { id: "a" }],
    wc: ["a evict deprecated"],
    ocf: ["evict false"],
    entries: [],
  },
  {
    name: "restore",
    earlier: [a, archived],
    step: ["state restore", { id: "a" }],
    wc: ["a commit active"],
    ocf: ["admit true"],
    entries: ["a active active 3"],
  },
  {
    name: "decay",
    earlier: [a],
    step: ["state decay", {}],
    wc: [],
    ocf: ["decay true"],
    entries: ["a active active 1"],
  },
];

function linesOf(files: Readonly<Record<string, string>>, name: string) {
  const found = Object.entries(files).find(([path]) => path.endsWith(name))?.[1] ?? "";
  return found
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Record<string, unknown> => JSON.parse(line));
}

for (const subject of all) {
  suite(`the table of decisions over ${subject.name}`, () => {
    for (const { name, earlier, step, wc, ocf, entries } of rows) {
      test(`${name}: lines of both trails, and the snapshot`, {
        skip: subject.skip,
      }, async () => {
        const { run } = await createKitWorkspace(subject.location(), scratch);
        const trails = async () => {
          const wcFiles = (await run("kit export", {})).out.files;
          const ocfFiles = (await run("kit export", { format: "ocf" })).out.files;
          return {
            wc: linesOf(wcFiles, "lifecycle.jsonl").map(
              ({ entry_id, decision, status }) => `${entry_id} ${decision} ${status}`,
            ),
            ocf: linesOf(ocfFiles, "qualify.jsonl").map(
              ({ decision, admitted }) => `${decision} ${admitted}`,
            ),
          };
        };
        for (const each of earlier) await run(...each);
        const before = earlier.length === 0 ? { wc: [], ocf: [] } : await trails();
        await run(...step);
        const after = await trails();
        assert.deepEqual(after.wc.slice(before.wc.length), wc);
        assert.deepEqual(after.ocf.slice(before.ocf.length), ocf);
        const shown = (await run("state show", { archived: true })).out;
        assert.deepEqual(
          shown.entries.map(({ id, state, status, version }) =>
            [id, state, status, version].join(" "),
          ),
          entries,
        );
        for (const { state, ...entry } of shown.entries) {
          if (state !== "archived") continue;
          const { tokens, resolution } = entry as unknown as Record<string, unknown>;
          assert.deepEqual([entry.content, tokens, resolution], ["", 0, "pointer"]);
        }
      });
    }
  });
}
