import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { loadOperation, type OperationName } from "../../src/operations/registry.ts";
import { keepWorkspaces } from "../../src/runtime/kept-workspaces.ts";
import { contextIn } from "../../test/support/operations.ts";
import type { Figure } from "./figure.ts";
import { startServer } from "./mcp-server.ts";
import { timeOf } from "./measure.ts";

const CALLS = 10;
const WARM_UP = 50;

interface Deed {
  readonly tool: string;
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  readonly limit: number;
}

const deeds: readonly Deed[] = [
  { tool: "memory.kit.status", operation: "kit status", input: {}, limit: 10 },
  { tool: "thread.new", operation: "thread new", input: { title: "Tides" }, limit: 4 },
];

/** What a call of a tool costs beside its operation in a workspace that is open. */
export const mcpFigures: readonly Figure[] = deeds.map((deed) => ({
  name: `${CALLS} calls of ${deed.tool} over MCP / the operation called in one process`,
  unit: "time",
  // Two pipes and a turn of two event loops are several times a small read; opening the workspace for
  // each call would be more than ten.
  limit: deed.limit,
  rounds: 60,
  prepare: async (folder) => {
    const served = await startServer(await createProject(join(folder, "ours")), ["--tools", "all"]);
    const workspaces = keepWorkspaces();
    const context = { ...contextIn(await createProject(join(folder, "rival"))), workspaces };
    const operation = await loadOperation(deed.operation);
    const ours = () => served.ask("tools/call", { name: deed.tool, arguments: deed.input });
    const rival = () => operation.run(context, deed.input);
    const end = async () => {
      await workspaces.close();
      await served.end();
    };
    try {
      for (let warm = 0; warm < WARM_UP; warm++) await Promise.all([ours(), rival()]);
    } catch (error) {
      await end(); // A server that is left running keeps the whole run from ending.
      throw error;
    }
    return { ours: timeOf(times(ours)), rival: timeOf(times(rival)), end };
  },
}));

/** One call after the other, as a model makes them. */
function times(work: () => Promise<unknown>) {
  return async () => {
    for (let call = 0; call < CALLS; call++) await work();
  };
}

async function createProject(folder: string): Promise<string> {
  await mkdir(folder);
  await (await loadOperation("init")).run(contextIn(folder), {});
  return folder;
}
