import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { FIXTURE_PROJECT, placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch, picture } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

/** A home with one recorded session of every agent, and a project folder. */
function createHomeFolder() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const sessions = new Map(agentNames.map((name) => [name, placeFixture(name, "parallel", home)]));
  // No agent's program is found, so that nothing outside the home is asked.
  const env = { HOME: home, PATH: "/nonexistent", XDG_DATA_HOME: "", CODEX_HOME: "" };
  return { home, cwd, sessions, options: { cwd, env } };
}

/** Every file below a folder with its content, except for our own records of what was done. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return new Map(
    files
      .filter((file) => !/^\.(?:local\/state|local\/share\/holdall|cache)/.test(file))
      .filter((file) => fs.statSync(path.join(folder, file)).isFile())
      .map((file) => [file, fs.readFileSync(path.join(folder, file), "base64")]),
  );
}

test("sessions lists every agent's session, the newest first, and those of this folder alone", () => {
  const { sessions, options } = createHomeFolder();
  const { json } = holdallJson(["sessions", "--all"], options);
  const listed = json.sessions as { agent: string; id: string; title: string; fault: null }[];
  assert.deepEqual(listed.map(({ agent }) => agent).sort(), [...agentNames].sort());
  for (const { agent, id, title, fault } of listed) {
    assert.equal(id, [...sessions].find(([name]) => name === agent)?.[1].session_id);
    assert.equal(fault, null);
    assert(title.length > 0);
  }
  const { json: here } = holdallJson(["sessions"], options);
  assert.deepEqual(here.sessions, []);
  assert.equal(here.elsewhere, agentNames.length);
  const again = holdallJson(["sessions", "--all"], options);
  assert.deepEqual(again.json.sessions, listed);
});

test("handoff --dry-run writes nothing and says what it would do", () => {
  const { home, options, sessions } = createHomeFolder();
  const before = contentsOf(home);
  const id = sessions.get("claude")?.session_id ?? "";
  const { code, json } = holdallJson(["handoff", id, "codex", "--dry-run"], options);
  assert.equal(code, 0);
  assert.equal(json.dry_run, true);
  assert(Array.isArray(json.resume));
  assert.deepEqual(contentsOf(home), before);
});

test("handoff --json has the keys that other programs rely on", () => {
  const { options, sessions } = createHomeFolder();
  const id = sessions.get("codex")?.session_id ?? "";
  const { json } = holdallJson(["handoff", "codex", "claude", "--session", id], options);
  assert.equal(json.agent, "claude");
  assert.equal(typeof json.session_id, "string");
  assert(fs.existsSync(String(json.path)));
  const [resume] = json.resume as string[][];
  assert.deepEqual(resume, ["claude", "--resume", json.session_id]);
  const { items, ...counts } = json.loss as Record<string, unknown>;
  assert.deepEqual(Object.keys(counts).sort(), ["changed", "dropped", "kept", "summarised"]);
  for (const item of items as object[]) {
    for (const key of ["kind", "where", "why"]) assert(key in item, key);
  }
  assert.deepEqual(json.redactions, []);
});

test("handoff --undo takes back exactly what was placed", () => {
  const { home, options, sessions } = createHomeFolder();
  const before = contentsOf(home);
  const folders = fs.readdirSync(path.join(home, ".pi", "agent", "sessions"));
  const id = sessions.get("claude")?.session_id ?? "";
  const { json } = holdallJson(["handoff", id, "pi"], options);
  assert.notDeepEqual(contentsOf(home), before);
  assert.equal(holdall(["handoff", "--undo", String(json.session_id)], options).code, 0);
  assert.deepEqual(contentsOf(home), before);
  assert.deepEqual(fs.readdirSync(path.join(home, ".pi", "agent", "sessions")), folders);
  assert.equal(holdall(["handoff", "--undo", String(json.session_id)], options).code, 4);
});

test("handoff --list shows what can be undone; --undo takes last or a prefix; sessions marks the copies", () => {
  const { home, options, sessions } = createHomeFolder();
  const before = contentsOf(home);
  const id = sessions.get("claude")?.session_id ?? "";
  const first = String(holdallJson(["handoff", id, "pi"], options).json.session_id);
  const second = String(holdallJson(["handoff", id, "codex"], options).json.session_id);
  const listed = () =>
    (holdallJson(["handoff", "--list"], options).json.handoffs as { session_id: string }[]).map(
      ({ session_id }) => session_id,
    );
  assert.deepEqual(listed(), [second, first]);
  const copies = holdallJson(["sessions", "--all"], options).json.sessions as {
    id: string;
    handed_over: boolean;
  }[];
  assert.deepEqual(
    copies
      .filter(({ handed_over }) => handed_over)
      .map(({ id: copy }) => copy)
      .sort(),
    [first, second].sort(),
  );
  assert.equal(holdall(["handoff", "--undo", "last"], options).code, 0);
  assert.deepEqual(listed(), [first]);
  assert.equal(holdall(["handoff", "--undo", "nothing"], options).code, 4);
  assert.equal(holdall(["handoff", "--undo", first.slice(0, 12)], options).code, 0);
  assert.deepEqual(listed(), []);
  assert.deepEqual(contentsOf(home), before);
});

test("a copy has the title of its source, whatever the receiver has a place for", () => {
  const { home, options, cwd } = createHomeFolder();
  const id = "aaaaaaaa-2222-4222-8222-222222222222";
  const file = path.join(
    home,
    ".claude/projects",
    cwd.replaceAll(/[^A-Za-z0-9]/g, "-"),
    `${id}.jsonl`,
  );
  const lines = [
    { type: "user", content: "Why is the gauge silent?" },
    { type: "assistant", content: "Its battery is empty." },
    { type: "user", content: "A summary of it all.", isCompactSummary: true },
    { type: "user", content: "Then replace it." },
    { type: "assistant", content: "Replaced." },
  ].map(({ type, content, ...more }, at) =>
    JSON.stringify({
      sessionId: id,
      cwd,
      version: "2.1.0",
      type,
      uuid: `u${at}`,
      parentUuid: at === 0 || "isCompactSummary" in more ? null : `u${at - 1}`,
      timestamp: new Date(Date.UTC(2026, 0, 31, 8, at)).toISOString(),
      message: { role: type, content },
      ...more,
    }),
  );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${lines.join("\n")}\n`);
  const copy = holdallJson(["handoff", id, "codex"], options).json.session_id;
  const again = holdallJson(["handoff", String(copy), "pi"], options).json.session_id;
  const { sessions } = holdallJson(["sessions", "--all"], options).json as {
    sessions: { id: string; title: string }[];
  };
  for (const one of [id, copy, again]) {
    const listed = sessions.find((session) => session.id === one);
    assert.equal(listed?.title, "Why is the gauge silent?", String(one));
  }
});

test("handoff --undo keeps a session that went on since", () => {
  const { options, sessions } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  const { json } = holdallJson(["handoff", id, "pi"], options);
  fs.appendFileSync(String(json.path), "{}\n");
  const { code, stderr } = holdall(["handoff", "--undo", String(json.session_id)], options);
  assert.equal(code, 3);
  assert.match(stderr, /E_PROTECTED/);
  assert(fs.existsSync(String(json.path)));
});

test("handoff --keep-settings to the same agent changes nothing but paths and ids", () => {
  const { home, options, sessions, cwd } = createHomeFolder();
  // Codex resumes a session only if it knows the session's provider.
  fs.writeFileSync(
    path.join(home, ".codex", "config.toml"),
    '[model_providers.mock]\nname = "m"\n',
  );
  for (const agent of ["claude", "codex", "pi"] as const) {
    const fixture = sessions.get(agent);
    assert(fixture);
    const { json } = holdallJson(
      ["handoff", agent, agent, "--session", fixture.session_id, "--keep-settings"],
      options,
    );
    const source = fs.readFileSync((json.from as { path: string }).path, "utf8");
    const moved = fs.readFileSync(String(json.path), "utf8");
    const back = moved
      .replaceAll(String(json.session_id), fixture.session_id)
      .replaceAll(fs.realpathSync(cwd), FIXTURE_PROJECT);
    assert.equal(back.split("\n").length, source.split("\n").length, agent);
    if (agent !== "pi") assert.equal(back, source, agent);
    const { changed, summarised, dropped } = json.loss as Record<string, number>;
    assert.deepEqual([changed, summarised, dropped], [0, 0, 0], agent);
  }
});

test("handoff to a path is a sound bundle that can be handed on", () => {
  const { options, sessions, cwd } = createHomeFolder();
  const id = sessions.get("gemini")?.session_id ?? "";
  assert.equal(holdall(["handoff", id, "./carried.tar.gz"], options).code, 0);
  const { json } = holdallJson(["verify", "carried.tar.gz"], options);
  assert.deepEqual([json.ok, json.format], [true, "ocf"]);
  assert.equal(holdall(["handoff", "carried.tar.gz", "claude"], options).code, 0);
  assert.equal(holdall(["handoff", id, "./page.md"], options).code, 0);
  assert.match(fs.readFileSync(path.join(cwd, "page.md"), "utf8"), /^# /);
  assert.equal(holdall(["handoff", id, "./run.atif.json"], options).code, 0);
  assert.equal(holdall(["handoff", "run.atif.json", "codex"], options).code, 0);
  assert.equal(holdall(["handoff", id, "./page.md"], options).code, 3);
});

test("handoff from a bundle without a transcript begins with the framed state", () => {
  const { options } = createHomeFolder();
  holdall(["init"], options);
  holdall(["state", "commit", "We chose walnut for the table"], options);
  holdall(["kit", "export", "--out", "./kit"], options);
  const { json } = holdallJson(["handoff", "./kit", "claude"], options);
  const lines = fs.readFileSync(String(json.path), "utf8");
  assert.match(lines, /holdall:quoted-context/);
  assert.match(lines, /We chose walnut for the table/);
});

test("import takes every agent's session once, and then only what is new", () => {
  const { options, sessions, home } = createHomeFolder();
  holdall(["init"], options);
  for (const [agent, { session_id, path: file }] of sessions) {
    const { json } = holdallJson(["import", agent, "--session", session_id], options);
    assert.equal(json.thread_id, `${agent}/${session_id}`);
    assert((json.appended as number) > 0);
    const again = holdallJson(["import", agent, "--session", session_id], options).json;
    assert.deepEqual([again.appended, again.known], [0, json.appended]);
    if (agent !== "pi") continue;
    const grown = path.join(home, file);
    const last = fs.readFileSync(grown, "utf8").trimEnd().split("\n").at(-1);
    fs.appendFileSync(grown, `${last?.replace(/"id":"[0-9a-f]+"/, '"id":"0badcafe"')}\n{"torn`);
    const more = holdallJson(["import", agent, "--session", session_id], options).json;
    assert.deepEqual([more.appended, more.known], [1, json.appended]);
  }
  const { json: list } = holdallJson(["thread", "list"], options);
  assert.equal((list.threads as unknown[]).length, sessions.size);
  for (const { thread_id } of list.threads as { thread_id: string }[]) {
    const compile = ["thread", "compile", thread_id, "--render", "anthropic-messages"];
    const asked = [...compile, "--model", "m", "--max-output", "100", "--json"];
    assert.equal(holdall(asked, options).code, 0, thread_id);
  }
  assert.equal(holdall(["verify"], options).code, 0);
  assert.equal(holdall(["ledger", "rebuild"], options).code, 0);
});

/** Puts secrets where a session says who it is, into the recorded session of a home. */
function plantSecrets(home: string, file: string, secret: string): void {
  const target = path.join(home, file);
  const lines = fs
    .readFileSync(target, "utf8")
    .replaceAll('"gitBranch":"', `"gitBranch":"${secret}-`);
  const title = { type: "custom-title", customTitle: `Rotate ${secret}` };
  const [first = ""] = lines.split("\n");
  const sessionId = JSON.parse(first).sessionId;
  fs.writeFileSync(target, `${lines}${JSON.stringify({ ...title, sessionId })}\n`);
}

test("handoff leaves no secret of a title or a branch in anything it writes or prints", () => {
  const secret = `ghp_${"aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"}`;
  const { home, cwd, options, sessions } = createHomeFolder();
  const fixture = sessions.get("claude");
  assert(fixture);
  plantSecrets(home, fixture.path, secret);
  for (const to of ["./b", "./p.md", "./t.atif.json", "codex", "pi"]) {
    const { stdout, json } = holdallJson(["handoff", fixture.session_id, to], options);
    assert(!stdout.includes(secret), to);
    const place = String(json.path);
    const files = fs.statSync(place).isDirectory() ? [...contentsOf(place).values()] : [];
    const texts = files.map((content) => Buffer.from(content, "base64").toString());
    if (files.length === 0) texts.push(fs.readFileSync(place, "utf8"));
    for (const text of texts) assert(!text.includes(secret), to);
    assert((json.redactions as unknown[]).length > 0, to);
  }
  assert(fs.existsSync(path.join(cwd, "b", "transcript", "raw")));
  const open = holdallJson(["handoff", fixture.session_id, "pi", "--no-redact"], options).json;
  assert.match((open.notes as string[]).join(), /--keep-secrets/);
});

test("handoff to a bundle since a message holds nothing of what came before", () => {
  const { cwd, options, sessions } = createHomeFolder();
  const id = sessions.get("pi")?.session_id ?? "";
  holdall(["handoff", id, "./all"], options);
  const lines = fs.readFileSync(path.join(cwd, "all/transcript/transcript.jsonl"), "utf8");
  const items = lines
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));
  const answer = items.findLast(({ kind, role }) => kind === "message" && role === "assistant");
  const { code, json } = holdallJson(["handoff", id, "./part", "--since", answer.id], options);
  assert.equal(code, 0);
  assert((json.loss as { dropped: number }).dropped > 0);
  const part = [...contentsOf(path.join(cwd, "part")).keys()];
  assert.deepEqual(
    part.filter((file) => file.startsWith("transcript/raw")),
    [],
  );
  const kept = fs.readFileSync(path.join(cwd, "part/transcript/transcript.jsonl"), "utf8");
  assert.equal(kept.trimEnd().split("\n").length, 2);
  assert.equal(holdallJson(["verify", "part"], options).json.ok, true);
});

test("handoff until a message gives the receiver nothing of what came later", () => {
  const { cwd, options, sessions } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  holdall(["handoff", id, "./all"], options);
  const items = (folder: string) =>
    fs
      .readFileSync(path.join(cwd, folder, "transcript/transcript.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => JSON.parse(line))
      .filter(({ kind, thread }) => kind === "message" && thread === null);
  const all = items("all");
  const first = all.find(({ role }) => role === "assistant");
  const until = ["--until", first.id];
  assert.equal(holdall(["handoff", id, "./part", ...until], options).code, 0);
  assert.deepEqual(
    items("part").map(({ text }) => text),
    all.slice(0, all.indexOf(first) + 1).map(({ text }) => text),
  );
  const shown = holdallJson(["show", id, "--all"], options).json.items as {
    number: number;
    text?: string;
  }[];
  const { number } = shown.find(({ text }) => text === first.text) ?? {};
  for (const agent of ["claude", "codex"]) {
    const { code, json } = holdallJson(["handoff", id, agent, "--until", `#${number}`], options);
    assert.equal(code, 0);
    const placed = fs.readFileSync(String(json.path), "utf8");
    assert(placed.includes(first.text.slice(0, 20)), agent);
    assert(!placed.includes(all.at(-1).text.slice(0, 40)), agent);
  }
  const nowhere = holdallJson(["handoff", id, "codex", "--until", "nobody"], options).json;
  assert.match(JSON.stringify(nowhere.error), /E_NOT_FOUND.*until \\"nobody\\"/);
});

test("handoff --undo --dry-run removes nothing, and a damaged record is refused", () => {
  const { home, options, sessions } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  const { json } = holdallJson(["handoff", id, "pi"], options);
  const placed = String(json.session_id);
  assert.equal(holdall(["handoff", "--undo", placed, "--dry-run"], options).code, 0);
  assert(fs.existsSync(String(json.path)));
  fs.writeFileSync(path.join(home, ".local/state/holdall/handoffs", `${placed}.json`), "{");
  const { code, stderr } = holdall(["handoff", "--undo", placed], options);
  assert.equal(code, 1);
  assert.match(stderr, /E_JSON/);
});

test("handoff that cannot be recorded leaves nothing behind", () => {
  const { home, options, sessions } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  fs.mkdirSync(path.join(home, ".local"), { recursive: true });
  fs.writeFileSync(path.join(home, ".local/state"), "");
  const before = contentsOf(home);
  assert.notEqual(holdall(["handoff", id, "pi"], options).code, 0);
  assert.deepEqual(contentsOf(home), before);
});

test("handoff --budget and sessions --limit take numbers", () => {
  const { options, sessions } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  assert.equal(holdall(["handoff", id, "pi", "--budget", "600"], options).code, 0);
  assert.equal(holdall(["handoff", id, "pi", "--budget", "few"], options).code, 2);
  const { json } = holdallJson(["sessions", "--all", "--limit", "2"], options);
  assert.equal((json.sessions as unknown[]).length, 2);
});

test("handoff refuses unknown names with a hint", () => {
  const { options } = createHomeFolder();
  const typo = holdall(["handoff", "claude", "codx", "--session", "0"], options);
  assert.equal(typo.code, 2);
  assert.match(typo.stderr, /"codex"/);
  assert.equal(holdall(["handoff", "claude"], options).code, 2);
  const { code, stderr } = holdall(["handoff", "claude", "codex"], options);
  assert.equal(code, 4);
  assert.match(stderr, /sessions --all/);
});

test("Ctrl-C lets opencode delete the session that it was taking", async () => {
  const { home, cwd, sessions, options } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  const programs = path.join(home, "programs");
  const mark = path.join(home, "asked");
  const deleted = path.join(home, "deleted");
  fs.mkdirSync(programs);
  const taking = `: > '${mark}'; exec /bin/sleep 30`;
  const script = `#!/bin/sh\ncase $1 in import) ${taking};; *) echo "$@" > '${deleted}';; esac\n`;
  fs.writeFileSync(path.join(programs, "opencode"), script, { mode: 0o755 });
  const started = startHoldall(["handoff", id, "opencode"], {
    cwd,
    env: { ...options.env, PATH: programs },
  });
  while (!fs.existsSync(mark)) await wait(50);
  started.kill("SIGINT");
  const [code] = await once(started, "exit");
  assert.equal(code, 130);
  assert.match(fs.readFileSync(deleted, "utf8"), /^session delete ses_\w+\n$/);
  assert(!fs.existsSync(path.join(home, ".local/share/holdall")));
});

test("Ctrl-C takes back the files and folders that a handoff had made", async () => {
  const { home, cwd, sessions, options } = createHomeFolder();
  const id = sessions.get("claude")?.session_id ?? "";
  fs.rmSync(path.join(home, ".codex"), { recursive: true });
  // A receiver that never answers delays the handoff when everything is in its place.
  const programs = path.join(home, "programs");
  const mark = path.join(home, "asked");
  fs.mkdirSync(programs);
  const script = `#!/bin/sh\n: > '${mark}'\nexec /bin/sleep 30\n`;
  fs.writeFileSync(path.join(programs, "codex"), script, { mode: 0o755 });
  const before = picture(home);
  const started = startHoldall(["handoff", id, "codex"], {
    cwd,
    env: { ...options.env, PATH: programs },
  });
  while (!fs.existsSync(mark)) await wait(50);
  assert(fs.existsSync(path.join(home, ".codex/sessions")));
  started.kill("SIGINT");
  const [code] = await once(started, "exit");
  assert.equal(code, 130);
  fs.rmSync(mark);
  assert.deepEqual(picture(home), before);
});
