/**
 * A git repository, by the user's own `git`. A parcel is two commits below `refs/holdall/` of exactly the repository that
 * was named: no branch, no tag, and nothing in its history.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { formatBytes } from "../../base/text/format-count.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../bundles/sums.ts";
import type { Carrier, CarrierContext, Found, Parcel, Place, Sent } from "../carrier.ts";
import { MAX_SIGNATURE_BYTES, MAX_SUMS_BYTES } from "../listed-files.ts";
import { type GitAddress, parseGitAddress, withoutPassword } from "./address.ts";
import { FILES_REF, LIST_REF, MAX_BYTES, remoteRefs } from "./layout.ts";
import { readFiles } from "./read-files.ts";
import { createScratchRepository, type ScratchRepository } from "./scratch-repository.ts";
import { writeCommits } from "./write-commits.ts";

const carrier: Carrier = {
  form: "git+REMOTE#NAME",
  open(text, context) {
    const address = parseGitAddress(text, context.cwd);
    return address === null ? null : gitPlace(address, context);
  },
};

export default carrier;

function gitPlace(address: GitAddress, context: CarrierContext): Place {
  return {
    address: withoutPassword(`git+${address.remote}#${address.name}`),
    name: path.posix.basename(address.name),
    look: () => look(address, context),
    send: (parcel) => send(address, parcel, context),
  };
}

/** The commits that refs of the remote repository lead to. */
async function listRemote(repository: ScratchRepository, { remote, name }: GitAddress) {
  const refs = remoteRefs(name);
  const { stdout } = await repository.run(["ls-remote", "--", remote, refs.list, refs.files]);
  const commits = new Map(
    stdout
      .toString("utf8")
      .split("\n")
      .map((line) => line.split("\t"))
      .map(([commit = "", ref = ""]) => [ref, commit]),
  );
  return { list: commits.get(refs.list) ?? null, files: commits.get(refs.files) ?? null };
}

async function look(address: GitAddress, context: CarrierContext): Promise<Found | null> {
  const repository = await createScratchRepository(context);
  const commits = await listRemote(repository, address);
  if (commits.list === null) return null;
  if (address.commit !== null && commits.list !== address.commit) {
    const message = `Cannot fetch "${address.name}": it was replaced since, and is ${commits.list} now`;
    throw new HoldallError("E_NOT_FOUND", message, {
      cure: "ask whoever sent it for its new address",
    });
  }
  const refs = remoteRefs(address.name);
  await fetchRef(repository, address, {
    from: refs.list,
    to: LIST_REF,
    maxBytes: MAX_SUMS_BYTES,
    context,
  });
  const sums = await readText(repository, SUMS_FILE, MAX_SUMS_BYTES);
  if (sums === null) return null;
  const signature = await readText(repository, SUMS_SIGNATURE, MAX_SIGNATURE_BYTES);
  return {
    sums,
    signatures: signature === null ? [] : [signature],
    pinned: withoutPassword(`git+${address.remote}#${address.name}@${commits.list}`),
    bytes: null,
    async download(folder) {
      await fetchRef(repository, address, {
        from: refs.files,
        to: FILES_REF,
        maxBytes: MAX_BYTES,
        context,
      });
      await readFiles(repository, sums, { folder, context });
    },
  };
}

interface Fetch {
  readonly from: string;
  readonly to: string;
  readonly maxBytes: number;
  readonly context: CarrierContext;
}

/** How often the size of what was received is looked at. */
const LOOK_MS = 500;

/** Fetches one ref; a repository that sends more than it may is left. */
async function fetchRef(
  repository: ScratchRepository,
  { remote }: GitAddress,
  { from, to, maxBytes, context }: Fetch,
): Promise<void> {
  const tooLarge = new AbortController();
  const objects = path.join(repository.folder, "objects");
  const timer = setInterval(() => {
    const bytes = sizeBelow(objects);
    context.progress(`received ${formatBytes(bytes)}`);
    // What is compressed badly is a little larger than its content.
    if (bytes > maxBytes * 1.1 + 2 ** 20) tooLarge.abort();
  }, LOOK_MS);
  const args = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--depth=1"];
  try {
    await repository.run([...args, "--", remote, `+${from}:${to}`], tooLarge.signal);
  } catch (error) {
    if (!tooLarge.signal.aborted) throw error;
    const message = `Cannot fetch: the repository sends more than ${formatBytes(maxBytes)}`;
    throw new HoldallError("E_LIMIT", message, { cure: "ask for it by another carrier" });
  } finally {
    clearInterval(timer);
  }
}

function sizeBelow(folder: string): number {
  let bytes = 0;
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    bytes += fs.statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

/** A file of the list's commit; null where it has none. */
async function readText(
  repository: ScratchRepository,
  name: string,
  maxBytes: number,
): Promise<string | null> {
  const { stdout } = await repository.run(["ls-tree", "-l", "-z", LIST_REF, "--", name]);
  const [, object, size] = /^100644 blob ([0-9a-f]+) +(\d+)\t/.exec(stdout.toString("utf8")) ?? [];
  if (object === undefined) return null;
  if (Number(size) > maxBytes) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot fetch "${name}": it is larger than ${formatBytes(maxBytes)}`,
    );
  }
  return (await repository.run(["cat-file", "blob", object])).stdout.toString("utf8");
}

async function send(address: GitAddress, parcel: Parcel, context: CarrierContext): Promise<Sent> {
  if (parcel.bytes > MAX_BYTES) {
    const state = `it has ${formatBytes(parcel.bytes)}, and git carries ${formatBytes(MAX_BYTES)} at most`;
    throw new HoldallError("E_LIMIT", `Cannot push to a git repository: ${state}`, {
      cure: "push it to a registry (oci://) or by ssh",
    });
  }
  const repository = await createScratchRepository(context);
  await writeCommits(repository, parcel, context);
  const there = await listRemote(repository, address);
  const refs = remoteRefs(address.name);
  // Only what was seen is replaced, not what somebody pushes at the same moment.
  const leases = [
    `--force-with-lease=${refs.list}:${there.list ?? ""}`,
    `--force-with-lease=${refs.files}:${there.files ?? ""}`,
  ];
  const args = ["push", "--quiet", "--atomic", "--no-verify", "--no-thin", ...leases];
  context.progress(`sending to ${withoutPassword(address.remote)}`);
  await repository.run([
    ...args,
    "--",
    address.remote,
    `${LIST_REF}:${refs.list}`,
    `${FILES_REF}:${refs.files}`,
  ]);
  const { stdout } = await repository.run(["rev-parse", LIST_REF]);
  const commit = stdout.toString("utf8").trim();
  return {
    bytes: parcel.bytes,
    pinned: withoutPassword(`git+${address.remote}#${address.name}@${commit}`),
  };
}
