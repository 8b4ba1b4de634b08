import fs from "node:fs";
import path from "node:path";
import { reply } from "../../scenarios/scenario.ts";
import { shell } from "../../scenarios/tools.ts";
import type { Lab } from "../lab.ts";
import { type Ask, withServer } from "../rpc.ts";
import { type AgentSessions, commonSessions, writePicture } from "./common.ts";

const FLAGS = ["exec", "--skip-git-repo-check", "--sandbox", "danger-full-access"];

/** Asks the server that Codex's own clients use. */
async function withThreads(lab: Lab, work: (ask: Ask) => Promise<void>): Promise<void> {
  await withServer(lab.machine, ["app-server"], async (ask) => {
    const clientInfo = { name: "holdall", title: "Holdall", version: "1" };
    await ask("initialize", { clientInfo, capabilities: { experimentalApi: true } });
    await work(ask);
  });
}

/** The turns of the newest session, in order. */
function turnsOf(lab: Lab): readonly string[] {
  const text = fs.readFileSync(lab.session().path, "utf8");
  const ids = [...text.matchAll(/"type":"task_started".*?"turn_id":"([^"]+)"/g)];
  return ids.map(([, id = ""]) => id);
}

/** Sessions of Codex CLI. */
export const codex: AgentSessions = {
  ...commonSessions("codex"),
  rewind: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    await lab.ask("Count the plums.", [reply("Thirty plums.")]);
    const { id } = lab.session();
    await withThreads(lab, async (ask) => {
      await ask("thread/resume", { threadId: id });
      await ask("thread/revert", { threadId: id, beforeTurnId: turnsOf(lab).at(-1) });
    });
    const again = ["resume", id, "-"];
    await lab.call([...FLAGS, ...again], [reply("Forty cherries.")], "Count the cherries instead.");
    lab.choose({ ...lab.session(), id });
  },
  fork: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    await lab.ask("Count the plums.", [reply("Thirty plums.")]);
    const { id, path: file } = lab.session();
    const [first] = turnsOf(lab);
    let fork = "";
    await withThreads(lab, async (ask) => {
      const { thread } = await ask("thread/fork", { threadId: id, lastTurnId: first });
      fork = (thread as { id: string }).id;
    });
    const again = ["resume", fork, "-"];
    await lab.call([...FLAGS, ...again], [reply("Forty cherries.")], "Count the cherries.");
    lab.choose({ id: fork, path: file });
  },
  loop: { reason: "Codex has no prompt that it repeats by itself" },
  "blocked-hook": async (lab) => {
    const refuse = (text: string) => [
      { matcher: "", hooks: [{ type: "command", command: `echo '${text}' >&2; exit 2` }] },
    ];
    const hooks = {
      hooks: {
        PostToolUse: refuse("TYPES: pump.ts line 3 is wrong"),
      },
    };
    fs.writeFileSync(path.join(lab.machine.home, ".codex/hooks.json"), JSON.stringify(hooks));
    await lab.call(
      [...FLAGS, "--dangerously-bypass-hook-trust", "-"],
      [{ parts: [{ call: shell.codex("printf started") }] }, reply("It runs.")],
      "Start the pump.",
    );
  },
  image: async (lab) => {
    const file = writePicture(lab);
    await lab.call(
      [...FLAGS, `--image=${file}`, "-"],
      [reply("A red pear.")],
      "What is on the picture?",
    );
  },
};
