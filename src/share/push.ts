/**
 * Pushes a bundle, the runs of a task, a session or the state to one address. Everything is checked, looked through for
 * secrets, signed and sealed here, before anything leaves.
 */

import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../base/errors.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import { writeArchive } from "../bundles/archive.ts";
import { KEY_HELP, sumsSigner } from "../bundles/disk/sums-signer.ts";
import { sealStream } from "../bundles/sealing/seal.ts";
import { computeSums } from "../bundles/sums.ts";
import type { Found, Parcel, Place } from "../carriers/carrier.ts";
import { openPlace } from "../carriers/registry.ts";
import { folderFiles } from "../disk/folder.ts";
import { createTemporaryFolder } from "../disk/temporary.ts";
import { writeStream } from "../disk/write-stream.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { keepSecretsInput, redactionsSchema } from "../runtime/redaction.ts";
import { storeInput } from "../runtime/store-input.ts";
import { type Prepared, prepare } from "./prepare.ts";
import { signerOf } from "./signer.ts";

/** The format of a parcel that only its recipients can read. */
const SEALED = "age";

/** What is pushed, where to, and how. */
export const pushInput = z.object({
  what: z
    .string()
    .min(1)
    .max(4096)
    .describe("A bundle, a folder of runs, a session (an agent, an id, a title), or kit: the state")
    .meta({ completes: ["path", "agent", "session"] }),
  where: z
    .string()
    .min(1)
    .max(4096)
    .describe("oci://REGISTRY/NAME[:TAG], git+REMOTE#NAME, ssh://HOST/FOLDER, or a folder"),
  key: z.string().optional().describe(`Sign it: ${KEY_HELP}`).meta({ by: "terminal" }),
  seal: z
    .array(z.string())
    .default([])
    .describe("Encrypt it for this recipient (age1…, or an SSH key: ssh-ed25519 …)")
    .meta({ placeholder: "RECIPIENT" }),
  force: z
    .boolean()
    .default(false)
    .describe("Replace other content under this address")
    .meta({ by: "terminal" }),
  "dry-run": z
    .boolean()
    .default(false)
    .describe(
      "Show what would be sent, to whom, how large, and which secrets it has; send nothing",
    ),
  print: z.boolean().default(false).describe("Print only the command that the receiver types"),
  wait: z.boolean().default(false).describe("Wait until the session is no longer written to"),
  ...keepSecretsInput,
  ...storeInput,
});

/** What was pushed. */
export const pushedSchema = () =>
  z.object({
    address: z.string(),
    /** An address that always leads to exactly this content; null where the carrier has none. */
    pinned: z.string().nullable(),
    kind: z.enum(["bundle", "runs", "session", "kit"]),
    format: z.string(),
    files: z.number(),
    bytes: z.number(),
    /** What went over the wire: none where the same content was there already. */
    sent_bytes: z.number(),
    state: z.enum(["sent", "unchanged", "rehearsed"]),
    /** Fingerprint of the key that signed it; null where nobody did. */
    signer: z.string().nullable(),
    recipients: z.number(),
    secrets: redactionsSchema(),
    secrets_replaced: z.boolean(),
    /** The command that the receiver types. */
    receive: z.string(),
    /** Whether that command alone is to be printed. */
    print: z.boolean(),
  });

/** What is pushed, where to, and how. */
export type PushInput = z.output<typeof pushInput>;

/** Pushes what WHAT names to WHERE. */
export async function push(
  context: OperationContext,
  input: PushInput,
): Promise<z.infer<ReturnType<typeof pushedSchema>>> {
  // A mistyped address is reported before a long session is read.
  const place = await openPlace(input.where, context);
  const prepared = await prepare(context, input);
  const parcel = await wrap(context, input, prepared);
  const signer = signerOf(parcel);
  const facts = {
    address: place.address,
    kind: prepared.kind,
    format: prepared.format,
    files: countOf(prepared.sums),
    bytes: parcel.bytes,
    signer: signer?.fingerprint ?? null,
    recipients: input.seal.length,
    secrets: prepared.secrets,
    secrets_replaced: prepared.isRedacted,
    print: input.print,
  };
  const outcome = input["dry-run"]
    ? ({ state: "rehearsed", sent_bytes: 0, pinned: null } as const)
    : await sendUnlessThere(place, parcel, input);
  const receive = receiveCommand(outcome.pinned ?? place.address, facts);
  return { ...facts, ...outcome, receive };
}

function countOf(sums: string): number {
  return sums.split("\n").filter((line) => line !== "").length;
}

/** Signs what is sent, after sealing it where that was asked for. */
async function wrap(
  context: OperationContext,
  { key, seal }: PushInput,
  prepared: Prepared,
): Promise<Parcel> {
  const content = seal.length === 0 ? prepared : await sealed(prepared, [...new Set(seal)]);
  const { files, folder, sums, format } = content;
  const signature =
    key === undefined
      ? content.signature
      : await sumsSigner(context, key)(new TextEncoder().encode(sums));
  let bytes = 0;
  for await (const entry of files.entries()) if (entry.kind === "file") bytes += entry.size;
  return { files, folder, sums, signature, format, bytes };
}

/** One encrypted file with everything in it, also the signature that the content has. */
async function sealed(prepared: Prepared, recipients: readonly string[]) {
  const folder = createTemporaryFolder();
  const { name } = prepared;
  const archive = writeArchive(prepared.all, name);
  await writeStream(sealStream(archive, recipients), path.join(folder, `${name}.tar.gz.${SEALED}`));
  const all = folderFiles(folder);
  return { files: all, folder, sums: await computeSums(all), signature: null, format: SEALED };
}

async function sendUnlessThere(place: Place, parcel: Parcel, { where, force }: PushInput) {
  const found = await place.look();
  if (found !== null && isSame(found, parcel)) {
    return { state: "unchanged", sent_bytes: 0, pinned: found.pinned } as const;
  }
  if (found !== null && !force && !isUnsigned(found, parcel)) {
    const isSigned = found.sums === parcel.sums;
    const state = isSigned ? "somebody else signed it already" : "there is other content already";
    throw new HoldallError("E_EXISTS", `Cannot push to "${where}": ${state}`, {
      cure: "choose another name, or add --force to replace it",
    });
  }
  const { bytes, pinned } = await place.send(parcel);
  return { state: "sent", sent_bytes: bytes, pinned } as const;
}

/** Whether the same content is there and nobody signed it: a signature takes nothing away. */
function isUnsigned({ sums, signatures }: Found, parcel: Parcel): boolean {
  return sums === parcel.sums && signatures.length === 0;
}

/** Whether the same content is there, and signed by everybody who signs it now. */
function isSame(found: Found, { sums, signature }: Parcel): boolean {
  return found.sums === sums && (signature === null || found.signatures.includes(signature));
}

interface ReceiveFacts {
  readonly signer: string | null;
  readonly recipients: number;
}

/** What the receiver types: it names the key, so that nobody can send something else in its place. */
function receiveCommand(address: string, { signer, recipients }: ReceiveFacts): string {
  return [
    "holdall",
    "pull",
    address,
    ...(signer === null ? [] : ["--signer", signer]),
    ...(recipients === 0 ? [] : ["--identity", "YOUR-KEY"]),
  ]
    .map(quoteForShell)
    .join(" ");
}
