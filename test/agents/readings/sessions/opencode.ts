import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { reply } from "../../scenarios/scenario.ts";
import { shell } from "../../scenarios/tools.ts";
import type { Lab } from "../lab.ts";
import { type AgentSessions, commonSessions, writePicture } from "./common.ts";

/** Objects to every command. */
const REFUSE = `export const Rule = async () => ({
  "tool.execute.before": async () => { throw new Error("RULE: no pumps at night"); },
});
`;

const LIMIT_MS = 120_000;

type AskApi = (
  method: string,
  path: string,
  body?: object,
) => Promise<readonly { readonly info: { readonly id: string; readonly role: string } }[]>;

/** Asks the server that opencode's own clients use. */
async function withApi(lab: Lab, work: (ask: AskApi) => Promise<void>): Promise<void> {
  const { machine } = lab;
  const child = spawn(machine.agent.command, ["serve", "--port", "0"], {
    cwd: machine.project,
    env: { ...machine.env, PWD: machine.project },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  try {
    const url = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on("line", (line) => {
        const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(line);
        if (found !== null) resolve(found[0]);
      });
      child.once("exit", (code) => reject(new Error(`opencode serve ended with ${code}`)));
    });
    await work(async (method, path, body) => {
      const headers = { "content-type": "application/json" };
      const text = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${url}${path}`, { method, headers, ...text });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
      const answer: unknown = await response.json();
      return Array.isArray(answer) ? answer : [];
    });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

/** Sessions of opencode. */
export const opencode: AgentSessions = {
  ...commonSessions("opencode"),
  rewind: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    await lab.ask("Count the plums.", [reply("Thirty plums.")]);
    const { id } = lab.session();
    await withApi(lab, async (ask) => {
      const messages = await ask("GET", `/session/${id}/message`);
      const users = messages.filter(({ info }) => info.role === "user");
      await ask("POST", `/session/${id}/revert`, { messageID: users.at(-1)?.info.id });
    });
    // Without another prompt: that would delete what was taken back.
  },
  fork: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    const { id } = lab.session();
    await lab.call(["run", "-s", id, "--fork"], [reply("Thirty plums.")], "Count the plums.");
  },
  loop: { reason: "opencode has no prompt that it repeats by itself" },
  "blocked-hook": async (lab) => {
    lab.write(".opencode/plugin/rule.js", REFUSE);
    await lab.ask("Start the pump.", [
      { parts: [{ call: shell.opencode("printf started") }] },
      reply("Not at night."),
    ]);
  },
  image: async (lab) => {
    const file = writePicture(lab);
    await lab.call(["run", "-f", file], [reply("A red pear.")], "What is on the picture?");
  },
};
