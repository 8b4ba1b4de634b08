/**
 * Tests with the real programs that take minutes. One that passed with this very code and these programs is not run every
 * time: `npm run test:agents -- --live` runs those whose committed result is of other code, and keeps what passed. Where
 * it is of other code, the test is run, and another part of the others each day.
 */

import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { sha256 } from "../../src/base/hash.ts";
import { type AgentName, acpServers, otherVersions, programs } from "./programs.ts";
import { handoffCode } from "./result.ts";

/** The variable with which what passed is kept. */
export const KEEPS_PASSED = "HOLDALL_LIVE";

const FILE = path.join(import.meta.dirname, "live-cases.json");
const DAY_MS = 24 * 60 * 60 * 1000;
/** In so many days every case is run. */
const DAYS = 4;

interface Passed {
  /** Hash of the code that it passed with, and of the versions of its programs. */
  readonly code: string;
  readonly date: string;
  readonly platform: string;
}

type AllPassed = Readonly<Record<string, Passed>>;

/** A test: what its result is kept under, and the agents by whose code it runs. */
export interface LiveCase {
  readonly name: string;
  readonly key: string;
  readonly agents: readonly AgentName[];
  /** Why it cannot be run here. */
  readonly skip?: string | false;
}

/** The tests of a file, which depend on more code than a handoff does. */
export function liveTests(
  entry: string,
  places: readonly string[],
): (live: LiveCase, body: () => Promise<void>) => void {
  const committed = readPassed();
  const keeps = process.env[KEEPS_PASSED] !== undefined;
  const passed: Record<string, Passed> = {};
  let count = 0;
  if (keeps) after(() => writePassed(passed));
  return ({ name, key, agents, skip = false }, body) => {
    const isToday = (Math.floor(Date.now() / DAY_MS) + count++) % DAYS === 0;
    test(name, { skip }, async (t) => {
      const code = sha256(`${await handoffCode(entry, agents, places)}\n${versionsOf(agents)}`);
      const before = committed[key];
      if (before?.code === code && (keeps || !isToday)) {
        t.diagnostic(`passed with this code on ${before.date}, ${before.platform}`);
        return;
      }
      await body();
      const date = new Date().toISOString().slice(0, 10);
      passed[key] = { code, date, platform: `${process.platform}-${process.arch}` };
    });
  };
}

/** Versions of the programs of some agents, and of the servers that show sessions. */
function versionsOf(agents: readonly AgentName[]): string {
  const others = Object.entries(otherVersions).filter(([, { agent }]) => agents.includes(agent));
  const own = agents.map((name) => [name, programs[name]] as const);
  return [...own, ...Object.entries(acpServers), ...others]
    .map(([name, { version }]) => `${name} ${version}`)
    .join("\n");
}

function readPassed(): AllPassed {
  // Written below in this form.
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as AllPassed) : {};
}

/** Puts what passed beside the rest, one line for each. */
function writePassed(passed: AllPassed): void {
  const lines = Object.entries({ ...readPassed(), ...passed })
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, one]) => ` ${JSON.stringify(key)}: ${JSON.stringify(one)}`);
  fs.writeFileSync(FILE, `{\n${lines.join(",\n")}\n}\n`);
}
