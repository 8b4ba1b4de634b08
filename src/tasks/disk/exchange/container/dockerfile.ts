/** What can be seen in a Dockerfile without building it: the image, the working folder, and which files are copied where. */

import path from "node:path";

/** One instruction that copies files of the folder into the image. */
export interface CopyInstruction {
  readonly line: number;
  readonly sources: readonly string[];
  /** Absolute. */
  readonly target: string;
  readonly isFolder: boolean;
}

/** An instruction that has an effect only when the image is built. */
export interface UnreadInstruction {
  readonly line: number;
  readonly text: string;
}

/** What a Dockerfile says. */
export interface Dockerfile {
  readonly image: string | null;
  readonly workdir: string;
  readonly copies: readonly CopyInstruction[];
  readonly unread: readonly UnreadInstruction[];
}

interface Stage {
  image: string | null;
  workdir: string;
  readonly copies: CopyInstruction[];
  readonly unread: UnreadInstruction[];
  readonly variables: Map<string, string>;
}

/** Reads a Dockerfile; only its last stage becomes the image. */
export function parseDockerfile(text: string): Dockerfile {
  const stages = new Map<string, Stage>();
  let stage = createStage(null);
  for (const { line, keyword, rest } of instructionsOf(text)) {
    const value = expand(rest, stage.variables);
    if (keyword === "FROM") {
      const [, image = "", name] = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?/i.exec(value) ?? [];
      stage = createStage(stages.get(image.toLowerCase()) ?? null, image);
      if (name !== undefined) stages.set(name.toLowerCase(), stage);
    } else if (keyword === "WORKDIR") {
      stage.workdir = path.posix.resolve(stage.workdir, unquoted(value));
    } else if (keyword === "COPY" || keyword === "ADD") {
      const copy = copyOf(value, { line, workdir: stage.workdir });
      if (copy === null) stage.unread.push({ line, text: `${keyword} ${rest}` });
      else stage.copies.push(copy);
    } else if (keyword === "ENV" || keyword === "ARG") {
      for (const [, name = "", quoted, plain] of value.matchAll(ASSIGNMENT)) {
        stage.variables.set(name, quoted ?? plain ?? "");
      }
    } else if (keyword === "RUN") stage.unread.push({ line, text: `RUN ${rest}` });
  }
  const { image, workdir, copies, unread } = stage;
  return { image, workdir, copies, unread };
}

const ASSIGNMENT = /(?<!\w)([A-Za-z_]\w{0,127})[= ](?:"([^"]*)"|(\S*))/g;

function createStage(from: Stage | null, image: string | null = null): Stage {
  if (from === null) {
    return { image, workdir: "/", copies: [], unread: [], variables: new Map() };
  }
  const { workdir, copies, unread, variables } = from;
  return {
    image: from.image,
    workdir,
    copies: [...copies],
    unread: [...unread],
    variables: new Map(variables),
  };
}

interface Instruction {
  readonly line: number;
  readonly keyword: string;
  readonly rest: string;
}

/** The instructions with their continued lines joined; texts in here-documents are passed over. */
function* instructionsOf(text: string): Generator<Instruction> {
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const first = at;
    let joined = lines[at]?.trim() ?? "";
    if (joined === "" || joined.startsWith("#")) continue;
    while (joined.endsWith("\\") && at + 1 < lines.length) {
      const next = lines[++at]?.trim() ?? "";
      if (!next.startsWith("#")) joined = `${joined.slice(0, -1)} ${next}`;
      else joined = `${joined.slice(0, -1)}\\`;
    }
    const end = /<<-?["']?(\w+)["']?/.exec(joined)?.[1];
    if (end !== undefined) while (at + 1 < lines.length && lines[++at]?.trim() !== end);
    const [, keyword = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(joined) ?? [];
    yield { line: first + 1, keyword: keyword.toUpperCase(), rest: rest.trim() };
  }
}

function expand(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (reference, braced, bare) => variables.get(braced ?? bare) ?? reference,
  );
}

/** Null for what is not copied from the folder: another stage, an address, a text of the Dockerfile. */
function copyOf(
  value: string,
  { line, workdir }: { readonly line: number; readonly workdir: string },
): CopyInstruction | null {
  const flags = /^(?:--\S+\s+)*/.exec(value)?.[0] ?? "";
  const parts = partsOf(value.slice(flags.length));
  const target = parts.at(-1);
  const sources = parts.slice(0, -1);
  const isForeign =
    /--from=/.test(flags) ||
    parts.some((each) => /[$]|<<|:\/\//.test(each)) ||
    sources.length === 0;
  if (isForeign || target === undefined) return null;
  const isFolder = /(?:^|\/)\.?$/.test(target) || sources.length > 1;
  return { line, sources, target: path.posix.resolve(workdir, target), isFolder };
}

function partsOf(text: string): readonly string[] {
  if (!text.startsWith("["))
    return text
      .split(/\s+/)
      .filter((part) => part !== "")
      .map(unquoted);
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return []; // Reported as an instruction that is not read.
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2");
}
