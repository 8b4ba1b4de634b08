import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";

/** What an address names: a tag or a digest in a repository of a registry. */
export interface OciAddress {
  /** Host and port. */
  readonly registry: string;
  /** The repository. */
  readonly name: string;
  /** A tag, or `sha256:` and a digest. */
  readonly reference: string;
}

const SCHEME = "oci://";
const DEFAULT_TAG = "latest";
const HOST = /^(?:\[[0-9a-f:]+\]|[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?$/;
const SEGMENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 255;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** Parses `oci://REGISTRY[:PORT]/NAME[:TAG | @sha256:DIGEST]`; null for an address of another kind. */
export function parseOciAddress(text: string): OciAddress | null {
  if (!text.startsWith(SCHEME)) return null;
  const { registry, name, reference } = splitAddress(text.slice(SCHEME.length));
  const fault = registryFault(registry) ?? nameFault(name) ?? referenceFault(reference);
  if (fault === null) return { registry, name, reference };
  // What is before an @ may be a password.
  const shown = registry.includes("@") ? `${SCHEME}…` : text;
  throw new HoldallError("E_USAGE", `Cannot use "${excerpt(shown, 200)}": ${fault}`, {
    cure: "for example oci://registry.example/anna/orchard:latest",
  });
}

function splitAddress(text: string): OciAddress {
  const slash = text.indexOf("/");
  const registry = slash === -1 ? text : text.slice(0, slash);
  const rest = slash === -1 ? "" : text.slice(slash + 1);
  const at = rest.indexOf("@");
  if (at !== -1) return { registry, name: rest.slice(0, at), reference: rest.slice(at + 1) };
  const [name = "", ...tag] = rest.split(":");
  return { registry, name, reference: tag.length === 0 ? DEFAULT_TAG : tag.join(":") };
}

function registryFault(registry: string): string | null {
  if (registry === "") return "it names no registry";
  if (registry.includes("@")) return "a login does not belong in an address";
  return HOST.test(registry) ? null : "its registry is not a host in lower case";
}

function nameFault(name: string): string | null {
  if (name === "") return "it names no repository of the registry";
  const isName =
    name.length <= MAX_NAME_LENGTH && name.split("/").every((one) => SEGMENT.test(one));
  return isName
    ? null
    : "the name has other characters than a-z, 0-9 and single . _ - / between them";
}

function referenceFault(reference: string): string | null {
  if (isDigest(reference)) return null;
  if (reference.includes(":")) return "after the name is a tag, or @sha256: and 64 hex digits";
  return TAG.test(reference) ? null : "it has no valid tag after the name";
}

/** Whether a text is a digest of the only kind that is used here. */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** The address as it is typed; another reference leads to something else in the same repository. */
export function formatOciAddress({ registry, name, reference }: OciAddress): string {
  return `${SCHEME}${registry}/${name}${isDigest(reference) ? "@" : ":"}${reference}`;
}

/** Docker's own registry has another host for its API than in its addresses. */
const DOCKER_HOST = "docker.io";
const DOCKER_API = "registry-1.docker.io";

/** Where the API of a registry is: by https, and by plain http on this machine alone. */
export function apiOf(registry: string): URL {
  const api = new URL(`https://${registry === DOCKER_HOST ? DOCKER_API : registry}/`);
  return isLoopback(api) ? new URL(`http://${registry}/`) : api;
}

/** Whether a URL leads to this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
