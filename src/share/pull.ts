/**
 * Pulls what is under an address. Who signed it is checked before anything large is fetched, every file before it gets
 * its name, and an interrupted pull goes on where it stopped.
 */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import { guardOutput } from "../bundles/disk/guard-output.ts";
import { readingInput } from "../bundles/disk/open-path.ts";
import { readIdentities, readSigners } from "../bundles/disk/read-key-files.ts";
import type { SealIdentity } from "../bundles/sealing/identities.ts";
import { openStream } from "../bundles/sealing/open.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../bundles/sums.ts";
import type { Found, Place } from "../carriers/carrier.ts";
import { listedFiles } from "../carriers/listed-files.ts";
import { openPlace } from "../carriers/registry.ts";
import { bytesOfFile } from "../disk/folder.ts";
import { createTemporaryFolder } from "../disk/temporary.ts";
import { bundleRoot, unpackArchive } from "../disk/unpack.ts";
import { writeAtomically } from "../disk/write-atomically.ts";
import { writeStream } from "../disk/write-stream.ts";
import { widestLimits } from "../formats/limits.ts";
import { chosenLimits } from "../runtime/chosen-limits.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { findingSchema } from "../runtime/output-schemas.ts";
import { checkFetched, type Fetched, requireOnlyListed } from "./fetched.ts";
import { type AcceptedSignature, type AcceptedSigners, requireSigner } from "./signer.ts";

const FINGERPRINT_ERROR =
  'must be a complete fingerprint: "SHA256:" and 43 characters, as `ssh-keygen -lf KEY.pub` and `keys new` print it';

/** What is pulled, and whom from. */
export const pullInput = z.object({
  where: z
    .string()
    .min(1)
    .max(4096)
    .describe("Address that it was pushed to: oci://…, git+…#NAME, ssh://… or a folder"),
  out: z
    .string()
    .optional()
    .describe("Folder that it becomes (default: its name, in this folder)")
    .meta({ path: "output", placeholder: "DIR" }),
  signers: z
    .string()
    .optional()
    .describe("Allowed signers file; it must be signed by one of them")
    .meta({ placeholder: "FILE" }),
  signer: z
    .array(z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, { error: FINGERPRINT_ERROR }))
    .default([])
    .describe("Fingerprint of the key that it must be signed with")
    .meta({ placeholder: "SHA256:…" }),
  identity: z
    .array(z.string())
    .default([])
    .describe("Key that opens it if it is sealed: a file of age-keygen, or an SSH key")
    .meta({ placeholder: "FILE" }),
  force: z.boolean().default(false).describe("Replace a bundle at --out"),
  "dry-run": z
    .boolean()
    .default(false)
    .describe("Show what is there and who signed it; fetch nothing"),
  ...readingInput,
});

/** What was pulled. */
export const pulledSchema = () =>
  z.object({
    address: z.string(),
    pinned: z.string().nullable(),
    /** Where it is now; null in a dry run. */
    out: z.string().nullable(),
    /** Null in a dry run: only the list of files was looked at. */
    format: z.string().nullable(),
    files: z.number(),
    /** What is to be fetched, where the carrier knows it before. */
    bytes: z.number().nullable(),
    sealed: z.boolean(),
    signer: z.object({ fingerprint: z.string(), principal: z.string().nullable() }).nullable(),
    /** Whether that signer is one whom the caller named. */
    trusted: z.boolean(),
    findings: z.array(findingSchema()),
    /** A command that goes on with it; null in a dry run. */
    next: z.string().nullable(),
  });

/** What is pulled, and whom from. */
export type PullInput = z.output<typeof pullInput>;

/** Pulls what is under an address into a folder that does not exist yet. */
export async function pull(
  context: OperationContext,
  input: PullInput,
): Promise<z.infer<ReturnType<typeof pulledSchema>>> {
  const place = await openPlace(input.where, context);
  const signers = acceptedSigners(context, input);
  const found = await lookAt(place, input.where);
  const signer = requireSigner(found, signers, context.now());
  const files = listedFiles(found.sums);
  const isSealed = isSealedList(files);
  const facts = {
    address: place.address,
    pinned: found.pinned,
    files: files.length,
    bytes: found.bytes,
    sealed: isSealed,
    signer: signer && { fingerprint: signer.fingerprint ?? "", principal: signer.principal },
    trusted: signer !== null && (signers.list !== null || signers.fingerprints.length > 0),
  };
  if (input["dry-run"]) return { ...facts, out: null, format: null, findings: [], next: null };
  const identities = identitiesFrom(context, input);
  if (isSealed && identities.length === 0) {
    throw new HoldallError("E_KEY", `Cannot pull "${input.where}": it is sealed`, {
      cure: "give the key that it was sealed for: --identity FILE",
    });
  }
  const [only] = files;
  const isDocument = files.length === 1 && /\.json$/i.test(only?.path ?? "");
  const out = input.out ?? (isDocument && only ? path.posix.basename(only.path) : place.name);
  const { force, limit } = input;
  const output = await guardOutput(context, out, { force, source: null, limit });
  const part = partOf(output.absolute, found);
  const content = await fetchInto(context, part, { found, signer });
  const fetched = await keptForKey(context, part, async () => {
    await requireOnlyListed(content, files);
    const opened = isSealed
      ? await openSealed(context, content, { ...input, identities })
      : content;
    context.progress("checking what was fetched");
    return checkFetched(context, opened, { ...input, signers: signers.list });
  });
  await writeAtomically(
    output.absolute,
    (temporary) => fs.renameSync(fetched.location, temporary),
    output,
  );
  fs.rmSync(part, { recursive: true, force: true });
  return {
    ...facts,
    out: output.absolute,
    format: fetched.format,
    findings: withoutKnownSigner(fetched, facts.trusted),
    next: nextCommand(context, fetched, output.absolute),
  };
}

/** Fetches what is under an address into a temporary folder, for a command that only reads it. */
export async function pullAside(context: OperationContext, where: string): Promise<string> {
  const place = await openPlace(where, context);
  const found = await lookAt(place, where);
  const signer = requireSigner(found, { list: null, fingerprints: [] }, context.now());
  if (isSealedList(listedFiles(found.sums))) {
    throw new HoldallError("E_KEY", `Cannot read "${where}": it is sealed`, {
      cure: `pull it first: \`holdall pull ${quoteForShell(where)} --identity FILE\``,
    });
  }
  const folder = path.join(createTemporaryFolder(), place.name);
  await fetchInto(context, folder, { found, signer });
  await requireOnlyListed(folder, listedFiles(found.sums));
  return folder;
}

async function lookAt(place: Place, where: string): Promise<Found> {
  const found = await place.look();
  if (found !== null) return found;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot pull "${where}": there is nothing under this address`,
    {
      cure: "compare it with what `holdall push` printed",
    },
  );
}

function acceptedSigners(
  context: OperationContext,
  { signers, signer }: PullInput,
): AcceptedSigners {
  return { list: readSigners(context.cwd, signers), fingerprints: signer };
}

function identitiesFrom(
  context: OperationContext,
  { identity }: PullInput,
): readonly SealIdentity[] {
  return readIdentities(context.cwd, identity);
}

function isSealedList(files: ReturnType<typeof listedFiles>): boolean {
  return files.length === 1 && files[0]?.path.endsWith(".age") === true;
}

/** Where it is collected: the same list of files has the same place, so that the next attempt goes on there. */
function partOf(target: string, { sums }: Found): string {
  const name = `.${path.basename(target)}.${sha256(sums).slice(0, 16)}.part`;
  return path.join(path.dirname(target), name);
}

/** What is under an address, and the signature of it that was accepted. */
interface Accepted {
  readonly found: Found;
  readonly signer: AcceptedSignature | null;
}

async function fetchInto(
  context: OperationContext,
  folder: string,
  { found, signer }: Accepted,
): Promise<string> {
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  await found.download(folder).catch((error: unknown) => {
    if (fs.readdirSync(folder).length > 0) noteKept(context.note, folder);
    else fs.rmdirSync(folder);
    throw error;
  });
  fs.writeFileSync(path.join(folder, SUMS_FILE), found.sums);
  if (signer !== null) fs.writeFileSync(path.join(folder, SUMS_SIGNATURE), signer.armored);
  return folder;
}

interface Opening extends PullInput {
  readonly identities: readonly SealIdentity[];
}

/** Decrypts what was fetched and unpacks it beside it, in a folder that only this user can enter. */
async function openSealed(
  context: OperationContext,
  folder: string,
  { identities, limit }: Opening,
): Promise<string> {
  const [name = ""] = fs.readdirSync(folder).filter((each) => each.endsWith(".age"));
  const work = createTemporaryFolder(path.dirname(folder));
  const archive = path.join(work, "plain.tar.gz");
  context.progress("decrypting");
  await writeStream(openStream(bytesOfFile(path.join(folder, name)), identities), archive);
  const unpacked = path.join(work, "unpacked");
  const limits = { ...widestLimits, ...(await chosenLimits(context, { limit })) };
  return bundleRoot(unpacked, await unpackArchive(archive, unpacked, limits));
}

/** Does something with what was fetched. If the key was wrong, it stays for the next attempt; else it is no good. */
async function keptForKey<Result>(
  { note }: OperationContext,
  part: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HoldallError && error.code === "E_KEY") noteKept(note, part);
    else fs.rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

function noteKept(note: OperationContext["note"], part: string): void {
  note(`What was fetched stays in "${part}": the same command continues there`);
}

/** A signer whom the caller named by a fingerprint is not unknown. */
function withoutKnownSigner({ findings }: Fetched, isTrusted: boolean) {
  return findings.filter(({ code }) => code !== "W_UNKNOWN_SIGNER" || !isTrusted);
}

function nextCommand(context: OperationContext, { next }: Fetched, target: string): string {
  const shown = path.relative(context.cwd, target) || target;
  const location = quoteForShell(shown.startsWith("..") ? target : `./${shown}`);
  return ["holdall", ...next, location, ...(next[0] === "handoff" ? ["AGENT"] : [])].join(" ");
}
