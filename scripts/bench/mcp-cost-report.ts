import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { loadTokenCounter } from "../../src/base/tokens.ts";
import { createHoldall } from "../../src/library/create-holdall.ts";
import { startServer } from "./mcp-server.ts";
import type { Report } from "./report.ts";

const MAX_TIMES = 1.3;
const LIST_TOKENS = 3500;
const LIST_TOOLS = 14;
const SUBJECTS = [
  "gauges",
  "pumps",
  "valves",
  "sensors",
  "readings",
  "alarms",
  "exports",
  "imports",
  "backups",
  "clocks",
  "lamps",
];
const RULES = [
  "are checked twice a day by the person on duty",
  "must never be written by hand",
  "were moved to the new server because the old one lost its clock in winter",
  "need a signature of both harbour masters before anything is changed",
];

/** What the tools cost a model: everything that a client may pass on, counted with o200k. */
export const mcpCostReport: Report = {
  name: "mcp: tokens of the tool list, of resume and of a checkpoint",
  async run(folder) {
    const project = join(folder, "harbour");
    const tokens = await createState(project);
    const { count } = await loadTokenCounter("o200k_base");
    const server = await startServer(project);
    const costOf = (result: object) => count(JSON.stringify(result));
    const call = async (name: string, args: object = {}) =>
      costOf(await server.ask("tools/call", { name, arguments: args }));
    const listed = await server.ask("tools/list", {});
    const resume = await call("memory.session.resume");
    const checkpoint = await call("memory.session.checkpoint", { agent_id: "claude" });
    await server.end();
    const tools = Array.isArray(listed.tools) ? listed.tools.length : Number.NaN;
    return {
      lines: [
        `state ${tokens} tokens, resume ${resume}, checkpoint ${checkpoint}; ${tools} tools by default, ${costOf(listed)} tokens`,
      ],
      checks: [
        { name: "resume / the state's own tokens", value: resume / tokens, most: MAX_TIMES },
        {
          name: "checkpoint / the state's own tokens",
          value: checkpoint / tokens,
          most: MAX_TIMES,
        },
        { name: "tokens of the default tool list", value: costOf(listed), most: LIST_TOKENS },
        { name: "tools of the default list", value: tools, most: LIST_TOOLS },
      ],
    };
  },
};

/** Commits a state of some 1,000 tokens; answers with its tokens. */
async function createState(cwd: string): Promise<number> {
  await mkdir(cwd);
  const holdall = createHoldall({ cwd, store: join(cwd, ".holdall"), actor: "bench" });
  await holdall.init();
  for (const [index, subject] of SUBJECTS.entries()) {
    for (const [number, rule] of RULES.entries()) {
      const content = `Station ${index + 1}.${number + 1}: ${subject} ${rule}, as agreed on day ${index * 7 + number}`;
      await holdall.state.commit({ text: content, id: `e-${index}-${number}` });
    }
  }
  return (await holdall.state.show()).token_count;
}
