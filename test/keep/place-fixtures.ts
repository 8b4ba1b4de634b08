/** A home folder with recorded sessions of every agent. */
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sha256 } from "../../src/base/hash.ts";
import { fixtureScenarios, placeFixture } from "../agents/fixtures.ts";
import { type AgentName, agentNames } from "../agents/programs.ts";

const FIXTURES = path.join(import.meta.dirname, "../fixtures/agents");
/** Their sessions are in one database, so that one recording is placed. */
const WITH_DATABASE: readonly string[] = ["opencode", "kilo", "goose"];

/** Fills a home folder with the recorded sessions of agents (default: all, and a chat of Cursor). */
export function placeFixtures(home: string, agents: readonly AgentName[] = agentNames): void {
  for (const agent of agents) {
    const scenarios = fixtureScenarios.filter((scenario) =>
      fs.existsSync(path.join(FIXTURES, agent, scenario)),
    );
    const placed = WITH_DATABASE.includes(agent) ? (["sub-agent"] as const) : scenarios;
    for (const scenario of placed) placeFixture(agent, scenario, home);
  }
  if (agents === agentNames) placeCursor(home);
}

function placeCursor(home: string): void {
  const folder = path.join(home, ".config/Cursor/User/globalStorage");
  fs.mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "state.vscdb"));
  database.exec("create table cursorDiskKV (key text primary key, value blob)");
  const bubble = { bubbleId: "b1", type: 1, text: "Check the pumps." };
  const composer = { composerId: "c1", createdAt: 1, conversation: [bubble] };
  const insert = database.prepare("insert into cursorDiskKV values (?, ?)");
  insert.run("composerData:c1", JSON.stringify(composer));
  database.close();
}

/** The agents' files of a home folder with the hashes of their bytes; our own are left out. */
export function agentFiles(home: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of fs.readdirSync(home, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const relative = path.relative(home, file);
    if (!entry.isFile() || /holdall/.test(relative)) continue;
    files.set(relative, sha256(fs.readFileSync(file)));
  }
  return files;
}
