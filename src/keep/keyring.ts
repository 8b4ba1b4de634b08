import { isSealedBackup, type KeyFile, placeKey, readKeyFiles } from "../backup/key-files.ts";
import {
  createSealKey,
  KEY_BYTES,
  type Keyring,
  NO_KEYS,
  type SealKey,
  sealKey,
} from "../backup/sealing.ts";
import { HoldallError } from "../base/errors.ts";
import { readIdentities } from "../bundles/disk/read-key-files.ts";
import type { SealIdentity } from "../bundles/sealing/identities.ts";
import { openStream } from "../bundles/sealing/open.ts";
import { checkRecipients } from "../bundles/sealing/recipients.ts";
import { sealStream } from "../bundles/sealing/seal.ts";
import { userConfigFor } from "../runtime/config.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import {
  type LocalKey,
  localKeyring,
  localKeys,
  saveLocalKey,
} from "../sessions/kept/local-keys.ts";

/** A stranger's backup must not make us try keys without end. */
const MAX_TRIED = 1000;

/** The keys of a backup that this machine knows, and those that identities open. */
export async function openKeyring(
  context: OperationContext,
  folder: string,
  identities: readonly string[] = [],
): Promise<Keyring> {
  const local = localKeyring(agentEnvironment(context), folder);
  if (identities.length === 0) return local;
  const opened = await openKeys(context, folder, identities);
  return {
    ...local,
    keys: new Map([...local.keys, ...opened.map((key) => [key.id, key] as const)]),
  };
}

/** What a run seals with: for the recipients that were named, those in the settings, or those of this machine before. */
export async function keyringToWrite(
  context: OperationContext,
  folder: string,
  {
    seal,
    identity = [],
  }: {
    readonly seal?: readonly string[] | undefined;
    readonly identity?: readonly string[] | undefined;
  },
): Promise<Keyring> {
  const environment = agentEnvironment(context);
  if (identity.length > 0) {
    for (const key of await openKeys(context, folder, identity)) rememberKey(context, key);
  }
  const named = seal ?? userConfigFor(context).keep.seal ?? [];
  const own = localKeys(environment).filter((key) => key.own?.folder === folder);
  if (named.length === 0 && own.length === 0) {
    if (!isSealedBackup(folder)) return NO_KEYS;
    throw new HoldallError(
      "E_KEY",
      `Cannot keep sessions in "${folder}": it is sealed, and no recipient is known here`,
      {
        cure: "name one with --seal RECIPIENT, once, or for good with `holdall keep on --seal`",
      },
    );
  }
  const recipients = named.length === 0 ? (own[0]?.own?.recipients ?? []) : checkRecipients(named);
  const current =
    own.find((key) => isSame(key.own?.recipients ?? [], recipients)) ??
    (await createKey(context, folder, recipients));
  if (current.own !== null) placeMissing(folder, { id: current.id, bytes: current.own.sealed });
  const { keys } = localKeyring(environment, folder);
  const replaced = own.filter(({ id }) => id !== current.id).map(({ id }) => id);
  return { current, keys, replaced: new Set(replaced) };
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted());
}

async function createKey(
  context: OperationContext,
  folder: string,
  recipients: readonly string[],
): Promise<LocalKey> {
  const created = createSealKey();
  const sealed = await allBytes(
    sealStream(oneOf(created.key), recipients),
    Number.POSITIVE_INFINITY,
  );
  const key = { ...created, own: { folder, recipients, sealed } };
  saveLocalKey(agentEnvironment(context), key);
  return key;
}

/** Without its file, a key is lost with this machine. */
function placeMissing(folder: string, file: KeyFile): void {
  const there = readKeyFiles(folder).find(({ id }) => id === file.id);
  if (there === undefined || !there.bytes.equals(file.bytes)) placeKey(folder, file);
}

function rememberKey(context: OperationContext, key: SealKey): void {
  const environment = agentEnvironment(context);
  if (localKeys(environment).some(({ id }) => id === key.id)) return;
  saveLocalKey(environment, { ...key, own: null });
}

/** Opens the keys of a backup; refuses identities that open none. */
async function openKeys(
  context: OperationContext,
  folder: string,
  files: readonly string[],
): Promise<readonly SealKey[]> {
  const identities = readIdentities(context.cwd, files);
  const all = readKeyFiles(folder);
  const opened: SealKey[] = [];
  let refused: unknown;
  for (const file of all.slice(0, MAX_TRIED)) {
    context.signal.throwIfAborted();
    try {
      opened.push(await openKey(file, identities));
    } catch (error) {
      refused = error;
    }
  }
  if (opened.length === 0 && refused !== undefined) throw refused;
  return opened;
}

async function openKey(
  { id, bytes }: KeyFile,
  identities: readonly SealIdentity[],
): Promise<SealKey> {
  const key = sealKey(await allBytes(openStream(oneOf(bytes), identities), KEY_BYTES));
  if (key.id === id) return key;
  throw new HoldallError(
    "E_DIGEST",
    `Cannot read the backup: "keys/${id}.age" contains another key`,
  );
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function allBytes(source: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source) {
    size += piece.length;
    if (size > most) break;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
