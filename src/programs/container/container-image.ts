import { HoldallError } from "../../base/errors.ts";
import { type RunOrder, runProgram } from "../run-program.ts";
import { CONTAINERS, XDG_FOLDERS } from "../variables.ts";

/** The programs that run containers. */
export const containerPrograms = ["podman", "docker"] as const;

/** The name of a program that runs containers. */
export type ContainerProgram = (typeof containerPrograms)[number];

/** A program that runs containers, and where it is. */
export interface ContainerEngine {
  readonly name: ContainerProgram;
  readonly path: string;
}

/** An image that is on this machine. */
export interface ContainerImage {
  /** As it was named. */
  readonly image: string;
  readonly id: string;
  /** Under which its registry has it; empty for one that was built or imported here. */
  readonly digests: readonly string[];
}

const ANSWER_MS = 60_000;
const PULL_MS = 30 * 60_000;

/** What every call of the program gets. */
export function engineOrder({ path }: ContainerEngine, args: readonly string[]) {
  return {
    program: path,
    args,
    variables: [...XDG_FOLDERS, ...CONTAINERS],
    timeoutMs: ANSWER_MS,
    maxOutput: 64 * 1024,
    onMoreOutput: "keep-newest",
  } satisfies RunOrder;
}

/** An image of this machine; one that is not here is pulled if that was allowed. */
export async function openImage(
  engine: ContainerEngine,
  image: string,
  { pulls, signal }: { readonly pulls: boolean; readonly signal: AbortSignal },
): Promise<ContainerImage> {
  const found = await findImage(engine, image);
  if (found !== null) return found;
  if (!pulls) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot run in ${engine.name}: the image "${image}" is not on this machine`,
      { cure: `pull it with \`${engine.name} pull ${image}\`, or add --pull` },
    );
  }
  const order = { ...engineOrder(engine, ["pull", "--quiet", image]), timeoutMs: PULL_MS, signal };
  const { exitCode, stderr } = await runProgram(order);
  const pulled = exitCode === 0 ? await findImage(engine, image) : null;
  if (pulled !== null) return pulled;
  throw new HoldallError("E_IO", `Cannot pull the image "${image}": ${lastLine(stderr)}`);
}

async function findImage(engine: ContainerEngine, image: string): Promise<ContainerImage | null> {
  const format = "{{.Id}} {{json .RepoDigests}}";
  const args = ["image", "inspect", "--format", format, image];
  const { exitCode, stdout, stderr } = await runProgram(engineOrder(engine, args));
  if (exitCode === 0) {
    const [, id = "", digests = ""] = /^(\S+) (.*)$/m.exec(stdout.toString("utf8").trim()) ?? [];
    if (id !== "") return { image, id, digests: namesIn(digests) };
  }
  const message = lastLine(stderr);
  if (/no such (?:image|object)|image not known|not found/i.test(message)) return null;
  throw new HoldallError("E_IO", `Cannot use ${engine.name}: ${message}`, {
    cure: `see whether \`${engine.name} info\` works`,
  });
}

function namesIn(text: string): readonly string[] {
  try {
    const names: unknown = JSON.parse(text);
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

/** The last line that a program printed. */
export function lastLine(output: Buffer): string {
  return output.toString("utf8").trim().split("\n").at(-1)?.trim() ?? "";
}
