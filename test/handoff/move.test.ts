import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { FIXTURE_PROJECT, type Fixture, placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import type { ScenarioName } from "../agents/scenarios/scenarios.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, picture } from "../support/scratch.ts";

interface Handed {
  readonly session_id: string;
  readonly path: string;
  readonly from: { readonly path: string };
  readonly loss: {
    readonly kept: number;
    readonly changed: number;
    readonly summarised: number;
    readonly dropped: number;
    readonly items: readonly {
      readonly kind: string;
      readonly where: string;
      readonly why: string;
    }[];
  };
  readonly notes: readonly string[];
}

/** A home in which an agent has had a session, and a folder to work in. */
function createHomeFolder(agent: Fixture["agent"], scenario: ScenarioName) {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const fixture = placeFixture(agent, scenario, home);
  // No agent's program is found, so that nothing outside the home is asked.
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: "/nonexistent" } } };
  const hand = async (input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Handed>(context, "handoff", input)).out;
  return { home, cwd, fixture, context, hand };
}

/** Everything below a folder but our own records, as it was before and after. */
function contents(home: string): Record<string, string> {
  const seen = Object.entries(picture(home));
  return Object.fromEntries(seen.filter(([file]) => !/^\.local(?:\/state|$)|^\.$/.test(file)));
}

function newFiles(before: Record<string, string>, home: string): string[] {
  return Object.keys(contents(home))
    .filter((file) => !Object.hasOwn(before, file))
    .filter((file) => fs.statSync(path.join(home, file)).isFile())
    .map((file) => path.join(home, file));
}

for (const agent of ["claude", "codex", "gemini"] as const) {
  test(`handoff moves the files of ${agent}'s sub-agents with nothing changed but paths and ids`, async () => {
    const { home, cwd, fixture, hand } = createHomeFolder(agent, "sub-agent");
    if (agent === "codex") configureProvider(home, "mock");
    const before = contents(home);
    const { session_id } = fixture;
    const input = { from: agent, to: agent, session: session_id, "keep-settings": true };
    const dry = await hand({ ...input, "dry-run": true });
    assert.deepEqual(contents(home), before);
    const moved = await hand(input);
    assert.equal(moved.loss.dropped, 0, JSON.stringify(moved.loss.items));
    assert.deepEqual({ ...dry.loss }, { ...moved.loss });
    const sources = filesOf(home, before).filter((file) => /\.jsonl$|meta\.json$/.test(file));
    const placed = newFiles(before, home).filter((file) => !file.endsWith(".project_root"));
    assert.equal(placed.length, sources.length);
    assert(placed.length >= 2);
    const texts = sources.map((file) => fs.readFileSync(file, "utf8")).sort();
    const real = fs.realpathSync(cwd);
    const renames = idsIn(placed).filter((id) => !texts.some((text) => text.includes(id)));
    const childIds = idsIn(sources).filter((id) => id !== session_id);
    const back = placed.map((file) => {
      let text = fs.readFileSync(file, "utf8").replaceAll(moved.session_id, session_id);
      const others = renames.filter((id) => id !== moved.session_id);
      for (const id of others) text = text.replaceAll(id, childIds[0] ?? "");
      return text.replaceAll(real, FIXTURE_PROJECT);
    });
    assert.deepEqual(back.sort(), texts);
    await hand({ undo: moved.session_id });
    assert.deepEqual(contents(home), before);
  });
}

/** The provider of the recorded session, without which Codex would not resume it. */
function configureProvider(home: string, name: string): void {
  const file = path.join(home, ".codex/config.toml");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `[model_providers.${name}]\nname = "${name}"\n`);
}

function filesOf(home: string, seen: Record<string, string>): string[] {
  return Object.keys(seen)
    .map((file) => path.join(home, file))
    .filter((file) => fs.existsSync(file) && fs.statSync(file).isFile());
}

/** The ids in the names of files. */
function idsIn(files: readonly string[]): string[] {
  const found = files.flatMap(
    (file) => path.basename(file).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [],
  );
  return [...new Set(found)];
}

test("handoff to the same agent says what of a session stays where it is", async () => {
  const { home, fixture, hand } = createHomeFolder("claude", "sub-agent");
  const session = path.join(home, fixture.path);
  const folder = session.slice(0, -".jsonl".length);
  fs.mkdirSync(path.join(folder, "tool-results"));
  // Versions of 2025 had the files of sub-agents beside the session.
  const inside = path.join(folder, "subagents");
  const [agentFile = ""] = fs.readdirSync(inside).filter((name) => name.endsWith(".jsonl"));
  const flat = path.join(path.dirname(session), agentFile);
  fs.renameSync(path.join(inside, agentFile), flat);
  const input = { from: fixture.session_id, to: "claude", "keep-settings": true };
  const away = await hand(input);
  assert.deepEqual(
    away.loss.items.map(({ kind, where }) => [kind, where]),
    [["dropped", `${fixture.session_id}/tool-results`]],
  );
  assert(fs.existsSync(path.join(path.dirname(away.path), agentFile)));
  // A second copy in the same folder finds the name taken.
  const again = await hand(input);
  assert(again.loss.items.some(({ where }) => where === agentFile));
});

test("handoff moves the sessions of opencode's sub-agents as documents that name each other anew", async () => {
  const { home, fixture, hand } = createHomeFolder("opencode", "sub-agent");
  const before = contents(home);
  const moved = await hand({ from: fixture.session_id, to: "opencode" });
  assert.equal(moved.loss.dropped, 0);
  const placed = newFiles(before, home).map((file) => JSON.parse(fs.readFileSync(file, "utf8")));
  assert.equal(placed.length, 2);
  const child = placed.find(({ info }) => info.parentID === moved.session_id);
  const parent = placed.find(({ info }) => info.id === moved.session_id);
  assert(JSON.stringify(parent.messages).includes(child.info.id));
  const command = moved.notes.find((note) => note.includes("opencode import"));
  assert.equal(command?.match(/opencode import/g)?.length, 2);
  await hand({ undo: moved.session_id });
  assert.deepEqual(contents(home), before);
});

test("handoff that fails leaves neither files nor folders behind", async () => {
  for (const to of agentNames) {
    const { home, fixture, context } = createHomeFolder("claude", "sub-agent");
    fs.mkdirSync(path.join(home, ".local"));
    fs.writeFileSync(path.join(home, ".local/state"), "");
    const before = picture(home);
    const input = { from: fixture.session_id, to };
    assert.notEqual(await codeOf(runOperation(context, "handoff", input)), null, to);
    assert.deepEqual(picture(home), before, to);
  }
});

test("handoff to a path replaces a page or a trajectory of its own with --force, and nothing else", async () => {
  const { cwd, fixture, context, hand } = createHomeFolder("pi", "plain");
  const code = (input: object) => codeOf(runOperation(context, "handoff", { ...input }));
  for (const to of ["./page.md", "./run.atif.json", "./bundle"]) {
    const input = { from: fixture.session_id, to };
    await hand(input);
    assert.equal(await code(input), "E_EXISTS", to);
    assert.equal(await code({ ...input, "dry-run": true }), "E_EXISTS", to);
    await hand({ ...input, force: true });
    const target = path.join(cwd, to);
    fs.rmSync(target, { recursive: true });
    fs.writeFileSync(target, "# My own notes\n");
    assert.equal(await code({ ...input, force: true }), "E_PROTECTED", to);
    assert.equal(fs.readFileSync(target, "utf8"), "# My own notes\n");
  }
  const linked = path.join(cwd, "link.md");
  fs.symlinkSync(path.join(cwd, "page.md"), linked);
  const input = { from: fixture.session_id, to: "./link.md", force: true };
  assert.equal(await code(input), "E_PROTECTED");
});

test("handoff refuses to hand over nothing: since a time to come, or of a session without a word", async () => {
  const { home, fixture, context, hand } = createHomeFolder("claude", "plain");
  const code = (input: object) => codeOf(runOperation(context, "handoff", { ...input }));
  const before = contents(home);
  for (const to of ["codex", "claude", "./page.md", "./bundle"]) {
    for (const dry of [true, false]) {
      const input = { from: fixture.session_id, to, since: "2999-01-01", "dry-run": dry };
      assert.equal(await code(input), "E_EMPTY", to);
    }
  }
  await hand({ from: fixture.session_id, to: "codex", since: "2000-01-01", "dry-run": true });
  const silent = path.join(path.dirname(path.join(home, fixture.path)), `${EMPTY_ID}.jsonl`);
  const record = { type: "summary", summary: "Nothing", leafUuid: EMPTY_ID };
  fs.writeFileSync(silent, `${JSON.stringify(record)}\n`);
  assert.equal(await code({ from: silent, to: "codex" }), "E_EMPTY");
  assert.equal(await code({ from: silent, to: "claude" }), "E_EMPTY");
  fs.rmSync(silent);
  assert.deepEqual(contents(home), before);
});

const EMPTY_ID = "00000000-0000-4000-8000-000000000001";

test("handoff says where a session was held that goes on elsewhere, and that it is archived", async () => {
  const { home, cwd, fixture, hand, context } = createHomeFolder("codex", "plain");
  const file = path.join(home, fixture.path);
  const archived = path.join(home, ".codex/archived_sessions", path.basename(file));
  fs.mkdirSync(path.dirname(archived));
  fs.renameSync(file, archived);
  const { out } = await runOperation<{ sessions: { archived: boolean }[] }>(context, "sessions", {
    all: true,
  });
  assert.deepEqual(
    out.sessions.map((session) => session.archived),
    [true],
  );
  for (const to of ["codex", "claude"]) {
    const { notes } = await hand({ from: fixture.session_id, to, "dry-run": true });
    const map = `--map ${FIXTURE_PROJECT}=${fs.realpathSync(cwd)}`;
    assert(notes.some((note) => note.includes(map) && note.includes("on this machine")));
    assert(notes.some((note) => note.includes("archived")));
  }
  const mapped = await hand({
    from: fixture.session_id,
    to: "codex",
    map: [`${FIXTURE_PROJECT}=/elsewhere`],
  });
  assert(!fs.readFileSync(mapped.path, "utf8").includes(`${FIXTURE_PROJECT}/`));
  assert(fs.existsSync(archived));
});

test("handoff of codex to codex moves the sub-agents of sub-agents, which name those that started them", async () => {
  const { home, fixture, hand } = createHomeFolder("codex", "sub-agent");
  const folder = path.dirname(path.join(home, fixture.path));
  const [child = ""] = idsIn(fs.readdirSync(folder)).filter((id) => id !== fixture.session_id);
  const [name = ""] = fs.readdirSync(folder).filter((file) => file.includes(child));
  const text = fs.readFileSync(path.join(folder, name), "utf8");
  const grown = text
    .replaceAll(child, GRANDCHILD)
    .replaceAll(`"parent_thread_id":"${fixture.session_id}"`, `"parent_thread_id":"${child}"`);
  fs.writeFileSync(path.join(folder, name.replace(child, GRANDCHILD)), grown);
  const before = contents(home);
  const moved = await hand({ from: fixture.session_id, to: "codex", "keep-settings": true });
  assert.equal(moved.loss.dropped, 0, JSON.stringify(moved.loss.items));
  const parents = newFiles(before, home).map((file) => {
    const { payload } = JSON.parse(fs.readFileSync(file, "utf8").split("\n")[0] ?? "");
    return [payload.id, payload.parent_thread_id ?? null];
  });
  const [copy = ""] = parents.find(([, parent]) => parent === moved.session_id) ?? [];
  assert.equal(parents.length, 3);
  assert.notEqual(copy, child);
  assert.equal(parents.filter(([, parent]) => parent === copy).length, 1);
  await hand({ undo: moved.session_id });
  assert.deepEqual(contents(home), before);
});

const GRANDCHILD = "01a1ddb7-4444-7cd0-9b64-a17f7101b44a";

test("handoff of codex to codex leaves what was said as it was, and ids that are free", async () => {
  const { home, fixture, hand } = createHomeFolder("codex", "sub-agent");
  const texts = (file: string) =>
    fs
      .readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.includes('"response_item"'));
  const source = path.join(home, fixture.path);
  const near = await hand({ from: fixture.session_id, to: "codex" });
  assert.deepEqual(texts(near.path), texts(source));
  const ids = idsIn(fs.readdirSync(path.dirname(source)));
  const copies = idsIn(fs.readdirSync(path.dirname(near.path)));
  assert.equal(new Set([...ids, ...copies]).size, 4);
  // On another machine no copy of the sub-agent needs another id.
  const other = createHomeFolder("pi", "plain");
  const far = await other.hand({ from: source, to: "codex" });
  // From a path it is a stranger's: only its settings are left out.
  const left = far.loss.items.filter(({ why }) => !why.includes(" not carried"));
  assert.deepEqual(left, []);
  const [child] = ids.filter((id) => id !== fixture.session_id);
  assert(idsIn(fs.readdirSync(path.dirname(far.path))).includes(child ?? ""));
});

for (const agent of ["claude", "codex", "gemini"] as const) {
  test(`a file of ${agent}'s sub-agent becomes a session that the receiver lists`, async () => {
    const { home, context, hand } = createHomeFolder(agent, "sub-agent");
    const from = filesOf(home, contents(home)).find((file) => isSubAgentFile(file));
    assert(from !== undefined);
    const moved = await hand({ from, to: agent });
    const { out } = await runOperation<{
      readonly sessions: readonly { readonly id: string; readonly parent_id?: string | null }[];
    }>(context, "sessions", { agent });
    const listed = out.sessions.find(({ id }) => id === moved.session_id);
    assert(listed !== undefined, JSON.stringify(out));
    assert.equal(listed.parent_id ?? null, null);
    const text = fs.readFileSync(moved.path, "utf8");
    assert.doesNotMatch(text, /"isSidechain":true|"kind":"subagent"|"thread_spawn"/);
  });
}

function isSubAgentFile(file: string): boolean {
  if (!file.endsWith(".jsonl")) return false;
  const [head = ""] = fs.readFileSync(file, "utf8").split("\n");
  return /"isSidechain":true|"kind":"subagent"|"thread_spawn"/.test(head);
}
