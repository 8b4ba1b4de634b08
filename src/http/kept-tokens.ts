/**
 * Tokens that outlive a server, in the user's own state folder: one file for each served folder, which its owner alone
 * can read. Who can read that file may do what the person may, so that one with wider rights is refused.
 */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { ioError } from "../disk/io-error.ts";
import { replaceOwnFile } from "../disk/replace-text-file.ts";
import type { Tokens } from "./caller.ts";

/** After this time new tokens are created, so that one that was lost does not open the app for ever. */
const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_BYTES = 4096;
const OTHERS = 0o077;

const token = z.string().regex(/^[\w-]{43}$/);
const fileSchema = z.object({
  version: z.literal(1),
  created_at: z.iso.datetime(),
  person: token,
  program: token,
});

/** The kept tokens of one served folder. */
export interface KeptTokens {
  /** Those that were kept at most 30 days ago, else new ones, which are kept. */
  open(create: () => Tokens, now: Date): Tokens;
  /** Removes them: no server that starts later accepts them. */
  forget(): void;
}

/** The tokens of a folder; `state` is the folder of what this program did for the user. */
export function keptTokens(state: string, folder: string): KeptTokens {
  const file = path.join(state, "serve", `${sha256(fs.realpathSync(folder)).slice(0, 32)}.json`);
  return {
    open(create, now) {
      const kept = readTokens(file, now);
      if (kept !== null) return kept;
      const tokens = create();
      const content = { version: 1, created_at: now.toISOString(), ...tokens };
      fs.rmSync(file, { force: true }); // A new file has its own rights, whatever the old one had.
      replaceOwnFile(file, `${JSON.stringify(content)}\n`);
      return tokens;
    },
    forget: () => fs.rmSync(file, { force: true }),
  };
}

/** Null for none, old ones, and a file that is not ours. */
function readTokens(file: string, now: Date): Tokens | null {
  const text = readPrivateText(file);
  if (text === null) return null;
  const found = fileSchema.safeParse(parse(text));
  if (!found.success) return null;
  const { created_at, person, program } = found.data;
  const age = now.getTime() - Date.parse(created_at);
  return age >= 0 && age < LIFETIME_MS ? { person, program } : null;
}

function readPrivateText(file: string): string | null {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (Object(error).code === "ENOENT") return null;
    throw ioError(error, `read the kept tokens in "${file}"`);
  }
  try {
    const stat = fs.fstatSync(descriptor);
    const isOwn = stat.uid === process.getuid?.() && (stat.mode & OTHERS) === 0;
    if (!stat.isFile() || stat.size > MAX_BYTES) return null;
    if (isOwn) return fs.readFileSync(descriptor, "utf8");
  } finally {
    fs.closeSync(descriptor);
  }
  throw new HoldallError("E_PROTECTED", `Cannot use "${file}": other users can read it`, {
    cure: "start the server with --forget-token, which removes the kept tokens",
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
