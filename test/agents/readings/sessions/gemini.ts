import fs from "node:fs";
import { reply } from "../../scenarios/scenario.ts";
import { shell } from "../../scenarios/tools.ts";
import { type AgentSessions, commonSessions, writePicture } from "./common.ts";

/** Sessions of Gemini CLI. */
export const gemini: AgentSessions = {
  ...commonSessions("gemini"),
  rewind: {
    reason: "it goes back only in its terminal interface (/rewind), which this run does not drive",
  },
  fork: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    const { path } = lab.session();
    const copy = lab.write("pears.jsonl", "");
    fs.copyFileSync(path, copy);
    const args = ["-m", "gemini-2.5-pro", "--yolo", "--session-file", copy];
    await lab.call([...args, "-p", "Count the plums."], [reply("Thirty plums.")]);
  },
  loop: { reason: "Gemini CLI has no prompt that it repeats by itself" },
  "blocked-hook": async (lab) => {
    const hook = (text: string) => [
      {
        matcher: "*",
        hooks: [{ name: "n", type: "command", command: `echo '${text}' >&2; exit 2` }],
      },
    ];
    lab.write(
      ".gemini/settings.json",
      JSON.stringify({ hooks: { BeforeTool: hook("RULE: no pumps at night") } }),
    );
    await lab.ask("Start the pump.", [
      { parts: [{ call: shell.gemini("printf started") }] },
      reply("Not at night."),
    ]);
  },
  image: async (lab) => {
    writePicture(lab);
    await lab.ask("What is on @pear.png?", [reply("A red pear.")]);
  },
};
