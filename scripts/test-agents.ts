/**
 * `npm run test:agents`: handoffs between the real programs.
 *
 *     npm run test:agents -- --install     only put the programs into the cache
 */
import { parseArgs } from "node:util";
import { installAgents } from "../test/agents/install.ts";

const { values } = parseArgs({ options: { install: { type: "boolean" } } });
const agents = await installAgents();
for (const { name, version, command } of agents.values()) {
  console.log(`${name.padEnd(8)} ${version.padEnd(8)} ${command}`);
}
if (values.install) process.exit(0);
