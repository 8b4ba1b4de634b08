/** A folder with something for every screen, in which every text that a stranger could write is hostile. */
import fs from "node:fs";
import path from "node:path";
import type { OperationName } from "../../src/operations/registry.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { writeFiles } from "../support/scratch.ts";
import { ocf } from "../support/state-bundles.ts";
import { claudeSession, type DemoFolder, placeClaudeSession, sessionFile } from "./open-app.ts";

/** Elements, a link that runs a script, terminal escapes, marks that turn the direction, Hebrew. */
const HOSTILE = [
  "</script><script>alert(1)</script>",
  '<img src=x onerror="alert(2)">',
  "[go](javascript:alert(3))",
  "\u001b]0;title\u0007\u001b[31mred",
  "\u202ereversed\u2066",
  "שלום",
].join(" ");
/** The same as far as one line without control characters may have it. */
const HOSTILE_LINE = '</script><img src=x onerror="alert(4)"> \u202ereversed שלום';
const SESSION = "11111111-1111-4111-8111-111111111111";

/** The folder, and the addresses of its screens with a text that each shows. */
export interface FullFolder extends DemoFolder {
  readonly thread: string;
  readonly screens: Readonly<Record<string, string>>;
}

/** Makes the folder. */
export async function createFullFolder(scratch: string): Promise<FullFolder> {
  const project = path.join(scratch, "lab");
  const home = path.join(scratch, "home");
  const demo = { project, home, env: { HOME: home, USERPROFILE: home } };
  fs.cpSync("examples/responsibilities", project, { recursive: true });
  fs.appendFileSync(path.join(project, "registry/docs/persona.md"), `\n- ${HOSTILE_LINE}\n`);
  placeClaudeSession(demo, SESSION, claudeSession(demo, SESSION, [HOSTILE, HOSTILE, HOSTILE]));
  const run = async <Output>(operation: OperationName, input: Readonly<Record<string, unknown>>) =>
    (await runOperation<Output>(contextIn(project), operation, input)).out;
  await run("init", {});
  const request = await fillQueue(run);
  await fillTray(run, demo);
  await fillState(run, project);
  writeRuns(project);
  writeFiles(path.join(project, "notes.ocf"), ocf);
  const { thread_id: thread } = await run<{ thread_id: string }>("thread new", { title: HOSTILE });
  await run("thread post", { id: thread, text: "Which tide is next?" });
  await run("thread post", { id: thread, text: HOSTILE });
  await run("thread branch", { id: thread, title: HOSTILE });
  return { ...demo, thread, screens: screensOf(thread, request) };
}

type Run = <Output>(
  operation: OperationName,
  input: Readonly<Record<string, unknown>>,
) => Promise<Output>;

/** Three responsibilities and two requests; returns the id of the hostile one. */
async function fillQueue(run: Run): Promise<string> {
  const actor = "steward_lab";
  for (const id of ["steward_lab", "docs", "build"]) {
    await run("responsibility add", { id, actor });
    await run("responsibility activate", { id, actor });
  }
  const ask = (subject: string, summary: string) =>
    run<{ request: { id: string } }>("request create", {
      subject,
      summary,
      from: "build",
      to: "docs",
      actor: "build",
    });
  await ask("Describe the flag", "");
  const { request } = await ask(HOSTILE, HOSTILE);
  await run("context refresh", { id: "docs" });
  return request.id;
}

/** Everything that Home counts: a refused text, an outdated entry, a proposal, a hook that failed. */
async function fillState(run: Run, project: string): Promise<void> {
  await run("state commit", { text: "We chose SQLite for the readings", id: "storage" });
  await run("state commit", { text: "We chose Redis for the readings" }).catch(() => null);
  await run("state commit", { text: HOSTILE, id: "hostile" });
  const file = "<img src=x onerror=alert(5)>.ts";
  writeFiles(project, { [file]: "1" });
  await run("state commit", { text: "The importer has one part", id: "part", file: [file] });
  writeFiles(project, { [file]: "2", ".holdall/hooks.log": `2026-01-01 ${HOSTILE_LINE}\n` });
  await run("dream", { threshold: 0.9 });
}

/** What a session decided, and lines about it that are not true. */
async function fillTray(run: Run, demo: DemoFolder): Promise<void> {
  const texts = ["Use bun not npm. Never cache prices. Never deploy on Fridays.", "Yes."];
  const session = "22222222-2222-4222-8222-222222222222";
  placeClaudeSession(demo, session, claudeSession(demo, session, [...texts, "Go on.", HOSTILE]));
  const from = sessionFile(demo, session);
  await run("import", { from, state: true });
  const lies = [HOSTILE_LINE, "We cache prices for 90 seconds"].map((claim) =>
    JSON.stringify({ claim, kind: "decision", item: 1 }),
  );
  await run("brief", { from, claims: lies.join("\n") }).catch(() => null);
}

function writeRuns(project: string): void {
  for (const name of ["hello-world-bundle", "hello-world-bundle-claude"]) {
    const run = path.join(project, "runs", name);
    fs.cpSync(path.join("test/fixtures/task-bundle", name), run, { recursive: true });
    const file = path.join(run, "bundle.json");
    const bundle = JSON.parse(fs.readFileSync(file, "utf8"));
    fs.writeFileSync(file, JSON.stringify({ ...bundle, title: HOSTILE }));
    const event = { type: "run_command", at: "2026-03-18T00:00:06.000Z", detail: HOSTILE };
    fs.appendFileSync(path.join(run, "events.jsonl"), `${JSON.stringify(event)}\n`);
  }
}

function screensOf(thread: string, request: string): FullFolder["screens"] {
  const [left, right] = ["hello-world-bundle", "hello-world-bundle-claude"].map(
    (name) => `runs/${name}`,
  );
  return {
    "/": "refused text contradicts",
    "/sessions": "Hand over",
    "/sessions?q=reversed": "results in",
    [`/sessions/claude/${SESSION}`]: "reversed",
    [`/handoff?agent=claude&session=${SESSION}`]: "would get",
    "/share": "Share the state in force",
    "/state": "SQLite",
    "/state?at=1": "Came later",
    "/review": "This session decided 3 things",
    "/gate": "May be outdated",
    "/compile": "A session that starts in this folder reads",
    [`/compile?thread=${thread}&budget=4000&other=40&render=anthropic-messages`]: "What stays out",
    "/threads": "branch at #",
    [`/threads/${thread}`]: "Which tide is next?",
    "/trust?bundle=runs/hello-world-bundle": "The ledger is intact",
    "/responsibilities": "steward_lab",
    "/responsibilities/docs": "Last refresh",
    "/requests": "Describe the flag",
    [`/requests/${request}`]: "Decide",
    "/runs": "Compare",
    [`/runs/show?bundle=${left}`]: "Captured files",
    [`/runs/compare?left=${left}&right=${right}`]: "The runs part here",
    "/runs/report": "Success rate",
    "/bundle": "Drop a bundle here",
    "/setup": "Set up as shown",
  };
}
