/** What the commands about kept sessions take. */
import * as z from "zod";
import { agents } from "../agents/registry.ts";
import { namesOf } from "../base/registry.ts";
import { KEY_HELP } from "../bundles/disk/sums-signer.ts";
import { integer } from "../runtime/integer.ts";

const folderHelp = "Folder of the backup (default: your own)";

const identity = z
  .array(z.string())
  .optional()
  .describe(
    "Identity file of age-keygen, or an SSH key, that opens a sealed backup; may be repeated",
  )
  .meta({ path: true, placeholder: "FILE", by: "terminal" });

/** Where kept sessions are. */
export const fromInput = z.object({
  from: z.string().optional().describe(folderHelp).meta({ path: true, placeholder: "FOLDER" }),
  identity,
});

/** For whom a backup is sealed. */
const sealInput = z
  .array(z.string().min(1).max(8192))
  .min(1)
  .optional()
  .describe(
    "Seal what is kept for a recipient (age1…, or an SSH key: ssh-ed25519 …); may be repeated",
  )
  .meta({ placeholder: "RECIPIENT", by: "terminal" });

const agent = z.enum(namesOf(agents)).optional().describe("Sessions of one agent only");
const named = z.array(z.string()).describe("Ids of sessions, or their beginnings");

/** Where sessions are kept, and with which key the record is signed. */
export const nowInput = z.object({
  to: z
    .string()
    .optional()
    .describe(folderHelp)
    .meta({ path: "output", placeholder: "FOLDER", by: "terminal" }),
  seal: sealInput,
  identity,
  unattended: z
    .boolean()
    .default(false)
    .describe("Started by a timer or a hook: print nothing, remember the outcome for keep status")
    .meta({ by: "terminal" }),
  key: z
    .string()
    .optional()
    .describe(`Sign the run. ${KEY_HELP}`)
    .meta({ path: true, placeholder: "FILE", by: "terminal" }),
});

/** Which kept sessions are listed. */
export const keptListInput = z.object({
  all: z.boolean().default(false).describe("Sessions of every folder, not only this one"),
  gone: z.boolean().default(false).describe("Only sessions that their agents no longer have"),
  agent,
  folder: z.string().optional().describe("Sessions of this folder").meta({ path: true }),
  limit: integer(1).max(100_000).default(50).describe("Maximum number of sessions"),
  ...fromInput.shape,
});

/** Which kept session is shown. */
export const showInput = z.object({
  session: z.string().describe("Id of a session, or its beginning"),
  ...fromInput.shape,
});

/** Whose signatures count. */
export const verifyInput = z.object({
  signers: z
    .string()
    .optional()
    .describe("Allowed signers file; signatures must be by one of them")
    .meta({ path: true }),
  ...fromInput.shape,
});

/** What is restored, and where. */
export const restoreInput = z.object({
  sessions: named.optional(),
  all: z.boolean().default(false).describe("All kept sessions, as on a new machine"),
  agent,
  into: z
    .string()
    .optional()
    .describe("Home folder to restore into (default: your own)")
    .meta({ path: "output", placeholder: "FOLDER", by: "terminal" }),
  map: z
    .string()
    .optional()
    .describe("A folder and its path now: /home/anna=/Users/anna")
    .meta({ placeholder: "OLD=NEW", by: "terminal" }),
  "dry-run": z.boolean().default(false).describe("Only show what would be restored"),
  ...fromInput.shape,
});

const dryRun = z.boolean().default(false).describe("Only show what would be removed");

/** Which sessions are removed for good. */
export const forgetInput = z.object({
  sessions: named.min(1),
  earlier: z
    .boolean()
    .default(false)
    .describe("Only what they were before their newest content: after a secret was taken out"),
  force: z.boolean().default(false).describe("Also what exists nowhere else"),
  "dry-run": dryRun,
  ...fromInput.shape,
});

/** What is removed to make a backup smaller. */
export const pruneInput = z.object({
  "older-than": z.string().optional().describe("Sessions not written to since then: 1y, a date"),
  "keep-size": integer(0).optional().describe("Until the backup has at most so many bytes"),
  "dry-run": dryRun,
  ...fromInput.shape,
});
