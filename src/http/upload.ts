/**
 * Checks a bundle that a client sends, without keeping it: an archive or a single file as the body, or the
 * files of a folder as JSON. It lies in a temporary folder that only this user can enter, and which is
 * removed when the answer is sent.
 */

import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { isObject, type JsonObject } from "../base/json/value.ts";
import { pathFault } from "../base/paths.ts";
import { decodeUtf8, excerpt } from "../base/text/text.ts";
import { inlineFilesSchema } from "../bundles/disk/inline-files.ts";
import { createBundleWriter } from "../disk/bundle-writer.ts";
import { toIoError } from "../disk/io-error.ts";
import { collectTemporaries, createTemporaryFolder } from "../disk/temporary.ts";
import { checkBundle } from "../operations/bundle/check-bundle.ts";
import { asHoldallError } from "../runtime/remote/remote-call.ts";
import type { TurnQueue } from "../runtime/turn-queue.ts";
import type { Agent } from "./agents.ts";
import { announcesMore, readBody } from "./body.ts";
import { answerCall } from "./call.ts";
import type { Caller } from "./caller.ts";
import type { Refusal } from "./guards.ts";
import { CLOSE } from "./headers.ts";
import { problemOf, refuse, sendProblem } from "./problem.ts";
import type { ApiSettings } from "./settings.ts";
import type { Target } from "./target.ts";

/** The largest archive, and the largest set of files as JSON. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;
const MAX_FILES_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 10_000;

interface Upload {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly caller: Caller;
  readonly agent: Agent | null;
  readonly settings: ApiSettings;
  readonly inTurn: TurnQueue;
}

/** Receives a bundle, checks it and answers. */
export async function checkUpload(upload: Upload): Promise<void> {
  const { request, response } = upload;
  const refusal = refusalOf(request);
  if (refusal !== null) return refuse(response, refusal);
  const received = await collectTemporaries(() => receive(upload)).catch((error) => {
    // A client that left in the middle of its request is answered nothing.
    if (request.errored !== null) throw error;
    return asHoldallError(toIoError(error, "receive the bundle"));
  });
  if (received instanceof HoldallError) return sendProblem(response, problemOf(received), CLOSE);
  const { result, remove } = received;
  try {
    await answerCall({
      ...upload,
      isRead: true,
      isLong: false,
      run: (context) => checkBundle({ ...context, cwd: result.folder, roots: null }, result.name),
    });
  } finally {
    remove();
  }
}

function refusalOf(request: IncomingMessage): Refusal | null {
  if (request.method !== "POST") {
    return { status: 405, detail: "it takes POST", headers: { allow: "POST" } };
  }
  const most = isArchive(request) ? MAX_ARCHIVE_BYTES : MAX_FILES_BYTES;
  if (!isArchive(request) && !/^application\/json\b/i.test(typeOf(request))) {
    return { status: 415, detail: "the body must be application/octet-stream or application/json" };
  }
  return announcesMore(request, most) ? { status: 413, detail: `at most ${most} bytes` } : null;
}

function typeOf({ headers }: IncomingMessage): string {
  return headers["content-type"] ?? "";
}

function isArchive(request: IncomingMessage): boolean {
  return /^application\/octet-stream\b/i.test(typeOf(request));
}

/** A bundle that was received: its name in a temporary folder. */
interface Received {
  readonly folder: string;
  readonly name: string;
}

async function receive({ request, target }: Upload): Promise<Received> {
  const folder = createTemporaryFolder();
  const name = requireName(target.searchParams.get("name") ?? "bundle.tar.gz");
  if (isArchive(request)) await receiveFile(request, path.join(folder, name));
  else {
    const files = filesIn(await readBody(request, MAX_FILES_BYTES));
    const writer = createBundleWriter(path.join(folder, name));
    // Each is created there or refused: two names that the disk takes for one are an error.
    for (const [file, bytes] of files) await writer.write(file, bytes);
  }
  return { folder, name };
}

/** A name without a folder, such as that of the file that was dropped. */
function requireName(name: string): string {
  if (pathFault(name) === null && !name.includes("/") && name.length <= 200) return name;
  throw new HoldallError("E_PATH", `Cannot check "${excerpt(name, 80)}": it is not a file's name`);
}

async function receiveFile(request: IncomingMessage, file: string): Promise<void> {
  const descriptor = fs.openSync(file, "wx", 0o600);
  try {
    let size = 0;
    // A stream that is ended early would be destroyed, and its connection before the refusal is sent.
    for await (const part of request.iterator({ destroyOnReturn: false })) {
      size += part.length;
      if (size > MAX_ARCHIVE_BYTES) throw tooLarge(MAX_ARCHIVE_BYTES);
      fs.writeFileSync(descriptor, part);
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

function tooLarge(most: number): HoldallError {
  return new HoldallError("E_LIMIT", `Cannot check the bundle: more than ${most} bytes`, {
    cure: "check it with `holdall verify PATH`",
  });
}

/** The files of a folder: `{ "files": { "PATH": "text" or { "base64": "…" } } }`. */
function filesIn(body: Buffer | null): readonly (readonly [string, Buffer])[] {
  if (body === null) throw tooLarge(MAX_FILES_BYTES);
  const parsed = inlineFilesSchema().safeParse(objectIn(body).files);
  if (!parsed.success) throw wrongFiles("its files are not texts or base64 by path");
  const files = Object.entries(parsed.data);
  if (files.length > MAX_FILES) throw new HoldallError("E_LIMIT", "Cannot check: too many files");
  return files.map(([name, content]) => [name, Buffer.from(...bytesIn(content))]);
}

function bytesIn(content: string | { readonly base64: string }): [string, BufferEncoding] {
  return typeof content === "string" ? [content, "utf8"] : [content.base64, "base64"];
}

function objectIn(body: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(decodeUtf8(body) ?? "");
    if (isObject(value)) return value;
  } catch {
    // Reported below, like everything else that is no object.
  }
  throw wrongFiles("the body is not a JSON object");
}

function wrongFiles(state: string): HoldallError {
  return new HoldallError("E_USAGE", `Cannot check the bundle: ${state}`, {
    cure: 'send {"files": {"PATH": "text"}}, or an archive as application/octet-stream',
  });
}
