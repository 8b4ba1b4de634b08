import type { FileTree } from "../../base/file-set.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";

/** What a starter is filled with. */
export interface Starter {
  readonly title: string;
  readonly request: string;
  readonly acceptance: readonly string[];
  /** The folder of the project, relative to the starter. */
  readonly workspace: string;
  /** Where to pack the task to, relative to the starter: beside the project, because a bundle may not be in it. */
  readonly bundle: string;
  /** Whether the project has a commit, which is then the state before the task. */
  readonly hasCommit: boolean;
  /** The starter's own folder in the project, which is no part of the task; null when it is elsewhere. */
  readonly own: string | null;
}

/** The files of a starter: what `task pack --config` reads. */
export function starterFiles(starter: Starter): FileTree {
  const { title, request, acceptance, workspace, bundle, hasCommit, own } = starter;
  const settings = {
    title,
    task: "task.md",
    summary: "summary.md",
    workspace,
    ...(hasCommit ? { base: "HEAD" } : {}),
    ...(own === null ? {} : { exclude: [own] }),
    tags: [],
  };
  const criteria = acceptance.map((line) => `- ${line}\n`).join("");
  const files: Record<string, string> = {
    "task.md": `# ${title}\n\n${request}\n\n## Acceptance criteria\n\n${criteria}`,
    "summary.md": "# Summary\n\nDescribe what was done and what came of it.\n",
    "taskbundle.config.json": `${JSON.stringify(settings, null, 2)}\n`,
    "README.md": readme(title, bundle, hasCommit),
  };
  const encoder = new TextEncoder();
  return new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]));
}

function readme(title: string, bundle: string, hasCommit: boolean): string {
  const files = hasCommit
    ? "The files are those of the commit `base`, and the patch is what changed in the project since then. For a task that\nnobody has done yet, pack it before anything is changed."
    : "The project has no commit, so the files are taken as they are: pack the task before anything is changed, or name\nthe patch with `diff`.";
  return `# ${title}

Fill in \`task.md\`, and \`summary.md\` if the task is done. Then, in this folder:

    holdall task pack --config taskbundle.config.json --out ${quoteForShell(bundle)}
    holdall task run ${quoteForShell(bundle)} --with claude,codex --out ${quoteForShell(`${bundle}-runs`)}

${files}
`;
}
