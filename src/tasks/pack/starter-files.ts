import type { FileTree } from "../../base/file-set.ts";

/** What a starter is filled with. */
export interface Starter {
  readonly title: string;
  readonly request: string;
  readonly acceptance: readonly string[];
  /** The folder of the project, relative to the starter. */
  readonly workspace: string;
}

/** The files of a starter: what `task pack --config` reads. */
export function starterFiles({ title, request, acceptance, workspace }: Starter): FileTree {
  const settings = {
    title,
    task: "task.md",
    summary: "summary.md",
    workspace,
    base: "HEAD",
    tags: [],
  };
  const criteria = acceptance.map((line) => `- ${line}\n`).join("");
  const files: Record<string, string> = {
    "task.md": `# ${title}\n\n${request}\n\n## Acceptance criteria\n\n${criteria}`,
    "summary.md": "# Summary\n\nDescribe what was done and what came of it.\n",
    "taskbundle.config.json": `${JSON.stringify(settings, null, 2)}\n`,
    "README.md": `# ${title}\n\nWhen the task is done, fill in \`summary.md\` and run:\n\n    holdall task pack --config taskbundle.config.json --out ../bundle\n\nThe patch is what changed in the project since the commit of \`base\`; without Git, remove that line and name the patch with \`diff\`.\n`,
  };
  const encoder = new TextEncoder();
  return new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]));
}
