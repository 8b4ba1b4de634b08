/** The service, its schedules and the hook at the start of a session. */

import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { latestDue, parseCron } from "../../../src/curator/workspace/cron.ts";
import { runHook } from "../../../src/hosts/hooks/run-hook.ts";
import { runOperation } from "../../support/operations.ts";
import { holdall, startHoldall } from "../../support/program.ts";
import { makeScratch } from "../../support/scratch.ts";
import { closedRun, testOnStores } from "./workspace.ts";

interface Logged {
  readonly event: string;
  readonly responsibility_id: string | null;
  readonly detail: string;
}

test("latestDue() finds the last time of a schedule", () => {
  const due = (cron: string, now: string) =>
    latestDue(parseCron(cron), new Date(now))?.toISOString();
  assert.equal(due("0 * * * *", "2026-02-03T10:59:59Z"), "2026-02-03T10:00:00.000Z");
  assert.equal(due("30 3 * * *", "2026-02-03T03:29:00Z"), "2026-02-02T03:30:00.000Z");
  assert.equal(due("*/15 8-10 * * 1-5", "2026-02-01T12:00:00Z"), "2026-01-30T10:45:00.000Z");
  assert.equal(due("0 0 29 2 *", "2026-02-03T00:00:00Z"), undefined);
  for (const bad of ["", "* * * *", "61 * * * *", "a * * * *", "*/0 * * * *", "5-1 * * * *"]) {
    assert.throws(() => parseCron(bad), { code: "E_SHAPE" }, bad);
  }
});

testOnStores(
  "context watch does what is due once, also after a restart, and reacts to a closed run",
  async (createWorkspace) => {
    const { context, write, cwd, store } = await createWorkspace();
    const look = async (now: string) => {
      const logged: Logged[] = [];
      const emit = async (piece: unknown) => void logged.push(piece as Logged);
      await runOperation({ ...context, emit }, "context watch", {
        once: true,
        now,
        ...(store && { store }),
      });
      return logged
        .filter(({ event }) => event !== "started" && event !== "stopped")
        .map(({ event }) => event);
    };
    assert.deepEqual(await look("2026-02-03T10:00:00Z"), ["scheduled", "scheduled"]);
    assert.deepEqual(await look("2026-02-03T10:00:20Z"), []);
    write({ "mandates/runs/weekly/2026-02-03T10-05Z.md": closedRun("2026-02-03T10:10:00Z") });
    assert.deepEqual(await look("2026-02-03T10:30:00Z"), ["refreshed"]);
    assert.deepEqual(await look("2026-02-03T10:30:10Z"), []);
    assert.deepEqual(await look("2026-02-03T11:00:01Z"), ["scheduled"]);
    assert(fs.existsSync(path.join(cwd, "registry/docs_cos/ai_context/bundle.yaml")));
  },
);

testOnStores(
  "context watch opens and expires requests whose time has come",
  async (createWorkspace) => {
    const { context, run, store, read } = await createWorkspace();
    await run("request create", {
      subject: "Later",
      from: "docs_cos",
      to: "docs_cos",
      id: "req_later",
      actor: "docs_cos",
      available: "2026-02-03T12:00:00Z",
      due: "2026-02-03T13:00:00Z",
    });
    const look = async (now: string) => {
      const swept: string[] = [];
      const emit = async (piece: unknown) => {
        const { event, detail } = piece as Logged;
        if (event === "swept") swept.push(detail);
      };
      const input = { once: true, now, ...(store && { store }) };
      await runOperation({ ...context, emit }, "context watch", input);
      return swept;
    };
    assert.deepEqual(await look("2026-02-03T11:00:00Z"), []);
    assert.deepEqual(await look("2026-02-03T12:00:01Z"), ["opened req_later"]);
    assert.match(read("ai_context/open_requests.md"), /\[req_later\]/);
    assert.deepEqual(await look("2026-02-03T13:00:01Z"), ["expired req_later"]);
    assert.deepEqual(await look("2026-02-03T13:00:02Z"), []);
  },
);

testOnStores(
  "context watch reports a file that it cannot use, and goes on",
  async (createWorkspace) => {
    const { context, cwd, store } = await createWorkspace();
    fs.mkdirSync(path.join(cwd, "registry/docs_cos/ai_context/bundle.yaml"), { recursive: true });
    const failed: string[] = [];
    const events: string[] = [];
    const emit = async (piece: unknown) => {
      const { event, detail } = piece as Logged;
      events.push(event);
      if (event === "failed") failed.push(detail);
    };
    await runOperation({ ...context, emit }, "context watch", {
      once: true,
      now: "2026-02-03T10:00:00Z",
      ...(store && { store }),
    });
    assert.match(failed.join("\n"), /^E_IO: .*bundle\.yaml": it is a folder/);
    assert.equal(events.at(-1), "stopped");
  },
);

testOnStores("context watch ends when it is stopped", async (createWorkspace) => {
  const { context, store } = await createWorkspace();
  const stop = new AbortController();
  const events: string[] = [];
  const emit = async (piece: unknown) => {
    events.push((piece as Logged).event);
    if (events.length === 2) setTimeout(() => stop.abort(), 50);
  };
  await runOperation({ ...context, emit, signal: stop.signal }, "context watch", {
    interval: 60,
    ...(store && { store }),
  });
  assert.equal(events.at(-1), "stopped");
});

testOnStores("the start of a session refreshes what is stale", async (createWorkspace) => {
  const { context, cwd, read, store } = await createWorkspace();
  const message = JSON.stringify({ hook_event_name: "SessionStart", session_id: "s", cwd });
  const incoming = async function* () {
    yield new TextEncoder().encode(message);
  };
  // A hook has no option for the store: people name a server with the variable.
  if (store !== undefined) process.env.HOLDALL_STORE = store;
  try {
    await runHook({ ...context, incoming }, { event: "session-start", host: "claude" });
  } finally {
    delete process.env.HOLDALL_STORE;
  }
  assert.match(read("ai_context/system_context.md"), /# System context/);
});

testOnStores("context watch keeps its schedules after a clock was wrong", async (create) => {
  const { context, store } = await create();
  const look = async (now: string) => {
    const details: string[] = [];
    const emit = async (piece: unknown) => {
      const { event, detail } = piece as Logged;
      if (event === "scheduled") details.push(detail);
    };
    const input = { once: true, now, ...(store && { store }) };
    await runOperation({ ...context, emit }, "context watch", input);
    return details.length;
  };
  assert.equal(await look("2036-01-01T00:00:00Z"), 2);
  assert.equal(await look("2026-02-03T10:00:00Z"), 2, "what was done in 2036 does not count");
  assert.equal(await look("2026-02-03T10:00:30Z"), 0);
  assert.equal(await look("2026-02-03T09:58:00Z"), 0, "a clock that is set back by minutes");
});

testOnStores(
  "a schedule that is none is refused with its line, by every command",
  async (create) => {
    const { cwd, fails } = await create();
    for (const bad of ["61 * * * *", "0 0 * * mon", "* * * *", "@daily"]) {
      const settings = path.join(cwd, "ros.config.yaml");
      const text = fs.readFileSync(settings, "utf8").split("schedules:")[0];
      fs.writeFileSync(settings, `${text}schedules:\n  hourly: "${bad}"\n`);
      assert.equal(await fails("context refresh"), "E_SHAPE", bad);
    }
  },
);

test("the program ends context watch cleanly when it is told to stop", async () => {
  const cwd = path.join(makeScratch(), "lab");
  fs.mkdirSync(cwd);
  assert.equal(holdall(["init", "--responsibility", "docs"], { cwd }).code, 0);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const child = startHoldall(["context", "watch", "--interval", "60", "--json"], { cwd });
    let output = "";
    child.stdout?.on("data", (text: Buffer) => {
      if (output === "") child.kill(signal);
      output += text;
    });
    const [code] = await once(child, "close");
    assert.equal(code, 0, signal);
    assert.match(output.trimEnd().split("\n").at(-1) ?? "", /"event":"stopped"/);
  }
});
