import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { exitOf } from "../../base/codes.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { stateFolder } from "../../disk/user-folder.ts";
import type { Tokens } from "../../http/caller.ts";
import { keepConversations } from "../../pages/conversation/kept-conversations.ts";
import { openInBrowser } from "../../programs/for-person.ts";
import { integer } from "../../runtime/integer.ts";
import { keepWorkspaces } from "../../runtime/kept-workspaces.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { packageFolder } from "../../runtime/package-version.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { storeChoice } from "../../runtime/store-input.ts";
import { createTurnQueue } from "../../runtime/turn-queue.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { isUrl, locateStore } from "../../stores/locate.ts";
import { defineCommand } from "./command.ts";
import {
  createToken,
  servedFolders,
  serverInput,
  TOKEN_VARIABLE,
  tokenFromEnvironment,
} from "./server-input.ts";

/** Calls at a time on a database server, which writers wait for together. */
const CALLS_AT_ONCE = 32;
const DEFAULT_PORT = 7340;
const MCP_PATH = "/mcp";
const USED_TWICE =
  "The code for the browser was used twice: the app that it opened is signed out. Open the printed address instead. If you did not do that, another user of this machine did.";
const KEPT_USED_TWICE =
  "The code for the browser was used twice: the kept tokens are removed, and the server ends. Start it again. If you did not do that, another user of this machine did.";

/** Serves the app, the API and MCP from this process until the user ends it. */
export default defineCommand({
  name: "serve",
  summary: "Serve the workspace on a local port: the app for a browser, the HTTP API, and MCP",
  effect: "write",
  positionals: [],
  examples: ["serve --open", "serve --open --keep-token", "serve --port 0 --as ana"],
  input: z.object({
    port: integer()
      .max(65_535)
      .default(DEFAULT_PORT)
      .describe("Port of 127.0.0.1 (0 chooses a free port)")
      .meta({ placeholder: "PORT" }),
    open: z.boolean().default(false).describe("Open the app in the browser"),
    "keep-token": z
      .boolean()
      .default(false)
      .describe("Use the same tokens in this folder for 30 days, so that open tabs stay signed in"),
    "forget-token": z
      .boolean()
      .default(false)
      .describe("Remove the kept tokens of this folder first"),
    "retain-transcripts": z
      .string()
      .optional()
      .describe(
        "Redact sessions to which nothing was added since then, now and once a day: 90d, 12w",
      )
      .meta({ placeholder: "AGE" }),
    ...serverInput,
  }),
  async run(
    { context, json, expectStop },
    {
      port,
      open,
      as,
      store,
      "keep-secrets": keep,
      "keep-token": keepsToken,
      "forget-token": forgetsToken,
      "retain-transcripts": retainedAge,
      ...folderOptions
    },
  ) {
    const { cwd, now, note } = context;
    const kept = await tokensOf(context, { keeps: keepsToken, forgets: forgetsToken });
    const { tokens } = kept;
    const stop = new AbortController();
    const signal = AbortSignal.any([context.signal, stop.signal]);
    const workspaces = keepWorkspaces();
    const conversations = keepConversations();
    const place = locateStore(storeChoice(context, store));
    const inTurn = createTurnQueue(place !== null && isUrl(place) ? CALLS_AT_ONCE : 1);
    const redactor = redactorUnless(context, keep);
    const folders = servedFolders(context, { store, ...folderOptions });
    const common = { cwd, ...folders, store, workspaces, redactor, now };
    const { createLaunchCode } = await import("../../http/launch-code.ts");
    let disconnectAll = () => {};
    let removePage = () => {};
    const launch = !open
      ? null
      : createLaunchCode(now, keepsToken ? tokens.person : createToken(), {
          onRedeemed: () => removePage(),
          onReuse: () => {
            note(keepsToken ? KEPT_USED_TWICE : USED_TWICE);
            kept.forget();
            disconnectAll(); // What the code had given is not used any longer, not even to listen.
            if (keepsToken) stop.abort();
          },
        });
    const actors = { person: "user", program: as ?? "agent" };
    const program = [process.execPath, fs.realpathSync(process.argv[1] ?? "")];
    const startsRuns = !keepsToken;
    const settings = {
      ...common,
      startsRuns,
      conversations,
      tokens,
      launch,
      inTurn,
      actors,
      program,
    };
    const mcp = { ...common, actor: as ?? null, sets: null, http: null, note };
    expectStop();
    const { createCallerCheck } = await import("../../http/caller.ts");
    if (retainedAge !== undefined) {
      const { startRetention } = await import("../../http/retention.ts");
      await startRetention({ ...context, signal }, { age: retainedAge, store, program });
    }
    const { serve } = await import("../../http/serve.ts");
    const { mountMcp } = await import("../../mcp/serve.ts");
    const callers = createCallerCheck(settings);
    const mounted = { [MCP_PATH]: mountMcp(mcp, { callers, inTurn }) };
    const onOpen = (origin: string, disconnect: () => void) => {
      disconnectAll = disconnect;
      announce(origin, tokens, json);
      if (launch === null) return;
      const page = createLaunchPage(`${origin}/#code=${launch.code}`);
      removePage = () => removeTemporary(path.dirname(page));
      openInBrowser(pathToFileURL(page).href, (opener) =>
        note(`Cannot open a browser: ${opener} cannot be started`),
      );
    };
    const assets = path.join(packageFolder(), "dist/web/app");
    await serve(settings, { port, onOpen, signal, assets, mounted, callers }).finally(async () => {
      await conversations.close();
      await workspaces.close();
    });
    return stop.signal.aborted ? exitOf("E_PROTECTED") : 0;
  },
});

/** The tokens of the server, and what removes those that were kept for the next one. */
async function tokensOf(
  context: OperationContext,
  { keeps, forgets }: { readonly keeps: boolean; readonly forgets: boolean },
) {
  const set = tokenFromEnvironment();
  const create = () => ({ person: createToken(), program: createToken() });
  const withSet = (tokens: Tokens) => (set === null ? tokens : { ...tokens, program: set });
  if (!keeps && !forgets) return { tokens: withSet(create()), forget: () => {} };
  const { keptTokens } = await import("../../http/kept-tokens.ts");
  const kept = keptTokens(stateFolder(agentEnvironment(context)), context.cwd);
  if (forgets) kept.forget();
  if (!keeps) return { tokens: withSet(create()), forget: () => {} };
  return { tokens: withSet(kept.open(create, context.now())), forget: kept.forget };
}

/** The address that a person opens: browsers do not send what follows `#`, so that it is in no log. */
function addressOf(origin: string, tokens: Tokens): string {
  return `${origin}/#token=${tokens.person}`;
}

function announce(origin: string, tokens: Tokens, json: boolean): void {
  const url = addressOf(origin, tokens);
  const facts = { url, api: `${origin}/api/v1/`, mcp: `${origin}${MCP_PATH}`, tokens };
  const lines = [
    `Serving ${url}`,
    `Programs and models send: Authorization: Bearer ${tokens.program}`,
    `(the token is that of ${TOKEN_VARIABLE} if it is set). Ctrl-C ends the server.`,
  ];
  process.stdout.write(`${json ? JSON.stringify(facts) : lines.join("\n")}\n`);
}

/**
 * A page that leads to the app, in a folder that only this user can enter: every user of the machine can read
 * the command line of a browser, so that the code must not be in it.
 */
function createLaunchPage(address: string): string {
  const page = path.join(createTemporaryFolder(), "open.html");
  const refresh = `<meta http-equiv="refresh" content="0;url=${address}">`;
  const text = `<!doctype html><title>Holdall</title>${refresh}<p><a href="${address}">Open Holdall</a></p>`;
  fs.writeFileSync(page, text, { mode: 0o600, flag: "wx" });
  return page;
}
