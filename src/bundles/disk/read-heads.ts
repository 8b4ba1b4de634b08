import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import type { Findings } from "../../base/findings.ts";
import { readBytes } from "../../base/text/text.ts";
import { fileStartsWith, GZIP_MAGIC, readSmallFile } from "../../disk/small-file.ts";
import { HEADS_FILE, type Heads, headsSchema, splitSignature } from "../../ledger/heads.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { isUrl } from "../../stores/locate.ts";
import { isArchiveName } from "../archive-name.ts";
import { requireValid } from "../read-bundle.ts";
import { verifySignature } from "../signing/verify.ts";
import { readPath } from "./open-path.ts";
import { readSigners } from "./read-key-files.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const FILE = { what: "heads", maxBytes: MAX_BYTES };

const printedSchema = z.object({ heads: headsSchema, text: z.string() });

/** Where heads come from, and who must have signed them. */
export interface HeadsSource {
  readonly against: string;
  /** Path of an allowed signers file. */
  readonly signers?: string | undefined;
}

/** Heads, and the fingerprint of the key that signed them or their bundle. */
export interface SignedHeads {
  readonly heads: Heads;
  readonly signed_by: string | null;
}

/** Reads heads from a file that `ledger heads` printed, or from a bundle. */
export async function readHeadsFrom(
  context: OperationContext,
  { against, signers: file }: HeadsSource,
  findings: Findings,
): Promise<SignedHeads> {
  if (isUrl(against)) {
    throw new HoldallError("E_USAGE", `Cannot read heads from "${against}": it is a URL`, {
      cure: "download the file first, then name it",
    });
  }
  const signers = readSigners(context.cwd, file);
  const absolute = path.resolve(context.cwd, against);
  return isBundle(absolute)
    ? fromBundle(context, against, signers)
    : fromFile(context, against, { signers, findings });
}

function isBundle(absolute: string): boolean {
  const stat = fs.statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) return stat !== undefined;
  return isArchiveName(absolute) || fileStartsWith(absolute, GZIP_MAGIC);
}

/** A bundle is checked completely first: heads that anyone may have changed prove nothing. */
async function fromBundle(
  context: OperationContext,
  against: string,
  signers: string | null,
): Promise<SignedHeads> {
  const defaults = { profile: "strict", level: "full", signers } as const;
  const reading = await readPath(context, against, {}, defaults);
  requireValid(reading, `compare with "${against}"`);
  const entry = await reading.files.get(HEADS_FILE);
  if (entry?.kind !== "file") {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot compare with "${against}": it has no ${HEADS_FILE}`,
    );
  }
  const text = new TextDecoder().decode(await readBytes(entry, MAX_BYTES));
  const { signature } = reading;
  return { heads: parse(text, against), signed_by: signature?.ok ? signature.fingerprint : null };
}

function fromFile(
  context: OperationContext,
  against: string,
  { signers, findings }: { readonly signers: string | null; readonly findings: Findings },
): SignedHeads {
  const { text } = readSmallFile(context.cwd, against, FILE);
  const { message, armored } = splitSignature(printedText(text));
  const heads = parse(message, against);
  const place = { file: against };
  if (armored === null) {
    if (signers !== null) findings.error("E_SIGNATURE", place, "The heads are not signed");
    return { heads, signed_by: null };
  }
  const { ok, reason, fingerprint } = verifySignature({
    message: new TextEncoder().encode(message),
    armored,
    allowedSigners: signers ?? undefined,
    now: context.now(),
  });
  if (!ok) findings.error("E_SIGNATURE", place, `The signature is not valid: ${reason}`);
  else if (signers === null) {
    const why = `Signed with key ${fingerprint}, but no list of signers was given to compare it with`;
    findings.warn("W_UNKNOWN_SIGNER", place, why);
  }
  return { heads, signed_by: ok ? fingerprint : null };
}

/** What `ledger heads` prints for people; with `--json` it is inside. */
function printedText(text: string): string {
  const printed = printedSchema.safeParse(parseJson(text));
  return printed.success ? printed.data.text : text;
}

function parse(text: string, against: string): Heads {
  const found = headsSchema.safeParse(parseJson(text));
  if (found.success) return found.data;
  throw new HoldallError("E_SHAPE", `Cannot compare with "${against}": it does not contain heads`, {
    cure: "use a file that `holdall ledger heads` printed, or a bundle",
    cause: found.error,
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
