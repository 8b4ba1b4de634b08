/**
 * Reads any bundle: sums, signature, format, content, carried data, in this order. Sums come first
 * because everything after them relies on the bytes. Rarely needed parts are imported on demand,
 * since each command pays for its imports.
 */

import type { ErrorCode } from "../base/codes.ts";
import { withDigestCache } from "../base/digest-cache.ts";
import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { createFindings, type Finding, type Findings, type Profile } from "../base/findings.ts";
import { findFile } from "../base/read-document.ts";
import { readBytes } from "../base/text/text.ts";
import type { Format, ReadOptions } from "../formats/format.ts";
import { type Limits, limitsOf, widestLimits } from "../formats/limits.ts";
import { type FormatName, loadFormat } from "../formats/registry.ts";
import { checkNames } from "./check-names.ts";
import { CARRIED_FILE, type CarriedFacts } from "./convert/carried-facts.ts";
import { detectFormat } from "./detect.ts";
import type { SignatureCheck } from "./signing/verify.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "./sums.ts";
import { checkSums } from "./sums-check.ts";

/** How a bundle is read. */
export interface BundleOptions {
  /** The format to read as; null detects it. */
  readonly as: FormatName | null;
  readonly profile: Profile;
  readonly level: ReadOptions["level"];
  /** Limits that differ from the format's own. */
  readonly limits: Partial<Limits>;
  /** Text of an allowed-signers file; with one, a bundle without a valid signature fails. */
  readonly signers: string | null;
  readonly now: Date;
  /** Whether a full check compares what is carried with the bundle's own files (default: true). */
  readonly testCarried?: boolean;
  /** Whether nothing is written from the model (default: false). */
  readonly isForChecking?: boolean;
}

/** A bundle that was read, with everything wrong that was found. */
export interface BundleReading {
  readonly files: FileSet;
  readonly format: Format | null;
  readonly model: unknown;
  readonly findings: Findings;
  /** Files compared with SHA256SUMS; null when the bundle carries none. */
  readonly summed: number | null;
  readonly signature: SignatureCheck | null;
  /** What an earlier conversion carried besides the bundle's own files; null when there is nothing usable. */
  readonly carried: CarriedFacts | null;
}

const MAX_SIGNATURE_BYTES = 64 * 1024;
const MAX_SUMS_BYTES = 256 * 1024 * 1024;

/** Reads a bundle of whatever format; its sums and signature are checked before anything else. */
export async function readBundle(fileSet: FileSet, options: BundleOptions): Promise<BundleReading> {
  const findings = createFindings(options.profile);
  // With sums, every file is hashed here and perhaps again by its format; the cache makes it once.
  const known = (await fileSet.get(SUMS_FILE)) ? withDigestCache(fileSet) : fileSet;
  const { files, finish } = checkNames(known, findings);
  const sums = await checkSums(files, findings, { ...widestLimits, ...options.limits });
  const signature = await checkSignature(files, options, findings);
  const format = options.as ? await loadFormat(options.as) : await detectFormat(files, findings);
  const { level, isForChecking = false } = options;
  const readOptions = { findings, level, isForChecking };
  const model = format
    ? await format.read(files, {
        ...readOptions,
        limits: { ...limitsOf(format), ...options.limits },
      })
    : null;
  if (level === "full") await finish();
  const base = { files: known, format, findings, summed: sums?.compared ?? null, signature };
  if (!format) return { ...base, model: null, carried: null };
  const carried = await readCarriedOf({ ...base, format, model }, options);
  return { ...base, model, carried };
}

async function readCarriedOf(
  reading: { format: Format; model: unknown; files: FileSet; findings: Findings },
  { level, testCarried = true }: BundleOptions,
): Promise<CarriedFacts | null> {
  if (!(await reading.files.get(CARRIED_FILE))) return null;
  // Loaded here, because few bundles carry anything.
  const { checkCarried } = await import("./convert/check-carried.ts");
  return checkCarried(reading, level === "full" && testCarried, reading.findings);
}

async function checkSignature(
  files: FileSet,
  { signers, now }: BundleOptions,
  findings: Findings,
): Promise<SignatureCheck | null> {
  const place = { file: SUMS_SIGNATURE };
  const entry = await findFile(files, SUMS_SIGNATURE, { findings, optional: true });
  const sums = entry && (await findFile(files, SUMS_FILE, { findings }));
  if (!entry || !sums) {
    if (signers !== null)
      findings.error("E_SIGNATURE", place, "The bundle is not signed, but signers were given");
    return null;
  }
  // Loaded here, because few bundles are signed and every command would wait for it.
  const { verifySignature } = await import("./signing/verify.ts");
  const armored = new TextDecoder().decode(await readBytes(entry, MAX_SIGNATURE_BYTES));
  const message = await readBytes(sums, MAX_SUMS_BYTES);
  const check = verifySignature({ message, armored, allowedSigners: signers ?? undefined, now });
  if (!check.ok) {
    findings.error(
      "E_SIGNATURE",
      place,
      `The signature is not valid: ${check.reason ?? "unknown reason"}`,
    );
  } else if (signers === null) {
    findings.warn(
      "W_UNKNOWN_SIGNER",
      place,
      `Signed with key ${check.fingerprint}, but no list of signers was given to compare it with`,
    );
  }
  return check;
}

/** A reading without errors. */
export interface ValidReading extends BundleReading {
  readonly format: Format;
}

/** Throws unless a reading has no errors and produced a model. */
export function requireValid<Reading extends BundleReading>(
  reading: Reading,
  doing: string,
): asserts reading is Reading & ValidReading {
  if (isValid(reading)) return;
  const findings = reading.findings.list();
  const errors = findings.filter(isError);
  // What could not be read explains the rest, and ends a command with another exit code.
  const first = errors.find(({ code }) => code === "E_IO") ?? errors[0];
  const place = first?.file ? `${first.file}: ` : "";
  throw new HoldallError(
    first?.code ?? "E_FORMAT",
    `Cannot ${doing}: ${first ? `${place}${first.message}` : "it could not be read"}`,
    { findings, cure: "check it with `holdall verify BUNDLE`" },
  );
}

/** Whether a reading has no errors and produced a model. */
export function isValid<Reading extends BundleReading>(
  reading: Reading,
): reading is Reading & ValidReading {
  return reading.format !== null && reading.model !== null && reading.findings.errorCount() === 0;
}

function isError(finding: Finding): finding is Finding & { readonly code: ErrorCode } {
  return finding.severity === "error" && finding.code.startsWith("E_");
}
