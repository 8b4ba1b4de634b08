import assert from "node:assert/strict";
import { test } from "node:test";
import { noSessionEnd, type SessionEnd } from "../read/session-end.ts";
import { findRunnable } from "./agent-command.ts";
import { outsideError } from "./outside-error.ts";

/** How the five programs ended when a scripted model refused them, as it was recorded. */
interface Recording {
  readonly agent: string;
  readonly exitCode?: number | null;
  readonly isTimedOut?: boolean;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The last error of its session. */
  readonly lastError?: string;
  readonly kind: string | null;
}

const claude = (api_error_status: number | null, result: string) =>
  JSON.stringify({ type: "result", subtype: "success", is_error: true, api_error_status, result });
const gemini = (text: string, status: number | null) =>
  [
    "YOLO mode is enabled. All tool calls will be automatically approved.",
    `Error when talking to Gemini API Full report available at: /tmp/error.json ${text}`,
    `    at async Turn.run (file:///gemini/chunk.js:333001:24)${status === null ? "" : " {"}`,
    ...(status === null ? [] : [`  status: ${status}`, "}"]),
    "An unexpected critical error occurred:[object Object]",
    "",
  ].join("\n");
const opencode = (text: string) =>
  `\u001b[0m\n> build · scripted\n\u001b[0m\n\u001b[91m\u001b[1mError: \u001b[0m${text}\n`;
const unreached =
  "Cannot connect to API: Unable to connect. Is the computer able to access the url?";

const recordings: readonly Recording[] = [
  {
    agent: "claude",
    stdout: claude(401, "Invalid API key · Fix external API key"),
    lastError: "authentication_failed: Invalid API key · Fix external API key",
    kind: "login",
  },
  { agent: "claude", stdout: claude(null, "Not logged in · Please run /login"), kind: "login" },
  {
    agent: "claude",
    stdout: claude(429, "API Error: Request rejected (429) · Too many requests"),
    kind: "limit",
  },
  {
    agent: "claude",
    stdout: claude(529, "API Error: 529 Overloaded. This is a server-side issue"),
    kind: "server",
  },
  {
    agent: "claude",
    stdout: claude(null, "API Error: Unable to connect to API (ConnectionRefused)"),
    lastError: "server_error: API Error: Unable to connect to API (ConnectionRefused)",
    kind: "network",
  },
  {
    agent: "codex",
    stderr: "ERROR: Reconnecting... 5/5\nERROR: unexpected status 401 Unauthorized: invalid key\n",
    kind: "login",
  },
  {
    agent: "codex",
    stderr: "ERROR: exceeded retry limit, last status: 429 Too Many Requests\n",
    kind: "limit",
  },
  {
    agent: "codex",
    stderr: "ERROR: We’re currently experiencing high demand, which may cause temporary errors.\n",
    kind: "server",
  },
  {
    agent: "codex",
    exitCode: null,
    isTimedOut: true,
    stderr: "ERROR: Reconnecting... waiting for network\n",
    kind: "network",
  },
  {
    agent: "gemini",
    stderr: gemini('_ApiError: {"error":{"message":"invalid x-api-key"}}', 401),
    kind: "login",
  },
  {
    agent: "gemini",
    exitCode: 41,
    stderr: "When using Gemini API, you must specify the GEMINI_API_KEY environment variable.\n",
    kind: "login",
  },
  { agent: "gemini", stderr: gemini("RetryableQuotaError: Too many", 429), kind: "limit" },
  { agent: "gemini", stderr: gemini("_ApiError: {}", 500), kind: "server" },
  {
    agent: "gemini",
    stderr: gemini("Error: exception TypeError: fetch failed sending request", null),
    kind: "network",
  },
  {
    agent: "opencode",
    stderr: opencode("no access to this model"),
    lastError: "APIError: 403 no access to this model",
    kind: "login",
  },
  { agent: "opencode", stderr: opencode("Too many requests"), kind: "limit" },
  { agent: "opencode", stderr: opencode("Internal server error"), kind: "server" },
  { agent: "opencode", stderr: opencode(unreached), kind: "network" },
  { agent: "pi", stderr: "401 invalid x-api-key\n", kind: "login" },
  { agent: "pi", stderr: "429 Too many requests\n", kind: "limit" },
  { agent: "pi", stderr: "500 Internal server error\n", kind: "server" },
  { agent: "pi", stderr: "Connection error.\n", kind: "network" },
  { agent: "pi", stderr: 'Error: Unknown provider "mock".\n', kind: "start" },
];

async function kindOf(
  { agent, exitCode = 1, isTimedOut = false, stdout = "", stderr = "" }: Omit<Recording, "kind">,
  session: SessionEnd,
  hasChanges = false,
) {
  const end = { exitCode, isTimedOut, stdout, stderr };
  return outsideError({ agent: await findRunnable(agent), end, session, hasChanges });
}

test("outsideError() knows how each agent shows that its requests failed", async () => {
  for (const { kind, ...recording } of recordings) {
    const session = { ...noSessionEnd, lastError: recording.lastError ?? null };
    const found = await kindOf(recording, session);
    assert.equal(found?.kind, kind, JSON.stringify(recording));
  }
});

test("outsideError() finds nothing in a run that ended well, whatever was printed", async () => {
  for (const recording of recordings) {
    assert.equal(await kindOf({ ...recording, exitCode: 0 }, noSessionEnd), null, recording.agent);
  }
});

test("outsideError() takes no words of the model or of a command for an error of the program", async () => {
  const worked = { hasAnswered: true, lastError: null };
  const text = "The server answers 401 Unauthorized\nexec curl: (7) connection refused\n";
  const stdout = `${text}${JSON.stringify({ is_error: true, result: "I found a 401" })}`;
  for (const agent of ["claude", "codex", "gemini", "opencode"]) {
    const end = { agent, stdout, stderr: `ERROR: unexpected status 500\n${text}` };
    assert.equal(await kindOf(end, worked), null, agent);
  }
});

test("outsideError() counts a run at its time limit as the agent's, unless the model never answered", async () => {
  const late = { agent: "claude", exitCode: null, isTimedOut: true };
  const worked = { hasAnswered: true, lastError: null };
  assert.equal(await kindOf(late, worked), null);
  assert.equal(await kindOf(late, noSessionEnd, true), null);
  assert.equal((await kindOf(late, noSessionEnd))?.kind, "start");
});

test("outsideError() of a program of the user knows crashes and failed starts, and nothing else", () => {
  const kind = (exitCode: number | null, stderr = "401 Unauthorized") =>
    outsideError({
      agent: null,
      end: { exitCode, isTimedOut: false, stdout: "", stderr },
      session: noSessionEnd,
      hasChanges: false,
    })?.kind ?? null;
  assert.deepEqual(
    [kind(null), kind(139), kind(127), kind(1), kind(7)],
    ["crash", "crash", "start", null, null],
  );
  assert.equal(kind(1, "TypeError: x is not a function\n\nNode.js v24.1.0\n"), "crash");
});
