import { reply } from "../../scenarios/scenario.ts";
import { shell } from "../../scenarios/tools.ts";
import { type AgentSessions, commonSessions, writePicture } from "./common.ts";

const FLAGS = ["--provider", "mock", "--model", "scripted"];

/** Goes back to before the last prompt, as `/tree` does. */
const BACK = `export default function (pi) {
  pi.registerCommand("back", {
    description: "Go back",
    handler: async (_args, ctx) => {
      const users = ctx.sessionManager.getBranch().filter((e) => e.type === "message" && e.message.role === "user");
      await ctx.navigateTree(users.at(-1).parentId, { summarize: false });
    },
  });
}
`;

/** Objects to every command. */
const REFUSE = `export default function (pi) {
  pi.on("tool_call", async () => ({ block: true, reason: "RULE: no pumps at night" }));
}
`;

/** Sessions of pi. */
export const pi: AgentSessions = {
  ...commonSessions("pi"),
  rewind: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    await lab.ask("Count the plums.", [reply("Thirty plums.")]);
    const extension = lab.write("back.ts", BACK);
    const { path } = lab.session();
    const args = [...FLAGS, "-e", extension, "--session", path, "-p", "/back"];
    await lab.call([...args, "Count the cherries instead."], [reply("Forty cherries.")]);
  },
  fork: async (lab) => {
    await lab.ask("Count the pears.", [reply("Twelve pears.")]);
    const { path } = lab.session();
    await lab.call([...FLAGS, "--fork", path, "-p", "Count the plums."], [reply("Thirty plums.")]);
  },
  loop: { reason: "pi has no prompt that it repeats by itself" },
  "blocked-hook": async (lab) => {
    const extension = lab.write("refuse.ts", REFUSE);
    await lab.call(
      [...FLAGS, "-e", extension, "-p", "Start the pump."],
      [{ parts: [{ call: shell.pi("printf started") }] }, reply("Not at night.")],
    );
  },
  image: async (lab) => {
    const file = writePicture(lab);
    await lab.call([...FLAGS, "-p", `@${file}`, "What is on the picture?"], [reply("A red pear.")]);
  },
};
