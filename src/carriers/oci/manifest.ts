/** How a parcel is described in a registry. Equal content has equal bytes: there is no time and no host in it. */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import { MAX_SIGNATURE_BYTES, MAX_SUMS_BYTES } from "../listed-files.ts";
import { INDEX_TYPE, MANIFEST_TYPE } from "./manifest-requests.ts";

/** What a blob is. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** What a pull needs of a bundle's manifest. */
export interface BundleManifest {
  readonly sums: Descriptor;
  /** The archive of the small files; null when there are none. */
  readonly archive: Descriptor | null;
  /** Files that are stored as they are. */
  readonly files: readonly (Descriptor & { readonly path: string })[];
}

const BUNDLE = "application/vnd.holdall.bundle";
/** Media types of what a bundle consists of. */
export const bundleTypes = {
  artifact: `${BUNDLE}.v1`,
  config: `${BUNDLE}.config.v1+json`,
  sums: `${BUNDLE}.sums.v1`,
  archive: `${BUNDLE}.files.v1.tar+gzip`,
  file: `${BUNDLE}.file.v1`,
} as const;
/** The media type of a signature. */
export const SIGNATURE_TYPE = "application/vnd.holdall.signature.v1";
/** The media type of {@link EMPTY_CONFIG}. */
export const EMPTY_TYPE = "application/vnd.oci.empty.v1+json";
/** The configuration of what has none: some registries refuse an empty file. */
export const EMPTY_CONFIG = "{}";
/** Other programs store a layer under this name. */
const TITLE = "org.opencontainers.image.title";

/** Files that are stored as they are, one layer each. */
export const MAX_RAW_FILES = 64;
const MAX_REFERRERS = 100;

const descriptorSchema = z.object({
  mediaType: z.string(),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  size: z.int().nonnegative(),
  annotations: z.record(z.string(), z.string()).optional(),
});
const manifestSchema = z.object({
  mediaType: z.string().optional(),
  artifactType: z.string().optional(),
  config: descriptorSchema,
  layers: z.array(descriptorSchema),
  subject: descriptorSchema.optional(),
});
const indexSchema = z.object({
  manifests: z.array(z.looseObject(descriptorSchema.shape)).max(MAX_REFERRERS),
});

/** The descriptor of a blob, under the name that other programs store it with. */
export function describeBlob(
  mediaType: string,
  { digest, size }: { readonly digest: string; readonly size: number },
  title?: string,
): Descriptor {
  const annotations = title === undefined ? {} : { annotations: { [TITLE]: title } };
  return { mediaType, digest, size, ...annotations };
}

/** The text of a bundle's manifest. */
export function buildManifest(config: Descriptor, layers: readonly Descriptor[]): string {
  return manifestText({ artifactType: bundleTypes.artifact, config, layers });
}

function manifestText(content: object): string {
  return JSON.stringify({ schemaVersion: 2, mediaType: MANIFEST_TYPE, ...content });
}

/** Reads the manifest of a bundle; one of anything else is refused. */
export function parseManifest(bytes: Uint8Array, registry: string): BundleManifest {
  const refuse = (state: string) =>
    new HoldallError("E_FORMAT", `Cannot pull from "${registry}": ${state}`, {
      cure: "name what was pushed by holdall",
    });
  const json = parseJson(bytes);
  if (indexSchema.safeParse(json).success) throw refuse("it is a list of images, not a bundle");
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw refuse("it is no manifest of an artifact with digests of SHA-256");
  const { artifactType, config, layers } = parsed.data;
  const type = artifactType ?? config.mediaType;
  if (type !== bundleTypes.artifact) throw refuse(`it is "${excerpt(type, 120)}", not a bundle`);
  return readLayers(layers, refuse);
}

function readLayers(
  layers: readonly Descriptor[],
  refuse: (state: string) => HoldallError,
): BundleManifest {
  const ofType = (type: string) => layers.filter(({ mediaType }) => mediaType === type);
  const [sums, ...otherSums] = ofType(bundleTypes.sums);
  const [archive = null, ...otherArchives] = ofType(bundleTypes.archive);
  const files = ofType(bundleTypes.file).map((layer) => ({
    ...layer,
    path: layer.annotations?.[TITLE] ?? "",
  }));
  if (sums === undefined || otherSums.length + otherArchives.length > 0) {
    throw refuse("it has not one list of sums and at most one archive");
  }
  if (files.length > MAX_RAW_FILES) {
    throw new HoldallError("E_LIMIT", `Cannot pull: more than ${MAX_RAW_FILES} files are apart`);
  }
  requireSize(sums, SUMS_FILE, MAX_SUMS_BYTES);
  return { sums, archive, files };
}

function requireSize({ size }: Descriptor, what: string, limit: number): void {
  if (size <= limit) return;
  const state = `it has ${formatBytes(size)}, limit ${formatBytes(limit)}`;
  throw new HoldallError("E_LIMIT", `Cannot fetch "${what}": ${state}`);
}

/** The text of the manifest of a signature. */
export function buildSignatureManifest(
  config: Descriptor,
  signature: Descriptor,
  subject: Descriptor,
): string {
  return manifestText({ artifactType: SIGNATURE_TYPE, config, layers: [signature], subject });
}

/** The signature over a bundle; null for every other manifest, whatever a list calls it. */
export function parseSignatureManifest(bytes: Uint8Array, subject: string): Descriptor | null {
  const { data } = manifestSchema.safeParse(parseJson(bytes));
  const [layer, ...others] = data?.layers ?? [];
  const isSignature =
    data?.artifactType === SIGNATURE_TYPE &&
    data.subject?.digest === subject &&
    others.length === 0 &&
    layer?.mediaType === SIGNATURE_TYPE;
  if (!isSignature || layer === undefined) return null;
  requireSize(layer, SUMS_SIGNATURE, MAX_SIGNATURE_BYTES);
  return layer;
}

/** The manifests of a list of referrers, each as it was listed. */
export function parseReferrers(bytes: Uint8Array): readonly Descriptor[] {
  const parsed = indexSchema.safeParse(parseJson(bytes));
  if (parsed.success) return parsed.data.manifests;
  const state = `it is no index with at most ${MAX_REFERRERS} manifests`;
  throw new HoldallError("E_FORMAT", `Cannot read the list of signatures: ${state}`);
}

/** The list of referrers where a registry keeps none, with one more manifest. */
export function addReferrer(listed: readonly Descriptor[], signature: Descriptor): string {
  const others = listed.filter(({ digest }) => digest !== signature.digest);
  const manifests = [...others, { ...signature, artifactType: SIGNATURE_TYPE }];
  return JSON.stringify({ schemaVersion: 2, mediaType: INDEX_TYPE, manifests });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return null;
  }
}
