/** What can be seen in a Dockerfile without building it: the image, the working folder, and which files are copied where. */

import path from "node:path";
import { HoldallError } from "../../../../base/errors.ts";

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
  /** Only the first ones when there are very many. */
  readonly unread: readonly UnreadInstruction[];
  /** How many instructions are in `unread` or would be. */
  readonly unreadCount: number;
}

const MAX_STAGES = 100;
const MAX_COPIES = 1000;
const MAX_UNREAD = 1000;
const MAX_VARIABLES = 1000;
/** Of an instruction in which variables are replaced, in characters. */
const MAX_EXPANDED = 64 * 1024;
/** Of all instructions together. */
const MAX_EXPANDED_TOTAL = 16 * 1024 * 1024;

interface Stage {
  unreadCount: number;
  image: string | null;
  workdir: string;
  readonly copies: CopyInstruction[];
  readonly unread: UnreadInstruction[];
  readonly variables: Map<string, string>;
}

/** Reads a Dockerfile; only its last stage becomes the image. */
export function parseDockerfile(text: string): Dockerfile {
  const stages = new Map<string, Stage>();
  const budget = { left: MAX_EXPANDED_TOTAL };
  let stage = createStage(null);
  let stageCount = 0;
  for (const { line, keyword, rest } of instructionsOf(text)) {
    if (keyword === "RUN") addUnread(stage, { line, text: `RUN ${rest}` });
    if (!READ.has(keyword)) continue;
    const value = expand(rest, stage.variables, budget);
    if (keyword === "FROM") {
      if (++stageCount > MAX_STAGES) throw tooMany(`${MAX_STAGES} stages`);
      const [, image = "", name] = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?/i.exec(value) ?? [];
      stage = createStage(stages.get(image.toLowerCase()) ?? null, image);
      if (name !== undefined) stages.set(name.toLowerCase(), stage);
    } else if (keyword === "WORKDIR") {
      stage.workdir = path.posix.resolve(stage.workdir, unquoted(value));
    } else if (keyword === "COPY" || keyword === "ADD") {
      const copy = copyOf(value, { line, workdir: stage.workdir });
      if (copy === null) addUnread(stage, { line, text: `${keyword} ${rest}` });
      else if (stage.copies.push(copy) > MAX_COPIES) throw tooMany(`${MAX_COPIES} copies`);
    } else setVariables(stage, value);
  }
  const { image, workdir, copies, unread, unreadCount } = stage;
  return { image, workdir, copies, unread, unreadCount };
}

const READ: ReadonlySet<string> = new Set(["FROM", "WORKDIR", "COPY", "ADD", "ENV", "ARG"]);

function tooMany(what: string): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot read a Dockerfile of more than ${what}`);
}

function addUnread(stage: Stage, instruction: UnreadInstruction): void {
  if (++stage.unreadCount <= MAX_UNREAD) stage.unread.push(instruction);
}

function setVariables({ variables }: Stage, assignments: string): void {
  for (const [, name = "", quoted, plain] of assignments.matchAll(ASSIGNMENT)) {
    if (variables.size >= MAX_VARIABLES && !variables.has(name)) continue;
    variables.set(name, quoted ?? plain ?? "");
  }
}

const ASSIGNMENT = /(?<!\w)([A-Za-z_]\w{0,127})[= ](?:"([^"]*)"|(\S*))/g;

function createStage(from: Stage | null, image: string | null = null): Stage {
  if (from === null) {
    return {
      image,
      workdir: "/",
      copies: [],
      unread: [],
      unreadCount: 0,
      variables: new Map(),
    };
  }
  const { workdir, copies, unread, unreadCount, variables } = from;
  return {
    unreadCount,
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
    let last = lines[at]?.trim() ?? "";
    if (last === "" || last.startsWith("#")) continue;
    const pieces: string[] = [];
    while (last.endsWith("\\") && at + 1 < lines.length) {
      pieces.push(last.slice(0, -1));
      do last = lines[++at]?.trim() ?? "";
      while (last.startsWith("#") && at + 1 < lines.length);
    }
    if (!last.startsWith("#")) pieces.push(last);
    const joined = pieces.join(" ");
    const end = /<<-?["']?(\w+)["']?/.exec(joined)?.[1];
    if (end !== undefined) while (at + 1 < lines.length && lines[++at]?.trim() !== end);
    const [, keyword = ""] = /^(\w+)\s/.exec(joined) ?? [];
    const rest = joined.slice(keyword.length).trim();
    yield { line: first + 1, keyword: keyword.toUpperCase(), rest };
  }
}

/** Puts in the values of variables; where that becomes too long, their names stay. */
function expand(
  text: string,
  variables: ReadonlyMap<string, string>,
  budget: { left: number },
): string {
  let size = text.length;
  return text.replaceAll(
    /\$(?:\{([A-Za-z_]\w{0,127})\}|([A-Za-z_]\w{0,127}))/g,
    (reference, braced, bare) => {
      const value = variables.get(braced ?? bare);
      if (value === undefined || value.length > budget.left) return reference;
      if (size + value.length > MAX_EXPANDED) return reference;
      size += value.length;
      budget.left -= value.length;
      return value;
    },
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
    return Array.isArray(list) && list.every((each) => typeof each === "string") ? list : [];
  } catch {
    return []; // Reported as an instruction that is not read.
  }
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2");
}
