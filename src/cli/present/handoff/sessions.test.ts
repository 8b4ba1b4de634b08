import assert from "node:assert/strict";
import { test } from "node:test";
import { createTerminal } from "../../terminal.ts";
import present from "./sessions.ts";

type Output = Parameters<typeof present>[0];

const session: Output["sessions"][number] = {
  number: 12,
  agent: "claude",
  id: "0197a2b3-4c5d-7000-8000-000000000001",
  title: `${"長い題名".repeat(20)} and more`,
  model: "a-model",
  version: "2.1.0",
  cwd: "/home/some/very/long/path/of/a/project",
  branch: "main",
  path: "/s.jsonl",
  bytes: 1023.9 * 1024,
  messages: 7,
  tokens: 12_000,
  calls: 0,
  worked_ms: null,
  tokens_in: null,
  tokens_out: null,
  cost_usd: null,
  resume: null,
  modified_at: "2026-01-30T08:00:00.000Z",
  archived: false,
  handed_over: false,
  starred: false,
  kept: null,
  fault: null,
};
const output: Output = {
  folder: "/work",
  agent: null,
  found: 2,
  elsewhere: 0,
  at_other_times: 0,
  runs: 0,
  now: "2026-01-31T08:00:00.000Z",
  unreadable: [],
  sessions: [session, { ...session, number: 13, title: "Short" }],
  starred: false,
  verbose: false,
};
const terminal = createTerminal({ columns: 80 }, false, "/work");
/** Columns of a terminal: the characters of the title take two each. */
const columnsOf = (line: string) => [...line].length + (line.match(/[長い題名]/g)?.length ?? 0);

test("sessions has one line of at most 80 columns for each session, and more with --verbose", () => {
  const lines = present(output, terminal);
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? "", /^ 13 {2}claude {5}24h {2}1023\.9 KiB {2}Short$/);
  for (const line of lines) assert.ok(columnsOf(line) <= 80, line);
  assert.doesNotMatch(lines.join("\n"), /project|0197a2b3/);
  const verbose = present({ ...output, verbose: true }, terminal).join("\n");
  assert.match(verbose, /0197a2b3[\s\S]+a-model[\s\S]+7 messages/);
  assert.doesNotMatch(verbose, /worked|\$/);
  const measured = { ...session, worked_ms: 4_800_000, cost_usd: 1.5 };
  const use = present({ ...output, verbose: true, sessions: [measured] }, terminal).join("\n");
  assert.match(use, /worked 1 h 20 min · \$1\.50/);
});

test("sessions marks what has a star, and copies, whose title is that of their source", () => {
  const marked = { ...session, title: "Short", starred: true, handed_over: true };
  const [line = ""] = present({ ...output, sessions: [marked] }, terminal);
  assert.match(line, / {2}★ handed over {2}Short$/);
  assert.ok(line.length <= 80, line);
});

test("sessions names folders only where several are listed", () => {
  const here = { ...session, cwd: "/work" };
  const lines = present({ ...output, sessions: [session, here] }, terminal);
  assert.match(lines[0] ?? "", /…ong\/path\/of\/a\/project {2}/);
  assert.match(lines[1] ?? "", / KiB {2}\. {23}/);
  for (const line of lines) assert.ok(columnsOf(line) <= 80, line);
});
