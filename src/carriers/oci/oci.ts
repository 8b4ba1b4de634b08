/**
 * A registry of container images, as a place for bundles: the files of a parcel are blobs that a manifest describes,
 * and the signature is an artifact that refers to it, so that the signer is known before anything large is fetched.
 */

import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { SUMS_FILE } from "../../bundles/sums.ts";
import type { Carrier, CarrierContext, Found, Parcel, Place, Sent } from "../carrier.ts";
import { formatOciAddress, isDigest, type OciAddress, parseOciAddress } from "./address.ts";
import { blobsOf } from "./blobs.ts";
import { fetchText } from "./download.ts";
import { buildManifest, describeBlob, parseManifest } from "./manifest.ts";
import { getManifest, MANIFEST_TYPE, putManifest } from "./manifest-requests.ts";
import { receiveFiles } from "./receive.ts";
import { openRepository, type Repository } from "./repository.ts";
import { findSignatures, pushSignature } from "./signatures.ts";
import { sendBlobs } from "./upload.ts";

const carrier: Carrier = {
  form: "oci://REGISTRY/NAME[:TAG]",
  open(text, context) {
    const address = parseOciAddress(text);
    return address === null ? null : ociPlace(address, context);
  },
};

export default carrier;

function ociPlace(address: OciAddress, context: CarrierContext): Place {
  const repository = openRepository(address, context);
  return {
    address: formatOciAddress(address),
    name: path.posix.basename(address.name),
    look: () => look(repository, address, context),
    send: (parcel) => send(repository, address, { parcel, context }),
  };
}

async function look(
  repository: Repository,
  address: OciAddress,
  context: CarrierContext,
): Promise<Found | null> {
  const { signal } = context;
  const received = await getManifest(repository, address.reference);
  if (received === null) return null;
  const manifest = parseManifest(received.bytes, address.registry);
  const sums = await fetchText(repository, manifest.sums, { what: SUMS_FILE, signal });
  const layers = [...manifest.files, ...(manifest.archive === null ? [] : [manifest.archive])];
  const bytes = layers.reduce((sum, { size }) => sum + size, 0);
  return {
    sums,
    signatures: await findSignatures(repository, received.digest, signal),
    pinned: formatOciAddress({ ...address, reference: received.digest }),
    bytes,
    download: (folder) => {
      const onBytes = progressOf(context, "fetched", bytes);
      return receiveFiles(repository, folder, { manifest, sums, signal, onBytes });
    },
  };
}

interface Sending {
  readonly parcel: Parcel;
  readonly context: CarrierContext;
}

async function send(
  repository: Repository,
  address: OciAddress,
  { parcel, context }: Sending,
): Promise<Sent> {
  requireTag(address);
  const { config, layers } = await blobsOf(parcel);
  const descriptors = layers.map(({ descriptor }) => descriptor);
  const manifest = buildManifest(config.descriptor, descriptors);
  const digest = `sha256:${sha256(manifest)}`;
  const total = descriptors.reduce((sum, { size }) => sum + size, config.descriptor.size);
  let bytes = await sendBlobs(repository, [config, ...layers], progressOf(context, "sent", total));
  if (parcel.signature !== null) {
    // The signature is there before the tag leads to what it signs.
    await putManifest(repository, digest, { text: manifest, mediaType: MANIFEST_TYPE });
    const size = Buffer.byteLength(manifest);
    const subject = describeBlob(MANIFEST_TYPE, { digest, size });
    bytes += await pushSignature(repository, parcel.signature, subject);
  }
  await putManifest(repository, address.reference, { text: manifest, mediaType: MANIFEST_TYPE });
  return { bytes, pinned: formatOciAddress({ ...address, reference: digest }) };
}

function requireTag(address: OciAddress): void {
  if (!isDigest(address.reference)) return;
  const state = "a digest follows from what is sent";
  throw new HoldallError("E_USAGE", `Cannot push to "${formatOciAddress(address)}": ${state}`, {
    cure: "name a tag, as in oci://registry.example/anna/orchard:latest",
  });
}

const PROGRESS_BYTES = 1024 * 1024;

/** Reports every further MiB. */
function progressOf(context: CarrierContext, what: string, total: number): (bytes: number) => void {
  let reported = 0;
  return (bytes) => {
    if (bytes - reported < PROGRESS_BYTES && bytes !== total) return;
    reported = bytes;
    context.progress(`${what} ${formatBytes(bytes)} of ${formatBytes(total)}`);
  };
}
