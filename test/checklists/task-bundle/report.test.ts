import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { tableLines } from "../../../src/cli/present/task/table.ts";
import { badgeOf } from "../../../src/tasks/report/badge.ts";
import { buildReport, type TaskReport } from "../../../src/tasks/report/report.ts";
import { compareRows, type ReportRow } from "../../../src/tasks/report/report-row.ts";
import { reportRow } from "../../support/report-row.ts";
import { makeScratch } from "../../support/scratch.ts";
import { writeTaskBundle } from "../../support/task-bundles.ts";
import { holdall, holdallJson } from "../../support/warm-program.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures/task-bundle");
const cwd = makeScratch();
const NOW = ["--now", "2026-06-01T00:00:00Z"];

function folderOf(
  name: string,
  documents: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
) {
  for (const [each, document] of Object.entries(documents)) {
    writeTaskBundle(path.join(cwd, name, each), { document });
  }
  return name;
}

function report(...args: readonly string[]): { code: number | null; json: TaskReport } {
  const { code, json } = holdallJson(["task", "report", ...args, ...NOW], { cwd });
  return { code, json: json as unknown as TaskReport };
}

test("several folders and bundles, as a pattern of the shell names them, are one report", () => {
  const july = folderOf("july", { a: { outcome: { status: "success" } }, b: {} });
  const june = folderOf("june", { c: { outcome: { status: "success" } } });
  const places = ({ json }: ReturnType<typeof report>) =>
    json.ranking.map(({ bundleDir }) => bundleDir).sort();
  assert.deepEqual(places(report(`${july}/a`, `${july}/b`)), ["a", "b"]);
  assert.deepEqual(places(report(july, june, `${july}/a`)), ["july/a", "july/b", "june/c"]);
  const page = holdall(["task", "report", july, june, "--out", "both.md", ...NOW], { cwd });
  assert.equal(page.code, 0);
  const [heading, , headline] = fs.readFileSync(path.join(cwd, "both.md"), "utf8").split("\n");
  assert.deepEqual([heading, headline?.startsWith("**")], ["# Benchmark Report", true]);
  assert.equal(report(july, "august").code, 4);
});

test("1, 8: the examples of upstream give upstream's report", () => {
  const { json } = report(fixtures);
  assert.deepEqual([json.bundleCount, json.scoredBundleCount, json.averageScore], [2, 2, 0.91]);
  assert.equal(json.statusCounts.success, 2);
  const ranks = json.ranking.map(({ rank, tool, score, eventCount }) => [
    rank,
    tool,
    score,
    eventCount,
  ]);
  assert.deepEqual(ranks, [
    [1, "codex", 0.93, 3],
    [2, "claude-code", 0.89, 4],
  ]);
  assert.deepEqual(
    json.leaderboard.map(({ tool, runs, averageScore }) => [tool, runs, averageScore]),
    [
      ["codex", 1, 0.93],
      ["claude-code", 1, 0.89],
    ],
  );
  // Both examples have the same task text.
  assert.deepEqual(
    json.tasks.map(({ runs, bestRun }) => [runs, bestRun.rank, bestRun.tool, bestRun.bundleDir]),
    [[2, 1, "codex", "hello-world-bundle"]],
  );
});

test("8: a list of bundles has the keys of their inspections", () => {
  const { json } = holdallJson(["task", "scan", fixtures, "--absolute-paths"], { cwd });
  const bundles = json.bundles as readonly Record<string, unknown>[];
  assert.equal(bundles.length, 2);
  const keys = [
    "title",
    "schemaVersion",
    "createdAt",
    "tool",
    "model",
    "runtime",
    "repo",
    "commit",
    "branch",
    "tags",
    "artifacts",
    "workspaceFileCount",
    "eventCount",
    "artifactInfo",
    "outcome",
    "promptSource",
  ];
  for (const bundle of bundles) {
    const inspected = holdallJson(["task", "inspect", String(bundle.bundleDir)], { cwd }).json;
    for (const key of keys) assert.deepEqual(bundle[key], inspected[key], key);
  }
});

test("39: one broken bundle among many is listed with its reason; exit 1 only with --strict", () => {
  const name = folderOf("mixed", { a: {}, b: {}, c: { outcome: { status: "constructor" } } });
  fs.mkdirSync(path.join(cwd, name, "d"));
  fs.writeFileSync(path.join(cwd, name, "d/bundle.json"), "{ not json");
  for (const command of ["scan", "report"]) {
    const { code, json } = holdallJson(["task", command, name], { cwd });
    assert.equal(code, 0);
    const errors = json.errors as TaskReport["errors"];
    assert.deepEqual(
      errors.map((each) => each.path),
      ["c", "d"],
    );
    assert.ok(errors.every(({ reason }) => reason.length > 10));
    assert.equal(holdall(["task", command, name, "--strict"], { cwd }).code, 1);
  }
  for (const command of ["scan", "report"]) {
    const args = ["task", command, name, "--relative-paths"];
    assert.equal(holdall([...args, "--keep-going"], { cwd }).code, 0);
    assert.ok(holdall([...args, "--no-keep-going"], { cwd }).code);
  }
  const out = path.join(cwd, "mixed.svg");
  assert.equal(holdall(["task", "badge", name, "--out", out], { cwd }).code, 0);
});

function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("40: the order of the ranking is total: antisymmetric, transitive, never equal", () => {
  const next = random(1);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(next() * values.length)] as Value;
  const rows = Array.from({ length: 60 }, (_, index) =>
    reportRow({
      score: pick([null, 0, 0.5, 1]),
      status: pick([null, "success", "partial", "failure"]),
      title: pick(["a", "B", "é", "\u{1f600}", "\uffee"]),
      bundleDir: `run${index}`,
    }),
  );
  for (const a of rows) {
    for (const b of rows) {
      assert.equal(Math.sign(compareRows(a, b)), -Math.sign(compareRows(b, a)) || 0);
      assert.equal(compareRows(a, b) === 0, a === b);
      for (const c of rows) {
        if (compareRows(a, b) < 0 && compareRows(b, c) < 0) assert.ok(compareRows(a, c) < 0);
      }
    }
  }
});

test("40: successes come first, then scores, where none counts 0, then status and title", () => {
  const name = folderOf("unscored", {
    a: { outcome: { status: "failure" }, title: "A" },
    b: { outcome: { status: "success" }, title: "B" },
    c: { outcome: { status: "failure", score: 0.1 }, title: "C" },
    d: { title: "D" },
  });
  const { ranking } = report(name).json;
  assert.deepEqual(
    ranking.map(({ rank, title }) => [rank, title]),
    [
      [1, "B"],
      [2, "C"],
      [3, "A"],
      [4, "D"],
    ],
  );
});

test("41: keys of the leaderboard cannot collide, and what is absent is null", () => {
  const name = folderOf("keys", {
    a: { tool: "a::b", model: "c" },
    b: { tool: "a", model: "b::c" },
    c: { tool: "unknown", model: "unknown" },
    d: {},
  });
  const { leaderboard } = report(name).json;
  assert.equal(new Set(leaderboard.map(({ key }) => key)).size, 4);
  assert.ok(leaderboard.some(({ tool, model }) => tool === null && model === null));
});

test("42: tasks are grouped by their text, or by their title when asked", () => {
  for (const [name, task, title] of [
    ["a", "Do X\n", "First"],
    ["b", "Do X  \r\n\n", "Second"],
    ["c", "Do Y\n", "First"],
  ] as const) {
    writeTaskBundle(path.join(cwd, "grouped", name), { task, document: { title } });
  }
  const counts = (...args: readonly string[]) =>
    report("grouped", ...args)
      .json.tasks.map(({ runs }) => runs)
      .sort();
  assert.deepEqual(counts(), [1, 2]);
  assert.deepEqual(counts("--group-by", "title"), [1, 2]);
  const titles = report("grouped", "--group-by", "title").json.tasks.map(({ title }) => title);
  assert.deepEqual(titles.sort(), ["First", "Second"]);
});

const HOSTILE = 'x | y\n# h `c` <script>alert(1)</script> \u001b[31mred\u202e =1+1 "q"';

test("43: hostile titles are harmless in Markdown, CSV, SVG and the terminal", () => {
  const name = folderOf("hostile", { a: { title: HOSTILE, model: HOSTILE, tool: "=cmd" } });
  const { code } = report(name, "--out", "hostile.md", "--csv-out", "hostile.csv");
  assert.equal(code, 0);
  const markdown = fs.readFileSync(path.join(cwd, "hostile.md"), "utf8");
  assert.ok(!/^# h/m.test(markdown) && !markdown.includes("<script>"));
  assert.match(markdown, /\\<script\\>/);
  const row = markdown.split("\n").find((line) => line.startsWith("| x")) ?? "";
  assert.equal(row.split(/(?<!\\)\|/).length, 13);
  const csv = fs.readFileSync(path.join(cwd, "hostile.csv"), "utf8");
  assert.match(csv, /,'=cmd,/);
  assert.equal(csv.trimEnd().split("\r\n").length, 2);
  holdall(["task", "badge", name, "--out", "hostile.svg", "--metric", "best-model"], { cwd });
  const svg = fs.readFileSync(path.join(cwd, "hostile.svg"), "utf8");
  assert.ok(!svg.includes("<script>"));
  const shown = holdall(["task", "report", name], { cwd }).stdout;
  for (const text of [markdown, csv, svg, shown]) {
    assert.ok(!text.includes("\u001b") && !text.includes("\u202e"));
  }
});

test("44: a status that is the name of an inherited property cannot get in", () => {
  const name = folderOf("inherited", {
    a: { outcome: { status: "__proto__" } },
    b: { outcome: { status: "toString" } },
  });
  const { json } = report(name);
  assert.equal(json.bundleCount, 0);
  assert.deepEqual(Object.keys(json.statusCounts).sort(), [
    "error",
    "failure",
    "partial",
    "success",
    "unknown",
  ]);
});

test("45: no report has an absolute path unless it is asked for", () => {
  const name = folderOf("paths", { a: {} });
  const { json } = report(name, "--out", "paths.md", "--csv-out", "paths.csv");
  const { written, ...rest } = json as TaskReport & { readonly written: readonly string[] };
  assert.equal(written.length, 2);
  assert.ok(!JSON.stringify(rest).includes(cwd));
  for (const file of ["paths.md", "paths.csv"]) {
    assert.ok(!fs.readFileSync(path.join(cwd, file), "utf8").includes(cwd));
  }
  assert.ok(JSON.stringify(report(name, "--absolute-paths").json).includes(cwd));
});

test("46: with a fixed time, two reports are the same bytes", () => {
  const name = folderOf("fixed", { b: { tool: "x" }, a: { tool: "y" } });
  report(name, "--out", "fixed-1.md", "--csv-out", "fixed-1.csv");
  report(name, "--out", "fixed-2.md", "--csv-out", "fixed-2.csv");
  for (const kind of ["md", "csv"]) {
    const [one, two] = [1, 2].map((n) => fs.readFileSync(path.join(cwd, `fixed-${n}.${kind}`)));
    assert.deepEqual(one, two);
  }
});

test("47: badges have upstream's form, colours and thresholds; a long name is cut", () => {
  for (const [metric, sample] of [
    ["avg-score", 'width="166"'],
    ["success-rate", 'width="189"'],
  ] as const) {
    const out = path.join(cwd, `${metric}.svg`);
    const { json } = holdallJson(["task", "badge", fixtures, "--metric", metric, "--out", out], {
      cwd,
    });
    const svg = fs.readFileSync(out, "utf8");
    assert.ok(svg.includes(sample), svg.slice(0, 200));
    assert.equal(json.colour, "#0f766e");
  }
  const colours = (["success", "failure", "partial"] as const).map((status, index) => {
    const name = folderOf(`colour-${status}`, {
      a: { outcome: { status, score: [0.9, 0.74, 0.75][index] } },
    });
    const out = path.join(cwd, `${name}.svg`);
    return holdallJson(["task", "badge", name, "--out", out], { cwd }).json.colour;
  });
  assert.deepEqual(colours, ["#0f766e", "#b42318", "#b7791f"]);
  const long = folderOf("long", { a: { model: "m".repeat(100) } });
  const args = ["task", "badge", long, "--metric", "best-model", "--out", "long.svg"];
  const value = holdallJson(args, { cwd }).json.value as string;
  assert.deepEqual([value.length, value.endsWith("…")], [40, true]);
  const empty = path.join(cwd, "empty");
  fs.mkdirSync(empty);
  const none = holdallJson(["task", "badge", empty, "--out", "empty.svg"], { cwd }).json;
  assert.deepEqual([none.value, none.colour], ["n/a", "#667085"]);
});

test("an existing file is not replaced without --force, and a folder never", () => {
  const name = folderOf("kept", { a: {} });
  fs.writeFileSync(path.join(cwd, "kept.md"), "mine");
  const refused = (...more: readonly string[]) =>
    holdall(["task", "report", name, "--out", ...more], { cwd }).code;
  assert.equal(refused("kept.md"), 3);
  assert.equal(fs.readFileSync(path.join(cwd, "kept.md"), "utf8"), "mine");
  assert.equal(refused("kept", "--force"), 3);
  assert.equal(refused("kept.md", "--force"), 0);
});

test("a report says which differences can be chance, and no cost is 0 because it is unknown", () => {
  const rows = Array.from({ length: 40 }, (_, index) =>
    reportRow({
      bundleDir: `r${index}`,
      tool: index % 2 === 0 ? "good" : "bad",
      status: index % 2 === 0 ? "success" : "failure",
      costUsd: index === 0 ? null : 0.1,
    }),
  );
  const options = { generatedAt: "", rootDir: ".", groupBy: "task", errors: [] } as const;
  const built = buildReport(rows, options);
  assert.deepEqual(
    built.differences.map(({ onTheseTasks, delta }) => [onTheseTasks.canBeChance, delta]),
    [[false, 1]],
  );
  assert.equal(built.totalCostUsd, null);
  assert.equal(built.byTool.find(({ tool }) => tool === "bad")?.totalCostUsd, 2);
});

const fixed = { generatedAt: "", rootDir: ".", groupBy: "task", errors: [] } as const;

/** Runs of an agent on a task: so many of each kind. */
function runsOf(tool: string, kinds: readonly [Partial<ReportRow>, number][], taskHash = "t") {
  return kinds.flatMap(([known, count]) =>
    Array.from({ length: count }, (_, at) =>
      reportRow({
        tool,
        taskHash,
        bundleDir: `${tool}-${taskHash}-${known.status}-${at}`,
        ...known,
      }),
    ),
  );
}

test("agents that succeed in 80, 20 and 0 % of their runs are ranked 80, 20, 0", () => {
  const report = buildReport(
    [
      ...runsOf("often", [
        [{ status: "success", score: 0.9 }, 4],
        [{ status: "failure", score: 0.5 }, 1],
      ]),
      // Those that ended at the time limit have no score.
      ...runsOf("late", [
        [{ status: "success", score: 1 }, 1],
        [{ status: "failure" }, 4],
      ]),
      // Crashed after its work: the checks passed, and it is no success.
      ...runsOf("crashed", [[{ status: "failure", score: 1 }, 5]]),
    ],
    fixed,
  );
  assert.deepEqual(
    report.leaderboard.map(({ rank, tool, successRate, score, averageScore }) => [
      rank,
      tool,
      successRate?.rate,
      score,
      averageScore,
    ]),
    [
      [1, "often", 0.8, 0.82, 0.82],
      [2, "late", 0.2, 0.2, 1],
      [3, "crashed", 0, 1, 1],
    ],
  );
  assert.equal(report.ranking[0]?.tool, "late");
  assert.equal(report.ranking.at(-1)?.tool, "late");
  // Four of five against one of five can be chance, so that no badge names a best one.
  assert.equal(badgeOf(report, "best-model").value, "n/a");
});

test("a badge names the best agent once chance alone would not put it first", () => {
  const rows = [
    ...runsOf("good", [[{ status: "success" }, 12]]),
    ...runsOf("bad", [[{ status: "failure" }, 12]]),
  ];
  assert.equal(badgeOf(buildReport(rows, fixed), "best-model").value, "good");
});

test("groups with equal results share a rank, and the cheaper one comes first", () => {
  const report = buildReport(
    [
      ...runsOf("b", [[{ status: "success", costUsd: 0.1 }, 2]]),
      ...runsOf("a", [[{ status: "success", costUsd: 0.2 }, 2]]),
      ...runsOf("c", [[{ status: null }, 2]]),
    ],
    fixed,
  );
  assert.deepEqual(
    report.leaderboard.map(({ rank, tool, successRate }) => [rank, tool, successRate?.rate]),
    [
      [1, "b", 1],
      [1, "a", 1],
      [3, "c", undefined],
    ],
  );
  assert.equal(report.leaderboard[1]?.costPerSuccessUsd, 0.2);
});

test("agents are compared only on tasks that both ran", () => {
  const apart = buildReport(
    [
      ...runsOf("a", [[{ status: "success" }, 20]], "easy"),
      ...runsOf("b", [[{ status: "failure" }, 20]], "hard"),
    ],
    fixed,
  );
  const [none] = apart.differences;
  assert.deepEqual(
    [none?.commonTasks, none?.delta, none?.onTheseTasks.p, none?.onTheseTasks.canBeChance],
    [0, null, null, true],
  );
  const paired = buildReport(
    [
      ...runsOf("a", [[{ status: "success" }, 3]], "easy"),
      ...runsOf("a", [[{ status: "success" }, 20]], "alone"),
      ...runsOf("b", [[{ status: "success" }, 3]], "easy"),
      ...runsOf("b", [[{ status: "failure" }, 20]], "hard"),
    ],
    fixed,
  );
  const [common] = paired.differences;
  assert.deepEqual([common?.commonTasks, common?.delta, common?.onTheseTasks.p], [1, 0, 1]);
});

test("the terminal and Markdown say what was compared and what would decide", () => {
  for (const tool of ["a", "b"]) {
    for (let run = 0; run < 4; run++) {
      const status = tool === "a" || run === 0 ? "success" : "failure";
      writeTaskBundle(path.join(cwd, "undecided", `${tool}${run}`), {
        document: { tool, outcome: { status } },
      });
    }
  }
  const { stdout } = holdall(["task", "report", "undecided", "--out", "undecided.md"], { cwd });
  assert.match(
    stdout,
    /a against b: 75 points\n {2}on these tasks: could be due to chance \(p = 0\.1429; about 4 more runs of each task would decide\)\n {2}tasks like these: not known/,
  );
  assert.match(
    fs.readFileSync(path.join(cwd, "undecided.md"), "utf8"),
    /could be due to chance \(p = 0\.1429; about 4/,
  );
});

test("a row of a table fits the terminal, and is not cut for a pipe", () => {
  const rows = [
    ["", "title", "tool / model", "cost"],
    ["1", "t".repeat(50), "codex / gpt-5.5-codex-high", "$0.1234"],
  ];
  const shrink = [1, 2];
  const [, piped] = tableLines(rows, { width: null, shrink });
  assert.equal(piped, `1  ${"t".repeat(39)}…  codex / gpt-5.5-codex-high  $0.1234`);
  const [heading, row] = tableLines(rows, { width: 60, shrink });
  assert.equal(row, `1  ${"t".repeat(19)}…  codex / gpt-5.5-codex-high  $0.1234`);
  assert.equal(row.length, 60);
  assert.equal(heading?.indexOf("tool"), row.indexOf("codex"));
  const [, narrow] = tableLines(rows, { width: 40, shrink });
  assert.equal(narrow, `1  ${"t".repeat(7)}…  codex / gpt-5.5-c…  $0.1234`);
});

test("characters of two columns do not shift what follows them in a table", () => {
  const rows = [
    ["title", "agent"],
    ["並重新生成", "codex"],
    ["plan", "claude"],
    ["並".repeat(40), "pi"],
  ];
  const [heading, wide, plain, cut] = tableLines(rows, { width: 30, shrink: [0] });
  assert.equal(heading, `title${" ".repeat(19)}agent`);
  assert.equal(wide, `並重新生成${" ".repeat(14)}codex`);
  assert.equal(plain, `plan${" ".repeat(20)}claude`);
  assert.equal(cut, `${"並".repeat(10)}…   pi`);
});

test("a page names no sides where no steps are recorded, and keeps numbers with their signs", () => {
  const folder = folderOf("no-steps", {
    one: { tool: "codex", outcome: { status: "success" } },
    two: { tool: "claude-code", outcome: { status: "failure" } },
  });
  report(folder, "--html-out", "no-steps.html");
  const page = fs.readFileSync(path.join(cwd, "no-steps.html"), "utf8");
  assert.match(page, /Neither run has recorded steps\./);
  assert.doesNotMatch(page, /class="sides"/);
  assert.match(page, /its 95(\u00a0|&nbsp;)% interval/);
  assert.doesNotMatch(page, /\d %/);
});

test("a run that names no model is no model in the ranking of models", () => {
  const rows = [reportRow({ model: null }), reportRow({ model: "m1" })];
  const { byModel } = buildReport(rows, {
    generatedAt: "2026-06-01T00:00:00Z",
    rootDir: ".",
    groupBy: "task",
    errors: [],
  });
  assert.deepEqual(
    byModel.map(({ rank, model }) => [rank, model]),
    [[1, "m1"]],
  );
});
