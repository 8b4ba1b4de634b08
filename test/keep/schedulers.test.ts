import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import launchd from "../../src/hosts/schedulers/launchd.ts";
import { otherUser } from "../support/other-user.ts";
import { holdallJson, launcher, type Start } from "../support/program.ts";
import { besideSystemd, skipCron, skipSystemd, startCron } from "../support/scheduler-machine.ts";
import { makeScratch, picture, writeFiles } from "../support/scratch.ts";

const scratch = makeScratch();
fs.chmodSync(scratch, 0o777);
let homes = 0;

/** Folders that the machine of whoever runs the tests may name. */
const UNSET = {
  XDG_CONFIG_HOME: undefined,
  XDG_DATA_HOME: undefined,
  XDG_STATE_HOME: undefined,
  XDG_CACHE_HOME: undefined,
  CLAUDE_CONFIG_DIR: undefined,
};

/** A home whose name has to be quoted by every scheduler, with a session of an agent. */
function createUser(): string {
  const home = path.join(scratch, `a home ${homes++} of 100% $USER`);
  const session = `${JSON.stringify({
    type: "user",
    uuid: "11111111-1111-4111-8111-111111111111",
    parentUuid: null,
    sessionId: "22222222-2222-4222-8222-222222222222",
    cwd: "/tmp",
    timestamp: "2026-01-05T10:00:00.000Z",
    message: { role: "user", content: "When is high water?" },
  })}\n`;
  writeFiles(home, { ".claude/projects/-tmp/22222222-2222-4222-8222-222222222222.jsonl": session });
  return home;
}

/** A machine on which no scheduler is found. */
function bareMachine() {
  const home = createUser();
  const bin = writeFiles(path.join(scratch, `bin-${homes}`), {});
  fs.symlinkSync(process.execPath, path.join(bin, "node"));
  const start = { cwd: home, env: { ...UNSET, HOME: home, PATH: bin } };
  return { home, start, run: (...args: string[]) => holdallJson(args, start) };
}

type Change = { readonly file: string; readonly action: string; readonly text: string | null };

function changesOf({ json }: { readonly json: Record<string, unknown> }): readonly Change[] {
  return json.changes as readonly Change[];
}

test("keep on lists why each scheduler cannot be used, and answers no while nothing would start it", () => {
  const { home, run } = bareMachine();
  const { code, json } = run("keep", "on");
  assert.equal(code, 1);
  assert.equal(json.scheduler, null);
  assert.deepEqual(
    (json.passed_over as { scheduler: string }[]).map(({ scheduler }) => scheduler),
    ["systemd", "launchd", "cron"],
  );
  assert.deepEqual(changesOf({ json }), []);
  run("hooks", "install", "--claude", "--scope", "user");
  const withHooks = run("keep", "on");
  assert.equal(withHooks.code, 0);
  assert.deepEqual(withHooks.json.hooks, [{ host: "claude", scope: "user" }]);
  assert.match(fs.readFileSync(path.join(home, ".config/holdall/config.yaml"), "utf8"), /on: true/);
});

test("hooks that wait for their user keep nothing, and keep status says so", () => {
  const { run } = bareMachine();
  run("hooks", "install", "--codex", "--scope", "user");
  const { code, json } = run("keep", "on");
  assert.deepEqual([code, json.hooks], [1, []]);
  run("hooks", "install", "--claude", "--scope", "user");
  run("keep", "on");
  const { hooks, problems } = run("keep", "status").json.automation as {
    hooks: object[];
    problems: { state: string; cure: string }[];
  };
  assert.deepEqual(hooks, [{ host: "claude", scope: "user" }]);
  assert.deepEqual(
    problems.map(({ state }) => state),
    ["Codex CLI does not run our hooks yet"],
  );
  assert.match(problems[0]?.cure ?? "", /hooks/);
});

test("keep on --dry-run writes nothing, and one that is refused leaves the settings as they were", () => {
  const { home, run } = bareMachine();
  const before = picture(path.join(home, ".claude"));
  run("keep", "on", "--every", "1d", "--dry-run");
  assert(!fs.existsSync(path.join(home, ".config")));
  const { code } = run("keep", "on", "--by", "systemd");
  assert.equal(code, 2);
  assert(!fs.existsSync(path.join(home, ".config")));
  assert.deepEqual(picture(path.join(home, ".claude")), before);
});

test("keep on remembers what is left out, also after keep off", () => {
  const { home, run } = bareMachine();
  run(
    "keep",
    "on",
    "--every",
    "1d",
    "--to",
    "mounted",
    "--skip-agent",
    "codex",
    "--skip-folder",
    "secret",
  );
  run("keep", "off");
  const { json } = run("keep", "on");
  assert.equal(json.every, "1d");
  assert.equal(json.folder, path.join(home, "mounted"));
  assert.deepEqual(run("config", "get", "keep.skip_agents").json.value, ["codex"]);
  assert.deepEqual(run("config", "get", "keep.skip_folders").json.value, [
    path.join(home, "secret"),
  ]);
});

test("keep now uses the folder of the settings, and what they exclude is neither kept nor gone", () => {
  const { home, run } = bareMachine();
  run("keep", "on", "--to", "mounted");
  assert.equal(run("keep", "now").json.added, 1);
  assert(fs.existsSync(path.join(home, "mounted/backup.json")));
  run("keep", "on", "--skip-folder", "/tmp");
  const { json } = run("keep", "now");
  assert.deepEqual([json.sessions, json.gone], [0, []]);
  assert.equal(
    (run("keep", "list", "--all").json.sessions as { state: string }[])[0]?.state,
    "there",
  );
});

test("keep now leaves out the sessions of an agent that the settings exclude", () => {
  const { run } = bareMachine();
  run("keep", "on", "--skip-agent", "claude");
  const { json } = run("keep", "now");
  assert.deepEqual([json.sessions, json.added, json.bytes], [0, 0, 0]);
});

test("keep now --unattended prints nothing, and keep on asks for it", () => {
  const { home, start } = bareMachine();
  const ran = spawnSync(process.execPath, [launcher, "keep", "now", "--unattended"], {
    ...start,
    encoding: "utf8",
  });
  assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, "", ""]);
  const outcome = JSON.parse(
    fs.readFileSync(path.join(home, ".local/state/holdall/keep.json"), "utf8"),
  );
  assert.equal(outcome.fault, null);
});

test("keep now --unattended remembers why it failed", () => {
  const { home, run } = bareMachine();
  writeFiles(path.join(home, "mounted"), { "holiday.jpg": "" });
  run("keep", "on", "--to", "mounted");
  const { code } = run("keep", "now", "--unattended");
  assert.equal(code, 3);
  const outcome = JSON.parse(
    fs.readFileSync(path.join(home, ".local/state/holdall/keep.json"), "utf8"),
  );
  assert.match(outcome.fault, /has other files/);
});

/** Runs a hook as its host does, and waits for what it started. */
async function runHook(start: Start, event: string, file: string): Promise<boolean> {
  const ran = spawnSync(process.execPath, [launcher, "hook", event], {
    ...start,
    env: { ...process.env, ...start.env },
    input: JSON.stringify({ cwd: start.cwd, session_id: "s1" }),
    encoding: "utf8",
  });
  assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, "", ""]);
  for (let round = 0; round < 600 && !fs.existsSync(file); round++) await wait(50);
  return fs.existsSync(file);
}

for (const event of ["session-end", "pre-compact"]) {
  test(`hook ${event} lets sessions be kept, in a folder without a workspace`, async () => {
    const { home, start, run } = bareMachine();
    run("keep", "on");
    assert(await runHook(start, event, path.join(home, ".local/state/holdall/keep.json")));
    assert.equal(run("keep", "list", "--all").json.found, 1);
  });
}

test("a hook with settings that cannot be used ends as ever, and so does one while keep is off", () => {
  const { home, start } = bareMachine();
  const hook = () =>
    spawnSync(process.execPath, [launcher, "hook", "session-end"], {
      ...start,
      env: { ...process.env, ...start.env },
      input: JSON.stringify({ cwd: home }),
      encoding: "utf8",
    });
  assert.deepEqual([hook().status, hook().stdout], [0, ""]);
  writeFiles(home, { ".config/holdall/config.yaml": "keep: [" });
  assert.deepEqual([hook().status, hook().stdout], [0, ""]);
  assert(!fs.existsSync(path.join(home, ".local/share/holdall/kept")));
});

test("launchd gets a property list of the command, and what is not ours stays", async () => {
  const home = createUser();
  const command = ["/usr/bin/env", 'A=<&> "quoted"', "/opt/node"];
  const plan = await launchd.plan({ home, env: {} }, { command, every: "1d" });
  const [change] = plan;
  assert.equal(change?.before, null);
  const list = change?.after ?? "";
  const read = spawnSync(
    "python3",
    [
      "-c",
      "import json, plistlib, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))",
    ],
    { input: list, encoding: "utf8" },
  );
  const parsed = JSON.parse(read.stdout);
  assert.deepEqual(parsed.ProgramArguments, command);
  assert.equal(parsed.StartInterval, 86_400);
  writeFiles(home, { "Library/LaunchAgents/holdall.keep.plist": "mine" });
  await assert.rejects(launchd.plan({ home, env: {} }, { command, every: "1d" }), {
    code: "E_EXISTS",
  });
  const [none] = await launchd.plan({ home, env: {} }, null);
  assert.equal(none?.after, "mine");
});

describe("a systemd user timer", { skip: skipSystemd() }, () => {
  test("is verified by systemd, starts the run, and is gone with all its files after keep off", () => {
    const home = createUser();
    const units = path.join(home, ".config/systemd/user");
    const { code, output } = besideSystemd(
      home,
      `
export CLAUDE_CONFIG_DIR="$HOME/.claude"
holdall keep on --json > "$HOME/on.json"
systemd-analyze --user verify '${units}/holdall-keep.timer'
systemctl --user is-active holdall-keep.timer
systemctl --user start holdall-keep.service
holdall keep list --all --json > "$HOME/list.json"
holdall keep on --every 1d > /dev/null
systemctl --user show holdall-keep.timer --property TimersCalendar
holdall keep off > /dev/null
systemctl --user is-active holdall-keep.timer || true
systemctl --user list-unit-files | grep holdall || true
`,
    );
    assert.equal(code, 0, output);
    assert.match(output, /^active\nTimersCalendar=.*12:17:00.*\ninactive\n$/);
    const on = JSON.parse(fs.readFileSync(path.join(home, "on.json"), "utf8"));
    assert.equal(on.scheduler, "systemd");
    const [service] = on.changes as Change[];
    assert.match(service?.text ?? "", /CLAUDE_CONFIG_DIR=/);
    assert.equal(JSON.parse(fs.readFileSync(path.join(home, "list.json"), "utf8")).found, 1);
    assert(!fs.existsSync(path.join(home, ".config/systemd")));
  });

  test("leaves a unit that somebody else wrote, and then nothing is on", () => {
    const home = createUser();
    writeFiles(home, { ".config/systemd/user/holdall-keep.timer": "[Timer]\nOnCalendar=daily\n" });
    const before = picture(path.join(home, ".config"));
    const { output } = besideSystemd(
      home,
      "holdall keep on --json || true; holdall keep off --json",
    );
    assert.match(output, /E_EXISTS/);
    assert.deepEqual(picture(path.join(home, ".config")), before);
  });
});

describe("cron", { skip: skipCron() }, () => {
  const user = otherUser();
  const crontab = (args: readonly string[], input = "") =>
    spawnSync("crontab", args, {
      ...user,
      input,
      encoding: "utf8",
      env: { HOME: "/", LC_ALL: "C" },
    });
  const earlier = crontab(["-l"]);

  let stopCron = () => {};
  before(() => {
    stopCron = startCron();
  });
  after(() => stopCron());
  after(() => (earlier.status === 0 ? crontab(["-"], earlier.stdout) : crontab(["-r"])));

  function machine() {
    const home = createUser();
    spawnSync("chown", ["-R", String(user.uid), home]);
    const env = {
      ...UNSET,
      HOME: home,
      PATH: "/usr/bin:/bin",
      XDG_RUNTIME_DIR: undefined,
      DBUS_SESSION_BUS_ADDRESS: undefined,
    };
    const start = { cwd: home, env, user };
    return { home, run: (...args: string[]) => holdallJson(args, start) };
  }

  test("gets a block in the crontab, whose other lines keep their bytes", () => {
    const { run } = machine();
    const mine = 'MAILTO=""\n# höher \t\n\n5 4 * * *\techo 100\\%  \n';
    crontab(["-"], mine);
    assert.equal(run("keep", "on", "--by", "cron", "--dry-run").code, 0);
    assert.equal(crontab(["-l"]).stdout, mine);
    const [change] = changesOf(run("keep", "on", "--by", "cron"));
    const written = crontab(["-l"]).stdout;
    assert.equal(change?.action, "updated");
    assert.equal(written, change?.text);
    assert(written.startsWith(mine));
    run("keep", "on", "--by", "cron", "--every", "1d");
    assert.equal(crontab(["-l"]).stdout, written.replace("17 * * * *", "17 12 * * *"));
    assert.deepEqual(
      changesOf(run("keep", "off")).map(({ action }) => action),
      ["updated"],
    );
    assert.equal(crontab(["-l"]).stdout, mine);
  });

  test("has no crontab any more where there was none, and its line works with what cron sets", () => {
    const { home, run } = machine();
    crontab(["-r"]);
    run("keep", "on", "--by", "cron");
    const line =
      crontab(["-l"])
        .stdout.split("\n")
        .find((each) => each.startsWith("17 ")) ?? "";
    // What cron passes to the shell: an escaped % is one, any other would end the command.
    const command = line.slice("17 * * * * ".length).replaceAll("\\%", "%");
    assert(!/(?<!\\)%/.test(line));
    const ran = spawnSync("/bin/sh", ["-c", command], {
      ...user,
      cwd: "/",
      env: { HOME: "/", LOGNAME: "nobody", SHELL: "/bin/sh", PATH: "/usr/bin:/bin" },
      encoding: "utf8",
    });
    assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, "", ""]);
    assert.equal(run("keep", "list", "--all").json.found, 1);
    assert(fs.existsSync(path.join(home, ".local/state/holdall/keep.json")));
    run("keep", "off");
    assert.notEqual(crontab(["-l"]).status, 0);
  });
});
