/** Logins as people have them: the files of docker and podman, and the programs that those files name. */

import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { readSmallFile } from "../../disk/small-file.ts";
import { userFolder } from "../../disk/user-folder.ts";
import { runProgram } from "../../programs/run-program.ts";
import { DESKTOP, XDG_FOLDERS } from "../../programs/variables.ts";
import type { CarrierContext } from "../carrier.ts";
import type { OciAddress } from "./address.ts";

/** What proves to a registry who somebody is. */
export type Login =
  | { readonly kind: "password"; readonly user: string; readonly password: string }
  /** Exchanged for a short token at each use. */
  | { readonly kind: "refresh"; readonly token: string }
  | { readonly kind: "token"; readonly token: string };

const MAX_FILE_BYTES = 4 * 1024 * 1024;
const MAX_ANSWER_BYTES = 1024 * 1024;
const ANSWER_MS = 2 * 60_000;
const PROGRAM_NAME = /^[A-Za-z0-9][\w.-]*$/;
/** A user name of docker's that says that the password is a token to be exchanged. */
const TOKEN_USER = "<token>";
/** What docker writes its own registry down as. */
const DOCKER_KEYS = ["index.docker.io", "docker.io"];
const DOCKER_SERVER = "https://index.docker.io/v1/";

const entrySchema = z.object({
  auth: z.string().optional(),
  username: z.string().optional(),
  password: z.string().optional(),
  identitytoken: z.string().optional(),
  registrytoken: z.string().optional(),
});
const fileSchema = z.object({
  auths: z.record(z.string(), entrySchema).optional(),
  credHelpers: z.record(z.string(), z.string()).optional(),
  credsStore: z.string().optional(),
});
const answerSchema = z.object({ Username: z.string(), Secret: z.string() });

type Entry = z.infer<typeof entrySchema>;
type LoginFile = z.infer<typeof fileSchema>;

/** The user's login for a repository; null without one. */
export async function findLogin(
  { registry, name }: OciAddress,
  context: CarrierContext,
): Promise<Login | null> {
  const keys = registry === "docker.io" ? DOCKER_KEYS : placesOf(registry, name);
  for (const file of loginFiles()) {
    const logins = readLogins(file);
    const program = keys.map((key) => logins.credHelpers?.[key]).find(Boolean) ?? logins.credsStore;
    const server = registry === "docker.io" ? DOCKER_SERVER : registry;
    const found =
      (program ? await askProgram(program, server, context) : null) ?? findEntry(logins, keys);
    if (found !== null) return found;
  }
  return null;
}

/** What an entry may be for, the nearest first: podman has entries for parts of a registry. */
function placesOf(registry: string, name: string): readonly string[] {
  const parts = [registry, ...name.split("/")];
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
}

function loginFiles(): readonly string[] {
  const { DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, XDG_CONFIG_HOME } = process.env;
  const homeFolder = userFolder();
  const docker = DOCKER_CONFIG || path.join(homeFolder, ".docker");
  const config = XDG_CONFIG_HOME || path.join(homeFolder, ".config");
  return [
    path.join(docker, "config.json"),
    REGISTRY_AUTH_FILE,
    XDG_RUNTIME_DIR && path.join(XDG_RUNTIME_DIR, "containers", "auth.json"),
    path.join(config, "containers", "auth.json"),
    // A relative one would be a file of the project.
  ].filter(
    (file) => file !== undefined && path.isAbsolute(file) && fs.existsSync(file),
  ) as string[];
}

function readLogins(file: string): LoginFile {
  const { text } = readSmallFile("/", file, { what: "the logins", maxBytes: MAX_FILE_BYTES });
  const parsed = fileSchema.safeParse(parseOrNull(text));
  if (parsed.success) return parsed.data;
  throw new HoldallError(
    "E_JSON",
    `Cannot read the logins in "${file}": it is not a file of docker`,
    {
      cure: "repair or remove the file",
    },
  );
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function findEntry({ auths = {} }: LoginFile, keys: readonly string[]): Login | null {
  const entries = new Map(Object.entries(auths).map(([key, entry]) => [plainKey(key), entry]));
  const entry = keys.map((key) => entries.get(key)).find((found) => found !== undefined);
  return entry === undefined ? null : loginOf(entry);
}

/** The key of an entry without what older programs wrote around the host. */
function plainKey(key: string): string {
  return key.replace(/^https?:\/\//, "").replace(/\/(?:v[12]\/?)?$/, "");
}

function loginOf({ auth, identitytoken, registrytoken, ...plain }: Entry): Login | null {
  if (registrytoken) return { kind: "token", token: registrytoken };
  if (identitytoken) return { kind: "refresh", token: identitytoken };
  const joined = Buffer.from(auth ?? "", "base64").toString("utf8");
  const colon = joined.indexOf(":");
  const user = plain.username ?? joined.slice(0, Math.max(0, colon));
  const password = plain.password ?? joined.slice(colon + 1);
  return user === "" || password === "" ? null : { kind: "password", user, password };
}

/** What a helper needs to find the keys and settings of its own service. */
const PROGRAM_VARIABLES = [
  ...DESKTOP,
  ...XDG_FOLDERS,
  "DOCKER_CONFIG",
  "GNUPGHOME",
  "GPG_TTY",
  "PASSWORD_STORE_DIR",
  "CLOUDSDK_CONFIG",
  "GOOGLE_APPLICATION_CREDENTIALS",
  "AWS_PROFILE",
  "AWS_REGION",
  "AWS_CONFIG_FILE",
  "AWS_SHARED_CREDENTIALS_FILE",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "AWS_ROLE_ARN",
  "AWS_WEB_IDENTITY_TOKEN_FILE",
  "AZURE_CONFIG_DIR",
  "AZURE_TENANT_ID",
  "AZURE_CLIENT_ID",
  "HTTPS_PROXY",
  "NO_PROXY",
  "https_proxy",
  "no_proxy",
];

/** Asks `docker-credential-NAME`; null when it knows no login for the server, or does not work here. */
async function askProgram(
  name: string,
  server: string,
  { note, signal }: CarrierContext,
): Promise<Login | null> {
  const unusable = (state: string) => {
    note(`The login helper "${name}" of the docker settings was not used: ${state}`);
    return null;
  };
  if (!PROGRAM_NAME.test(name)) return unusable("it has no valid name");
  const result = await runProgram({
    program: `docker-credential-${name}`,
    args: ["get"],
    variables: PROGRAM_VARIABLES,
    input: server,
    timeoutMs: ANSWER_MS,
    maxOutput: MAX_ANSWER_BYTES,
    onMoreOutput: "end",
    signal,
  }).catch(() => null);
  signal.throwIfAborted();
  if (result === null) return unusable(`docker-credential-${name} cannot be started`);
  const output = result.stdout.toString("utf8");
  if (result.exitCode !== 0) {
    return output.includes("credentials not found") ? null : unusable("it failed");
  }
  const answer = answerSchema.safeParse(parseOrNull(output));
  if (!answer.success) return unusable("its answer is not in the form of a login");
  const { Username: user, Secret: secret } = answer.data;
  if (user === TOKEN_USER) return { kind: "refresh", token: secret };
  return user === "" ? null : { kind: "password", user, password: secret };
}
