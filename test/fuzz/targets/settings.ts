import fs from "node:fs";
import path from "node:path";
import { contextIn, runOperation } from "../../support/operations.ts";
import { mutateBytes } from "../mutate.ts";
import { endsWithCode, type FuzzTarget, pick } from "../target.ts";

const hooks = {
  hooks: {
    SessionStart: [{ hooks: [{ type: "command", command: "holdall hook session-start" }] }],
  },
};

/** Settings that are in a project and that a user may have, as text. */
const sound: Readonly<Record<string, string>> = {
  "holdall.yaml": "limits:\n  members: 100\nstate:\n  slots: [goal, decision]\n  budget: 800\n",
  ".mcp.json": `{\n  // ours\n  "mcpServers": {\n    "other": { "command": "x" },\n  }\n}\n`,
  ".claude/settings.json": JSON.stringify(hooks, null, 2),
  ".codex/config.toml":
    'model = "m"\n[mcp_servers.holdall]\ncommand = "holdall"\nargs = ["mcp"]\n\n[[a.b]]\nc = """\nx"""\n',
  ".gemini/settings.json": `${JSON.stringify({ mcpServers: { holdall: { command: "h" } }, ...hooks })}\n`,
  "home/.config/holdall/config.yaml": "judges:\n  quick:\n    provider: openai\n    model: m\n",
};

/** Configuration files of the project, the user and the hosts, read and edited. */
const settings: FuzzTarget = {
  async prepare(folder) {
    const context = contextIn(folder);
    await runOperation(context, "init");
    const hosts = { claude: true, codex: true, gemini: true };
    const commands = [
      ["state show", {}],
      ["status", {}],
      ["memory find", { query: "a" }],
      ["mcp install", hosts],
      ["mcp uninstall", hosts],
      ["hooks install", hosts],
      ["hooks uninstall", hosts],
      ["hooks status", {}],
    ] as const;
    return async (random) => {
      for (const [file, text] of Object.entries(sound)) write(folder, file, text);
      const file = pick(random, Object.keys(sound));
      write(folder, file, mutateBytes(random, Buffer.from(sound[file] ?? "")));
      const [name, input] = pick(random, commands);
      await endsWithCode(runOperation(context, name, input));
    };
  },
};

export default settings;

function write(folder: string, file: string, content: string | Uint8Array): void {
  const target = path.join(folder, file);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, content);
}
