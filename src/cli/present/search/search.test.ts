import assert from "node:assert/strict";
import { test } from "node:test";
import { createTerminal } from "../../terminal.ts";
import sessions from "../handoff/sessions.ts";
import search from "./search.ts";

const title =
  "Why we rejected a spreadsheet because nobody could tell which of its columns was in force";
const now = "2026-03-01T12:00:00Z";
const session = {
  agent: "claude",
  id: "0b5c",
  title,
  model: null,
  version: null,
  cwd: null,
  branch: null,
  path: "/x.jsonl",
  bytes: 10,
  messages: 2,
  tokens: 20,
  calls: 0,
  worked_ms: null,
  tokens_in: null,
  tokens_out: null,
  cost_usd: null,
  resume: null,
  modified_at: now,
  number: 1,
  archived: false,
  handed_over: false,
  starred: false,
  kept: null,
  fault: null,
};

const covered = { sessions: 1, threads: 0, units: 0, entries: 0, requests: 0 };
const nothingElse = { elsewhere: 0, at_other_times: 0, runs: 0, unreadable: [] };
const all = { folder: "/", agent: null, ...nothingElse, now, starred: false, verbose: false };

test("a title that is cut in a list of sessions ends with an ellipsis", () => {
  const terminal = createTerminal({ columns: 60 }, false);
  const [line = ""] = sessions({ ...all, found: 1, sessions: [session] }, terminal);
  assert.equal(line.length, 60);
  assert.ok(line.endsWith("…"), line);
});

test("a list without sessions says what was looked for, and where there are some", () => {
  const terminal = createTerminal({ columns: 120 }, false, "/");
  const none = { ...all, found: 0, sessions: [] };
  const lines = (more: object) => sessions({ ...none, ...more }, terminal).join(" ");
  assert.match(lines({}), /in this folder.*holdall doctor/);
  assert.match(lines({ folder: null, agent: "pi" }), /of pi on this machine/);
  const elsewhere = lines({ folder: "/x", elsewhere: 3, at_other_times: 2 });
  assert.match(elsewhere, /in x at that time; 3 elsewhere.*2 at other times/);
  assert.doesNotMatch(elsewhere, /doctor/);
  assert.match(lines({ starred: true }), /with a star in this folder.*holdall star/);
  assert.match(lines({ folder: null, runs: 2 }), /2 runs of tasks, see --runs/);
  const unreadable = [{ agent: "opencode", reason: "its layout is unknown" }];
  assert.match(
    lines({ unreadable }),
    /Cannot read all sessions of opencode: its layout is unknown/,
  );
});

test("titles and lines that are cut in what search found end with an ellipsis", () => {
  const terminal = createTerminal({ columns: 60 }, false);
  const match = { kind: "message", at: null, tool: null, line: title };
  const found = {
    ...session,
    kept: false,
    kind: "session",
    score: 1,
    is_complete: true,
    matches: [match],
  };
  const lines = search(
    {
      found: [found],
      words: ["spreadsheet"],
      searched: 1,
      covered,
      updated: 1,
      unreadable: 0,
      cut: 0,
      now,
    },
    terminal,
  );
  assert.ok(lines[0]?.endsWith("…") && lines[0].length <= 60, lines[0]);
  assert.ok(lines[2]?.endsWith("…") && lines[2].length <= 60, lines[2]);
});

test("a line that is cut shows what was found in it, and the command leads to its place", () => {
  const terminal = createTerminal({ columns: 60 }, false);
  const match = { kind: "result", at: null, tool: "Bash", line: title };
  const found = { ...session, kept: false, kind: "session", score: 1, is_complete: true };
  const more = { searched: 1, covered, updated: 1, unreadable: 0, cut: 0, now };
  const lines = search(
    { found: [{ ...found, matches: [match] }], words: ["columns", "in", "force"], ...more },
    terminal,
  );
  assert.match(lines[2] ?? "", /….* columns .*in force$/);
  assert.ok((lines[2]?.length ?? 0) <= 60);
  assert.equal(lines[3], "To read one: holdall show 0b5c --find='columns in force' --tools");
});

test("a search without sessions says so, and where to see what is looked for", () => {
  const terminal = createTerminal({ columns: 80 }, false);
  const none = {
    found: [],
    words: ["spreadsheet"],
    covered,
    updated: 0,
    unreadable: 0,
    cut: 0,
    now,
  };
  assert.match(search({ ...none, searched: 0 }, terminal).join(" "), /no sessions.*holdall doctor/);
  assert.doesNotMatch(search({ ...none, searched: 1 }, terminal).join(" "), /doctor/);
});

test("a search says of how many texts a part was not searched", () => {
  const terminal = createTerminal({ columns: 80 }, false);
  const none = {
    found: [],
    words: ["spreadsheet"],
    searched: 1,
    covered,
    updated: 0,
    unreadable: 0,
    now,
  };
  assert.match(search({ ...none, cut: 2 }, terminal).join(" "), /Not searched: parts of 2 texts/);
  assert.doesNotMatch(search({ ...none, cut: 0 }, terminal).join(" "), /Not searched/);
});
