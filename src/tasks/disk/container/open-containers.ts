import * as z from "zod";
import { findProgram } from "../../../agents/find-program.ts";
import { HoldallError } from "../../../base/errors.ts";
import { excerpt } from "../../../base/text/text.ts";
import { objectOf, type TaskBundle, textOf } from "../../../model/task-bundle.ts";
import {
  type ContainerEngine,
  type ContainerImage,
  type ContainerProgram,
  openImage,
} from "../../../programs/container/container-image.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { IMAGE_NAME, isPlainFolder } from "./image-name.ts";

/** The container in which the runs of a task take place. */
export interface TaskContainer {
  readonly engine: ContainerEngine;
  readonly image: ContainerImage;
  /** Where the task's files are in it. */
  readonly workdir: string;
}

/** Opens the container of a task. */
export type OpenContainer = (task: TaskBundle) => Promise<TaskContainer>;

/** What was asked for. */
interface ContainerRequest {
  readonly program: ContainerProgram;
  /** Overrides the image that a task names. */
  readonly image: string | undefined;
  /** Whether an image that is not here may be fetched. */
  readonly pulls: boolean;
}

/** The container of a run, as its bundle and the result of the command record it. */
export const containerSchema = () =>
  z.object({
    program: z.string(),
    image: z.string(),
    /** The hash of the image. */
    imageId: z.string(),
    digests: z.array(z.string()).readonly(),
    /** The servers that it could reach; there was no other network. */
    reachable: z.array(z.string()).readonly(),
  });

/** What is recorded of a run's container. */
export type ContainerRecord = z.infer<ReturnType<typeof containerSchema>>;

/** Containers for the runs of a command; null, with a note to the user, when the program is not installed. */
async function createOpener(
  context: OperationContext,
  { program, image, pulls }: ContainerRequest,
): Promise<OpenContainer | null> {
  if (process.platform !== "linux") {
    throw new HoldallError("E_USAGE", `Cannot run in ${program}: this works on Linux only`, {
      cure: "leave out --in; the runs then take place in a clean home",
    });
  }
  const path = await findProgram(program, process.env);
  if (path === null) {
    context.note(
      `${program} is not installed: the runs take place in a clean home, in no container`,
    );
    return null;
  }
  const engine = { name: program, path };
  const images = new Map<string, Promise<ContainerImage>>();
  const open = (name: string): Promise<ContainerImage> => {
    const known = images.get(name);
    if (known !== undefined) return known;
    if (pulls) context.progress(`opening the image ${name}`);
    const opened = openImage(engine, name, { pulls, signal: context.signal });
    images.set(name, opened);
    return opened;
  };
  return async (task) => {
    const origin = objectOf(task.bundle, "origin");
    const name = imageName(image ?? textOf(origin, "image"), program);
    const workdir = textOf(origin, "workdir") ?? "";
    const isUsable = isPlainFolder(workdir) && !RESERVED.test(`${workdir}/`);
    return { engine, image: await open(name), workdir: isUsable ? workdir : WORKDIR };
  };
}

/** Where the files of a task are that names no folder. */
const WORKDIR = "/workspace";
/** Folders that are not replaced by the files of a task. */
const RESERVED =
  /^\/+(?:$|(?:holdall|proc|sys|dev|etc|bin|sbin|lib\w*|tmp|run)\/|usr\/+(?:$|(?:bin|sbin|lib\w*)\/+$))/;

function imageName(name: string | null, program: string): string {
  if (name === null) {
    throw new HoldallError("E_USAGE", `Cannot run in ${program}: the task names no image`, {
      cure: "name one with --image",
    });
  }
  if (IMAGE_NAME.test(name)) return name;
  throw new HoldallError("E_USAGE", `Cannot use "${excerpt(name)}" as the name of an image`, {
    cure: "name another with --image",
  });
}

/** The options of `task run` that are about containers. */
interface ContainerOptions {
  readonly in?: ContainerProgram | undefined;
  readonly image?: string | undefined;
  readonly pull: boolean;
  readonly home?: "clean" | "mine" | undefined;
  readonly "model-address": readonly string[];
}

/** Containers for the runs; null without `--in`, or without the program that it names. */
export async function containersOf(
  context: OperationContext,
  { in: program, image, pull, home, ...asked }: ContainerOptions,
): Promise<OpenContainer | null> {
  if (program !== undefined) {
    if (home !== "mine") return createOpener(context, { program, image, pulls: pull });
    throw new HoldallError(
      "E_USAGE",
      "Cannot use --home mine with --in: a container has a clean home",
    );
  }
  if (image === undefined && !pull && asked["model-address"].length === 0) return null;
  throw new HoldallError("E_USAGE", "Cannot use --image, --pull or --model-address without --in", {
    cure: "add --in podman or --in docker",
  });
}
