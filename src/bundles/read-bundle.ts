import type { ErrorCode } from "../base/codes.ts";
import { withDigestCache } from "../base/digest-cache.ts";
import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import { createFindings, type Finding, type Findings, type Profile } from "../base/findings.ts";
import { findFile } from "../base/read-document.ts";
import { readBytes } from "../base/text.ts";
import type { Format, ReadOptions } from "../formats/format.ts";
import { type Limits, limitsByFormat, widestLimits } from "../formats/limits.ts";
import { type FormatName, loadFormat } from "../formats/registry.ts";
import { CARRIED, type CarriedFacts } from "./convert/carried-facts.ts";
import { detectFormat } from "./detect.ts";
import type { SignatureCheck } from "./signing/verify.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "./sums.ts";
import { checkSums } from "./sums-check.ts";

/** How a bundle is read. */
export interface BundleOptions {
  /** Forces a format instead of detecting it. */
  readonly as: FormatName | null;
  readonly profile: Profile;
  readonly level: ReadOptions["level"];
  /** Limits that differ from the format's own. */
  readonly limits: Partial<Limits>;
  /** Text of a list of allowed signers; with one, a bundle without a good signature fails. */
  readonly signers: string | null;
  readonly now: Date;
  /** Whether a full check tries what is carried against what the bundle says; it does unless told. */
  readonly tryCarried?: boolean;
}

/** A bundle that was read, with everything that was found wrong. */
export interface BundleReading {
  readonly files: FileSet;
  readonly format: Format | null;
  readonly model: unknown;
  readonly findings: Findings;
  /** Files compared with SHA256SUMS; null when the bundle carries none. */
  readonly summed: number | null;
  readonly signature: SignatureCheck | null;
  /** What an earlier conversion left beside the bundle's own files; null when there is none to use. */
  readonly carried: CarriedFacts | null;
}

const MAX_SIGNATURE_BYTES = 64 * 1024;
const MAX_SUMS_BYTES = 256 * 1024 * 1024;

/** Reads a bundle of whatever format; its sums and signature are checked before anything else. */
export async function readBundle(given: FileSet, options: BundleOptions): Promise<BundleReading> {
  const findings = createFindings(options.profile);
  // With sums every file is hashed here and maybe again by its format: once is enough.
  const files = (await given.get(SUMS_FILE)) ? withDigestCache(given) : given;
  const sums = await checkSums(files, findings, { ...widestLimits, ...options.limits });
  const signature = await checkSignature(files, options, findings);
  const format = options.as ? await loadFormat(options.as) : await detectFormat(files, findings);
  const base = { files, format, findings, summed: sums?.compared ?? null, signature };
  if (!format) return { ...base, model: null, carried: null };
  const limits = { ...limitsOf(format), ...options.limits };
  const model = await format.read(files, { findings, limits, level: options.level });
  const carried = await readCarriedOf({ ...base, format, model }, options);
  return { ...base, model, carried };
}

async function readCarriedOf(
  reading: { format: Format; model: unknown; files: FileSet; findings: Findings },
  { level, tryCarried = true }: BundleOptions,
): Promise<CarriedFacts | null> {
  if (!(await reading.files.get(CARRIED))) return null;
  // Loaded here, because few bundles carry anything.
  const { checkCarried } = await import("./convert/check-carried.ts");
  return checkCarried(reading, level === "full" && tryCarried, reading.findings);
}

/** The default limits of a format. */
export function limitsOf(format: Format): Limits {
  const table: Readonly<Record<string, Limits>> = limitsByFormat;
  const own = Object.hasOwn(table, format.name) ? table[format.name] : undefined;
  return own ?? widestLimits;
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
    if (signers !== null) findings.error("E_SIGNATURE", place, "The bundle is not signed");
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
      `The signature does not hold: ${check.reason ?? "unknown"}`,
    );
  } else if (signers === null) {
    findings.warn(
      "W_UNKNOWN_SIGNER",
      place,
      `Signed by ${check.fingerprint}, but no list of signers was given`,
    );
  }
  return check;
}

/** A reading without an error. */
export interface SoundReading extends BundleReading {
  readonly format: Format;
}

/** Throws unless a reading has no error and gave a model. */
export function requireSound<Reading extends BundleReading>(
  reading: Reading,
  doing: string,
): asserts reading is Reading & SoundReading {
  if (isSound(reading)) return;
  const findings = reading.findings.list();
  const first = findings.find(isError);
  const place = first?.file ? `${first.file}: ` : "";
  throw new HoldallError(
    first?.code ?? "E_FORMAT",
    `Cannot ${doing}: ${first ? `${place}${first.message}` : "nothing could be read"}`,
    { findings, cure: "see every finding with `holdall verify`" },
  );
}

/** Whether a reading has no error and gave a model. */
export function isSound<Reading extends BundleReading>(
  reading: Reading,
): reading is Reading & SoundReading {
  return reading.format !== null && reading.model !== null && reading.findings.errorCount() === 0;
}

function isError(finding: Finding): finding is Finding & { readonly code: ErrorCode } {
  return finding.severity === "error" && finding.code.startsWith("E_");
}
