import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { exists, requireParent, writeAtomically } from "../../disk/write-atomically.ts";
import { formatNames, loadFormat } from "../../formats/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation.ts";
import { writeTourBundles } from "./bundles.ts";
import { createGuide, type Guide, HERE } from "./guide.ts";
import { HOME, showHandoff, showState } from "./state.ts";

const stepSchema = z.object({
  /** What is shown, in one sentence. */
  say: z.string(),
  /** The command line a person would type. */
  command: z.string(),
  operation: z.string(),
  exit: z.number(),
  output: z.unknown(),
});

export default defineOperation({
  name: "tour",
  summary: "Show Holdall at work: bundles, a state, a handoff, a compile, in a scratch folder",
  effect: "write",
  surfaces: ["cli"],
  withheld: { mcp: "it is for people", http: "it is for people" },
  positionals: [],
  examples: ["tour", "tour --keep demo"],
  input: z.object({
    keep: z
      .string()
      .optional()
      .describe("Folder to make and to leave the bundles in, as they were before the tour"),
  }),
  output: () =>
    z.object({
      /** The scratch folder, gone by now. */
      folder: z.string(),
      steps: z.array(stepSchema),
      proofs: z.array(z.string()),
      /** Where the bundles were kept, if someone asked for that. */
      kept: z.string().nullable(),
      bundles: z.array(z.string()),
    }),
  async run(context, { keep }) {
    const kept = keep === undefined ? null : freeFolder(context, keep);
    const folder = createTemporaryFolder();
    try {
      const bundles = [...(await writeTourBundles(folder))];
      // The agents of the tour live in the scratch folder, and none of their programs is started.
      const agents = { home: path.join(folder, HOME), env: {} };
      const guide = createGuide({ ...context, cwd: folder, agents });
      const proofs = await showAll(guide, folder);
      if (kept !== null) await keepBundles(kept);
      return { folder, steps: guide.steps, proofs, kept, bundles };
    } finally {
      removeTemporary(folder);
    }
  },
});

function freeFolder(context: OperationContext, keep: string): string {
  const absolute = path.resolve(context.cwd, keep);
  requireParent(absolute);
  if (!exists(absolute)) return absolute;
  throw new HoldallError("E_EXISTS", `Cannot keep the bundles in "${keep}": it already exists`, {
    cure: "name a folder that is not there yet",
  });
}

async function keepBundles(folder: string): Promise<void> {
  await writeAtomically(folder, async (temporary) => {
    await writeTourBundles(temporary);
  });
}

async function showAll(guide: Guide, folder: string): Promise<string[]> {
  await inspectAll(guide, folder);
  await flipOneByte(guide, folder);
  await convertAndBack(guide);
  const proofs = [await packTwice(guide, folder)];
  await guide.show("A workspace keeps what happens in a hash-chained ledger", "init", HERE);
  await showState(guide, folder);
  await showHandoff(guide);
  await compileThread(guide, folder);
  return proofs;
}

async function inspectAll(guide: Guide, folder: string): Promise<void> {
  for (const name of formatNames) {
    const { description } = await loadFormat(name);
    await guide.show(`${name}: ${description}`, "inspect", { path: bundleIn(folder, name) });
  }
}

/** The bundle's folder, or the one file that it is. */
function bundleIn(folder: string, name: string): string {
  const [only, second] = fs.readdirSync(path.join(folder, name));
  return only === undefined || second !== undefined ? name : path.join(name, only);
}

async function flipOneByte(guide: Guide, folder: string): Promise<void> {
  const victim = findWorkspaceFile(path.join(folder, "task-bundle"));
  const bytes = fs.readFileSync(victim);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  fs.writeFileSync(victim, bytes);
  const say =
    "One bit of one captured file is flipped. Nothing that is damaged is used without saying so";
  const step = await guide.show(say, "verify", { path: "task-bundle" });
  if (step.exit === 0)
    throw new HoldallError("E_INTERNAL", "Cannot finish the tour: a flipped bit was not found");
}

function findWorkspaceFile(bundle: string): string {
  const files = fs.readdirSync(path.join(bundle, "workspace/files"), {
    recursive: true,
    withFileTypes: true,
  });
  const [file] = files.filter((each) => each.isFile());
  return file ? path.join(file.parentPath, file.name) : path.join(bundle, "task.md");
}

async function convertAndBack(guide: Guide): Promise<void> {
  const there = "A conversion says what it kept and what the other format has no word for";
  await guide.show(there, "convert", { path: "orchard", to: "ocf", out: "orchard.ocf" });
  const back = "What had no word was carried along, so the way back restores it";
  await guide.show(back, "convert", { path: "orchard.ocf", to: "working-context", out: "back" });
  await guide.show("The same entries, trail and keys as before", "diff", {
    left: "orchard",
    right: "back",
  });
}

async function packTwice(guide: Guide, folder: string): Promise<string> {
  fs.cpSync(path.join(folder, "ocf"), path.join(folder, "ocf-copy"), { recursive: true });
  const once =
    "An archive depends on content alone: another folder and other times give the same bytes";
  await guide.show(once, "pack", { path: "ocf", out: "one.tar.gz" });
  await guide.show(once, "pack", { path: "ocf-copy", out: "two.tar.gz" });
  const [one, two] = ["one.tar.gz", "two.tar.gz"].map((file) =>
    sha256(fs.readFileSync(path.join(folder, file))),
  );
  if (one !== two)
    throw new HoldallError(
      "E_INTERNAL",
      "Cannot finish the tour: two archives of one bundle differ",
    );
  return `sha256 of both archives: ${one}`;
}

/** Long enough that three of them do not fit into the budget below. */
const LOG = "The gauge at the old pier reported 1.42 m, then nothing for an hour. ".repeat(12);
const BUDGET = 420;

async function compileThread(guide: Guide, folder: string): Promise<void> {
  fs.writeFileSync(path.join(folder, "tides.md"), "# Tides\n");
  const thread = await guide.show("A thread is one conversation", "thread new", {
    ...HERE,
    title: "Tide gauge",
  });
  const { thread_id: id } = thread.output as { thread_id: string };
  const posts = [
    `First log. ${LOG}`,
    `Second log. ${LOG}`,
    "So why does `tides.md` say nothing about the gap?",
  ];
  for (const text of posts) {
    await guide.show("Messages are posted; files they name are noted", "thread post", {
      ...HERE,
      id,
      text,
    });
  }
  const explain = "A compile chooses what a model is given, and says what stayed out and why";
  await guide.show(explain, "thread compile", { ...HERE, id, budget: BUDGET, explain: true });
  for (const render of ["anthropic-messages", "chat-completions"]) {
    const say = "The same context as complete requests for two providers";
    await guide.show(say, "thread compile", {
      ...HERE,
      id,
      budget: BUDGET,
      render,
      model: "MODEL",
    });
  }
  await guide.show("The whole ledger is checked: chains, texts, tables", "verify", HERE);
}
