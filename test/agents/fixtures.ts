/** Small genuine sessions in `test/fixtures/agents/`, for tests that need no program. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { drivers } from "./drivers/drivers.ts";
import type { Expected } from "./expected.ts";
import type { AgentName } from "./programs.ts";
import type { Recording } from "./record.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

/** What is beside the files of a recorded session. */
export interface Fixture {
  readonly agent: AgentName;
  readonly version: string;
  readonly recorded: string;
  readonly session_id: string;
  /** Relative to the home. */
  readonly path: string;
  readonly expected: readonly Expected[];
}

/** The folder in which every fixture was recorded, as far as its files know. */
const FIXTURE_USER_FOLDER = "/home/rosa";
/** The project of every fixture. */
export const FIXTURE_PROJECT = `${FIXTURE_USER_FOLDER}/orchard`;

/** The scenarios that are kept: not the large one, nor the one with a secret. */
export const fixtureScenarios: readonly ScenarioName[] = [
  "plain",
  "parallel",
  "failing",
  "characters",
  "slash",
  "compaction",
  "sub-agent",
  "interrupted",
  "order",
];

const FOLDER = path.join(import.meta.dirname, "../fixtures/agents");
const MAX_FOREIGN_LENGTH = 300;
const KEPT_OF_FOREIGN = 60;
/** The databases of programs, each kept as the statements that create it. */
const DATABASES = [
  ".local/share/opencode/opencode.db",
  ".local/share/kilo/kilo.db",
  ".local/share/goose/sessions/sessions.db",
];
/** Those of opencode, one by which Kilo's is recognised, and those of Goose. */
const TABLES = [
  "project",
  "session",
  "message",
  "part",
  "todo",
  "kilo_board",
  "sessions",
  "messages",
];

/** Puts a fixture into a home and answers with what is known of it. */
export function placeFixture(agent: AgentName, scenario: ScenarioName, home: string): Fixture {
  const folder = path.join(FOLDER, agent, scenario);
  fs.cpSync(path.join(folder, "home"), home, { recursive: true });
  for (const file of DATABASES) {
    const dump = path.join(home, `${file}.sql`);
    if (!fs.existsSync(dump)) continue;
    const database = new DatabaseSync(path.join(home, file));
    database.exec(fs.readFileSync(dump, "utf8"));
    database.close();
    fs.rmSync(dump);
  }
  // Written below in this form.
  return JSON.parse(fs.readFileSync(path.join(folder, "fixture.json"), "utf8")) as Fixture;
}

/** Writes a recording as a fixture: without paths of this machine, vendors' texts cut short. */
export function writeFixture(recording: Recording, scenario: ScenarioName): void {
  const { machine, session, expected } = recording;
  const { name, version } = machine.agent;
  const folder = path.join(FOLDER, name, scenario);
  fs.rmSync(folder, { recursive: true, force: true });
  const anonymous = anonymiser(machine.home, machine.project);
  const cut = foreignCutter(recording);
  const write = (file: string, content: string): void => {
    const target = path.join(folder, anonymous(file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, anonymous(content));
  };
  const files = fs.readdirSync(machine.home, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((one) => drivers[name].sessionFiles.test(one)).sort()) {
    const source = path.join(machine.home, file);
    if (!fs.statSync(source).isFile()) continue;
    // Paths first: a text that is cut within one would keep its beginning.
    if (DATABASES.includes(file)) write(`home/${file}.sql`, dumpDatabase(source, cut, anonymous));
    else write(`home/${file}`, cutLines(anonymous(fs.readFileSync(source, "utf8")), cut));
  }
  const fixture: Fixture = {
    agent: name,
    version,
    recorded: new Date().toISOString().slice(0, 10),
    session_id: session.id,
    path: path.relative(machine.home, session.path),
    expected,
  };
  write("fixture.json", `${JSON.stringify(fixture, null, 2)}\n`);
}

type Cutter = (value: unknown) => unknown;

/** Programs also name folders by keys that they make out of the path, or by its hash. */
function anonymiser(home: string, project: string): (text: string) => string {
  const key = (folder: string) => folder.replaceAll(/[^A-Za-z0-9]/g, "-");
  const hash = (folder: string) => createHash("sha256").update(folder).digest("hex");
  const kimiKey = (folder: string) => `wd_${path.basename(folder)}_${hash(folder).slice(0, 12)}`;
  const encoded = (folder: string) => encodeURIComponent(folder);
  const pairs = [
    [project, FIXTURE_PROJECT],
    [home, FIXTURE_USER_FOLDER],
    [key(project), key(FIXTURE_PROJECT)],
    [project.slice(1), FIXTURE_PROJECT.slice(1)], // opencode
    [hash(project), hash(FIXTURE_PROJECT)], // Gemini
    [kimiKey(project), kimiKey(FIXTURE_PROJECT)],
    [encoded(project), encoded(FIXTURE_PROJECT)], // Grok
  ] as const;
  return (text) => pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

/** Cuts long texts that are neither the scenario's nor a tool's: instructions, descriptions. */
function foreignCutter({ plan, expected }: Recording): Cutter {
  const results = expected.flatMap((item) => (item.kind === "result" ? [item.text] : []));
  const replies = plan.script.flatMap(({ parts }) =>
    parts.flatMap((part) => ("text" in part ? [part.text] : [])),
  );
  const ours = [...plan.prompts, ...replies, ...results];
  const cut: Cutter = (value) => {
    if (typeof value === "string") {
      const isOurs = ours.some((text) => text.includes(value) || value.includes(text));
      if (value.length <= MAX_FOREIGN_LENGTH || isOurs) return value;
      return `${value.slice(0, KEPT_OF_FOREIGN)} […]`;
    }
    if (Array.isArray(value)) return value.map(cut);
    if (typeof value !== "object" || value === null) return value;
    // Definitions of tools are the vendor's as well, and long.
    if ("name" in value && "description" in value && "parameters" in value) {
      return { name: value.name };
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cut(item)]));
  };
  return cut;
}

/** Lines without a foreign text stay byte for byte. */
function cutLines(content: string, cut: Cutter): string {
  return content.replaceAll(/^\{.{300,}\}$/gm, (line) => cutJson(line, cut));
}

function cutJson(text: string, cut: Cutter): string {
  const value: unknown = JSON.parse(text);
  const short = JSON.stringify(cut(value));
  return short === JSON.stringify(value) ? text : short;
}

/** The tables that sessions are in, as statements; the whole database would be much larger. */
function dumpDatabase(file: string, cut: Cutter, anonymous: (text: string) => string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  const statements = TABLES.flatMap((table) => {
    const schema = database.prepare("select sql from sqlite_master where name = ?").get(table);
    if (schema === undefined) return [];
    const rows = database.prepare(`select * from "${table}" order by rowid`).all();
    return [
      `${schema.sql};`,
      ...rows.map((row) => {
        const values = Object.values(row).map((value) => literal(value, cut, anonymous));
        return `INSERT INTO "${table}" VALUES (${values.join(", ")});`;
      }),
    ];
  });
  database.close();
  return `${statements.join("\n")}\n`;
}

function literal(value: unknown, cut: Cutter, anonymous: (text: string) => string): string {
  if (value === null || typeof value === "number" || typeof value === "bigint")
    return String(value);
  const text = anonymous(String(value));
  const short = /^[{[]/.test(text) ? cutJson(text, cut) : text;
  return `'${short.replaceAll("'", "''")}'`;
}
