import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { confirm } from "../../src/sessions/person-dialogue.ts";
import { numberedSessions } from "../../src/sessions/pick-session.ts";
import {
  fittingSessions,
  pickReceiver,
  pickSession,
  receiversFor,
  sessionLine,
} from "../../src/sessions/pick-source.ts";
import { answerOnTerminal } from "../support/on-terminal.ts";
import { codeOf, runOperation } from "../support/operations.ts";
import { createMachine, messageLine, type SessionsOutput, sessionId } from "./machine.ts";

/** A machine with three sessions in its folder, the last written the newest. */
function threeSessions() {
  const machine = createMachine();
  const { cwd, write, file } = machine;
  for (const [number, title] of ["Fix the cache", "Fix the login", "Write docs"].entries()) {
    write(number, messageLine("user", title, { cwd }));
    const time = new Date(Date.UTC(2026, 0, 1 + number));
    fs.utimesSync(file(number), time, time);
  }
  return machine;
}

test("show and handoff take a session by its title, and report which one they picked", async () => {
  const { context, notes } = threeSessions();
  const shown = async (what: string) =>
    (await runOperation<{ id: string }>(context, "show", { what })).out.id;
  assert.equal(await shown("fix the login"), sessionId(1));
  assert.match(notes.join("\n"), /^Picked claude 00000000-0000, changed \d+d ago: Fix the login$/);
  assert.equal(await shown("docs"), sessionId(2));
  await assert.rejects(shown("Fix"), { code: "E_NOT_FOUND", message: /claude 00000000-0000/ });
  const preview = { from: "Fix the cache", to: "codex", "dry-run": true };
  const handoff = await runOperation<{ session: string }>(context, "handoff", preview);
  assert.match(JSON.stringify(handoff.out), new RegExp(sessionId(0)));
});

test("a title of another folder is found once it was listed; a near word is suggested", async () => {
  const { context, home } = threeSessions();
  const elsewhere = { ...context, cwd: path.join(home, ".claude") };
  const shown = async (what: string) =>
    (await runOperation<{ id: string }>(elsewhere, "show", { what })).out.id;
  assert.equal(await codeOf(shown("write docs")), "E_NOT_FOUND");
  await runOperation(elsewhere, "sessions", { all: true });
  assert.equal(await shown("write docs"), sessionId(2));
  assert.equal(await codeOf(shown("fix")), "E_NOT_FOUND");
  await assert.rejects(shown("lsat"), { cure: /"last"/ });
  await assert.rejects(shown("old/log.jsonl"), { message: /no file has this path/ });
});

test("sessions of another folder are listed with --folder, and those of other times are counted", async () => {
  const { context, home } = threeSessions();
  const list = async (more: Record<string, unknown>) =>
    (
      await runOperation<SessionsOutput & { at_other_times: number; folder: string }>(
        { ...context, cwd: path.join(home, ".claude") },
        "sessions",
        more,
      )
    ).out;
  const { found, folder } = await list({ folder: home });
  assert.deepEqual([found, folder], [3, home]);
  const late = await list({ folder: home, since: "2026-01-03" });
  assert.deepEqual([late.found, late.at_other_times], [1, 2]);
});

test("a typed number means the session with it, and other digits only the beginning of an id", async () => {
  const sessions = await numberedSessions(threeSessions().context);
  const ids = (typed: string) =>
    fittingSessions(sessions, typed).map(({ found }) => found.session.id);
  assert.equal(ids("2")[0], sessionId(1));
  assert.deepEqual(ids("99"), []);
  assert.deepEqual(ids("fix cache"), [sessionId(0)]);
  assert.deepEqual(ids(sessionId(1).slice(0, 4)).length > 0, true);
  assert.equal(ids("").length, 3);
});

test("handoff at a terminal offers sessions of other folders, to continue there or here", async () => {
  const { home, cwd } = threeSessions();
  const elsewhere = path.join(home, "elsewhere");
  fs.mkdirSync(elsewhere);
  const handOver = (...answers: readonly string[]) =>
    answerOnTerminal("handoff", {
      cwd: elsewhere,
      env: { HOME: home, PATH: `${home}:/usr/bin:/bin`, TERM: "dumb" },
      question: /(?::|\])\s$/,
      answers,
    });
  const there = await handOver("2", "codex", "", "");
  assert.match(there, new RegExp(`  ${path.basename(cwd)} +Fix the login`));
  assert.match(there, /where it took place/);
  assert.ok(there.replaceAll(/\s+/g, " ").includes(`cd ${cwd} && codex resume`), there);
  const here = await handOver("2", "codex", "n", "");
  assert.match(here.replaceAll(/\s+/g, " "), /To continue: codex resume/);
});

test("handoff continues a session of another project there, unless a folder is named, and reports where", async () => {
  const { context, home, cwd, notes } = threeSessions();
  const elsewhere = path.join(home, "elsewhere");
  fs.mkdirSync(elsewhere);
  const handOver = async (from: string, more = {}, folder = elsewhere) => {
    const input = { from, to: "codex", "dry-run": true, ...more };
    const there = { ...context, cwd: folder };
    return (await runOperation<{ cwd: string }>(there, "handoff", input)).out.cwd;
  };
  assert.equal(await handOver(sessionId(1)), cwd);
  assert.ok(notes.at(-1)?.includes("--into . continues it in this folder"), notes.join("\n"));
  assert.equal(await handOver(sessionId(1), { into: "." }), elsewhere);
  // One that took place in the folder or below it continues in the folder.
  assert.equal(await handOver(sessionId(1), {}, home), home);
  fs.rmSync(cwd, { recursive: true });
  assert.equal(await handOver(sessionId(1)), elsewhere);
});

test("handoff without arguments is refused where nobody can be asked", async () => {
  const { context } = threeSessions();
  assert.equal(await codeOf(runOperation(context, "handoff")), "E_USAGE");
});

test("pickSession() takes a number, or words that leave one session, and ends when nothing is chosen", async () => {
  const sessions = await numberedSessions(threeSessions().context);
  const pick = async (...answers: readonly string[]) => {
    const lines: string[] = [];
    const rest = [...answers];
    const ask = async () => rest.shift() ?? null;
    const show = (line: string) => void lines.push(line);
    const picked = await pickSession(sessions, { ask, show, lineOf: sessionLine(0) });
    return { id: picked.found.session.id, lines };
  };
  assert.equal((await pick("2")).id, sessionId(1));
  assert.equal((await pick("DOCS")).id, sessionId(2));
  const { id, lines } = await pick("fix", "nothing of it", "cache");
  assert.equal(id, sessionId(0));
  assert.equal(lines.length, 3 + 2 + 1 + 2);
  assert.equal(await codeOf(pick("fix", "")), "E_INTERRUPTED");
  assert.equal(await codeOf(pick()), "E_INTERRUPTED");
});

test("confirm() is yes for Enter, y and yes, and no for anything else and for nobody", async () => {
  const answers = ["", " Y ", "yes", "n", "codex", null];
  const input = await Promise.all(answers.map((answer) => confirm(async () => answer, "Sure?")));
  assert.deepEqual(input, [true, true, true, false, false, false]);
});

test("a session that is handed over again is named with its earlier copy, until that is undone", async () => {
  const { context, home } = threeSessions();
  const handOver = async (more = {}) =>
    (
      await runOperation<{ session_id: string; notes: string[] }>(context, "handoff", {
        from: "Write docs",
        to: "codex",
        ...more,
      })
    ).out;
  const first = await handOver();
  const named = ({ notes }: { notes: string[] }) =>
    notes.some((note) => note.includes(first.session_id));
  assert.equal(named(await handOver({ "dry-run": true })), true);
  assert.equal(named(await handOver({ to: "pi", "dry-run": true })), false);
  const titles = async () => {
    const input = { list: true };
    const { out } = await runOperation<{ handoffs: { title: string }[] }>(
      context,
      "handoff",
      input,
    );
    return out.handoffs.map(({ title }) => title);
  };
  assert.deepEqual(await titles(), ["Write docs"]);
  // Where the record has no title, the session is named by how it begins.
  const file = path.join(home, `.local/state/holdall/handoffs/${first.session_id}.json`);
  const { title: _, ...record } = JSON.parse(fs.readFileSync(file, "utf8"));
  fs.writeFileSync(file, JSON.stringify(record));
  assert.deepEqual(await titles(), ["Write docs"]);
  await runOperation(context, "handoff", { undo: "last" });
  assert.equal(named(await handOver({ "dry-run": true })), false);
});

test("a session of another system's folder is not in this folder", async () => {
  const { write, context } = createMachine();
  write(1, messageLine("user", "Fix the build", { cwd: "D:\\work" }));
  assert.deepEqual(await numberedSessions(context), []);
});

test("a long title ends with a mark", async () => {
  const { cwd, write, context } = createMachine();
  const title = { type: "custom-title", customTitle: "word ".repeat(100), sessionId: "s" };
  write(1, `${messageLine("user", "Begin", { cwd })}${JSON.stringify(title)}\n`);
  const [session] = await numberedSessions(context);
  assert.equal(session?.title?.length, 200);
  assert.equal(session?.title?.at(-1), "…");
});

test("pickReceiver() takes an agent or its beginning, or a path, and asks again for anything else", async () => {
  const pick = async (...answers: readonly string[]) => {
    const left = [...answers];
    const lines = [] as string[];
    const ask = async () => left.shift() ?? null;
    const to = await pickReceiver(["claude", "codex", "pi"], {
      ask,
      show: (line) => lines.push(line),
    });
    return [to, lines.length];
  };
  assert.deepEqual(await pick("codex"), ["codex", 0]);
  assert.deepEqual(await pick("P"), ["pi", 0]);
  assert.deepEqual(await pick("./out"), ["./out", 0]);
  assert.deepEqual(await pick("n", "c", "cl"), ["claude", 2]);
  assert.equal(await codeOf(pick("n")), "E_INTERRUPTED");
});

test("receiversFor() begins with agents that are installed, and ends with the one that has the session", async () => {
  const { context, home } = createMachine();
  for (const name of ["claude", "pi"]) {
    fs.writeFileSync(path.join(home, name), "", { mode: 0o755 });
  }
  const here = { ...context, agents: { home, env: { PATH: home } } };
  const receivers = await receiversFor(here, "claude");
  assert.deepEqual(receivers[0], { agent: "pi", remark: "", rank: 0 });
  assert.equal(receivers.at(-1)?.agent, "claude");
  const between = receivers.slice(1, -1).map(({ remark }) => remark);
  assert.deepEqual(new Set(between), new Set(["not installed"]));
});

test("a copy that a handoff created is marked in the list that a person chooses from", async () => {
  const { context } = threeSessions();
  await runOperation(context, "handoff", { from: "claude", to: "codex" });
  const lineOf = sessionLine(Date.now());
  const [first = "", second = ""] = (await numberedSessions(context)).map(lineOf);
  assert.match(first, /claude .*Write docs$/);
  assert.match(second, /codex .*handed over {2}Write docs$/);
});
