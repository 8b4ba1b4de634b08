import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import type { ApiSettings } from "../../http/settings.ts";
import { keepConversations } from "../../pages/conversation/kept-conversations.ts";
import { openInBrowser } from "../../programs/for-person.ts";
import { integer } from "../../runtime/integer.ts";
import { keepWorkspaces } from "../../runtime/kept-workspaces.ts";
import { packageFolder } from "../../runtime/package-version.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import { createSerialQueue } from "../../runtime/serial-queue.ts";
import { defineCommand } from "./command.ts";
import {
  createToken,
  servedFolders,
  serverInput,
  TOKEN_VARIABLE,
  tokenFromEnvironment,
} from "./server-input.ts";

const DEFAULT_PORT = 7340;
const MCP_PATH = "/mcp";
const USED_TWICE =
  "The code for the browser was used twice: the app that it opened is signed out. Open the printed address instead. If you did not do that, another user of this machine did.";

/** Serves the app, the API and MCP from this process until the user ends it. */
export default defineCommand({
  name: "serve",
  summary: "Serve the workspace on a local port: the app for a browser, the HTTP API, and MCP",
  effect: "write",
  positionals: [],
  examples: ["serve --open", "serve --port 0 --as ana"],
  input: z.object({
    port: integer()
      .max(65_535)
      .default(DEFAULT_PORT)
      .describe("Port of 127.0.0.1 (0 chooses a free port)")
      .meta({ placeholder: "PORT" }),
    open: z.boolean().default(false).describe("Open the app in the browser"),
    ...serverInput,
  }),
  async run(
    { context, json, expectStop },
    { port, open, as, store, "keep-secrets": keep, ...folderOptions },
  ) {
    const tokens = { person: createToken(), program: tokenFromEnvironment() ?? createToken() };
    const { cwd, now, note, signal } = context;
    const workspaces = keepWorkspaces();
    const conversations = keepConversations();
    const inTurn = createSerialQueue();
    const redactor = redactorUnless(context, keep);
    const folders = servedFolders(context, { store, ...folderOptions });
    const common = { cwd, ...folders, store, workspaces, redactor, now };
    const { createLaunchCode } = await import("../../http/launch-code.ts");
    let disconnectAll = () => {};
    let removePage = () => {};
    const launch = !open
      ? null
      : createLaunchCode(now, {
          onRedeemed: () => removePage(),
          onReuse: () => {
            note(USED_TWICE);
            disconnectAll(); // What the code had given is not used any longer, not even to listen.
          },
        });
    const actors = { person: "user", program: as ?? "agent" };
    const program = [process.execPath, fs.realpathSync(process.argv[1] ?? "")];
    const settings = { ...common, conversations, tokens, launch, inTurn, actors, program };
    const mcp = { ...common, actor: as ?? null, sets: null, http: null, note };
    expectStop();
    const { serve } = await import("../../http/serve.ts");
    const { mountMcp } = await import("../../mcp/serve.ts");
    const mounted = { [MCP_PATH]: mountMcp(mcp, tokens.program, inTurn) };
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
    await serve(settings, { port, onOpen, signal, assets, mounted }).finally(async () => {
      await conversations.close();
      await workspaces.close();
    });
    return 0;
  },
});

/** The address that a person opens: browsers do not send what follows `#`, so that it is in no log. */
function addressOf(origin: string, tokens: ApiSettings["tokens"]): string {
  return `${origin}/#token=${tokens.person}`;
}

function announce(origin: string, tokens: ApiSettings["tokens"], json: boolean): void {
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
