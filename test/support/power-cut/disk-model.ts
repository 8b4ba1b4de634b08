import type { DiskStep } from "./recording.ts";

/** A file, folder or link of the model, whatever its names are. */
export interface Node {
  readonly id: number;
  readonly kind: "file" | "folder" | "link";
  /** Where a link leads. */
  readonly target: string;
  /** What a sync has made certain. */
  durable: Buffer;
  /** Changes of a file's bytes since then. */
  pending: Change[];
  /** Names in a folder that are certain. */
  readonly durableNames: Map<string, Node>;
  /** Names in a folder as the running program sees them. */
  readonly names: Map<string, Node>;
}

/** A change of a file's bytes that no sync covers yet. */
export type Change =
  | { readonly at: number; readonly bytes: Buffer; readonly step: number }
  | { readonly size: number; readonly step: number };

/** A change of names that no sync of its folder covers yet. It happens completely or not at all. */
export interface NameChange {
  readonly step: number;
  readonly folder: Node;
  readonly name: string;
  /** What gets the name; null when it is removed. */
  readonly node: Node | null;
  /** The name that a rename removes. */
  readonly from?: { readonly folder: Node; readonly name: string };
}

/** A disk that keeps apart what is certain and what a loss of power may take. */
export interface Disk {
  readonly root: Node;
  readonly nameChanges: readonly NameChange[];
  /** Files with changes that no sync covers. */
  dirtyFiles(): readonly Node[];
  apply(step: DiskStep): void;
  /** Adds something that is on disk before the recording begins. */
  add(path: string, content: Buffer | "folder"): void;
}

/** An empty disk. */
export function createDisk(): Disk {
  let nextId = 0;
  let now = 0;
  const create = (kind: Node["kind"], target = ""): Node => ({
    id: nextId++,
    kind,
    target,
    durable: Buffer.alloc(0),
    pending: [],
    durableNames: new Map(),
    names: new Map(),
  });
  const root = create("folder");
  const opened = new Map<number, Node>();
  const syncs = new Map<number, number>();
  const dirty = new Set<Node>();
  let nameChanges: NameChange[] = [];

  const find = (path: string): Node | undefined =>
    path.split("/").reduce<Node | undefined>((at, name) => {
      return name === "" ? at : at?.names.get(name);
    }, root);
  const split = (path: string) => {
    const cut = path.lastIndexOf("/");
    const folder = find(path.slice(0, Math.max(cut, 0)));
    if (folder === undefined) throw new Error(`no folder of ${path}`);
    return { folder, name: path.slice(cut + 1) };
  };
  const setName = (path: string, node: Node | null, from?: string) => {
    const place = split(path);
    const source = from === undefined ? undefined : split(from);
    source?.folder.names.delete(source.name);
    if (node === null) place.folder.names.delete(place.name);
    else place.folder.names.set(place.name, node);
    nameChanges.push({ step: now, ...place, node, ...(source && { from: source }) });
  };
  const change = (node: Node | undefined, what: Change) => {
    if (node === undefined) throw new Error("a change of a file that was not opened");
    node.pending.push(what);
    dirty.add(node);
  };
  const sync = (node: Node, begun: number) => {
    if (node.kind === "folder") {
      nameChanges = settleNames(nameChanges, node, begun);
      return;
    }
    const isCovered = ({ step }: Change) => step < begun;
    node.durable = applyChanges(node.durable, node.pending.filter(isCovered));
    node.pending = node.pending.filter((each) => !isCovered(each));
    if (node.pending.length === 0) dirty.delete(node);
  };

  return {
    root,
    get nameChanges() {
      return nameChanges;
    },
    dirtyFiles: () => [...dirty],
    add(path, content) {
      const { folder, name } = split(path);
      const node = create(content === "folder" ? "folder" : "file");
      if (content !== "folder") node.durable = content;
      folder.names.set(name, node);
      folder.durableNames.set(name, node);
    },
    apply(step) {
      now++;
      switch (step.kind) {
        case "open": {
          const known = find(step.path);
          const node = known ?? create("file");
          if (known === undefined && !step.creates) throw new Error(`opened ${step.path}`);
          if (known === undefined) setName(step.path, node);
          opened.set(step.file, node);
          return;
        }
        case "folder":
          return setName(step.path, create("folder"));
        case "symlink":
          return setName(step.path, create("link", step.target));
        case "link":
          return setName(step.path, find(step.from) ?? null);
        case "rename":
          return setName(step.path, find(step.from) ?? null, step.from);
        case "remove":
          return setName(step.path, null);
        case "write":
          return change(opened.get(step.file), { at: step.at, bytes: step.bytes, step: now });
        case "append": {
          const node = opened.get(step.file);
          const at = node === undefined ? 0 : contentOf(node).length;
          return change(node, { at, bytes: step.bytes, step: now });
        }
        case "resize":
          return change(opened.get(step.file), { size: step.size, step: now });
        case "sync-begin":
          return void syncs.set(step.sync, now);
        case "sync-end": {
          const node = opened.get(step.file);
          return node && sync(node, syncs.get(step.sync) ?? 0);
        }
        case "output":
          return;
        default:
          return step satisfies never;
      }
    },
  };
}

/** Makes the changes of a folder's names certain, with earlier ones of the same names elsewhere. */
function settleNames(changes: NameChange[], folder: Node, begun: number): NameChange[] {
  const settled = new Set<NameChange>();
  const keys = new Set<string>();
  const keyOf = (place: { folder: Node; name: string }) => `${place.folder.id}/${place.name}`;
  for (const each of changes.toReversed()) {
    const isOwn = each.folder === folder && each.step < begun;
    if (!isOwn && !keys.has(keyOf(each))) continue;
    settled.add(each);
    keys.add(keyOf(each));
    if (each.from) keys.add(keyOf(each.from));
  }
  for (const each of changes) if (settled.has(each)) applyName(each, (node) => node.durableNames);
  return changes.filter((each) => !settled.has(each));
}

/** Applies a change of names to the names that a state has. */
export function applyName(
  { folder, name, node, from }: NameChange,
  namesOf: (folder: Node) => Map<string, Node>,
): void {
  if (from) namesOf(from.folder).delete(from.name);
  if (node === null) namesOf(folder).delete(name);
  else namesOf(folder).set(name, node);
}

/** The bytes of a file after some changes. */
export function applyChanges(before: Buffer, changes: readonly Change[]): Buffer {
  let size = before.length;
  let longest = size;
  for (const each of changes) {
    size = "size" in each ? each.size : Math.max(size, each.at + each.bytes.length);
    longest = Math.max(longest, size);
  }
  const bytes = Buffer.alloc(longest);
  before.copy(bytes);
  let end = before.length;
  for (const each of changes) {
    if ("size" in each) {
      if (each.size < end) bytes.fill(0, each.size, end);
      end = each.size;
    } else {
      each.bytes.copy(bytes, each.at);
      end = Math.max(end, each.at + each.bytes.length);
    }
  }
  return bytes.subarray(0, size);
}

/** The bytes of a file as the running program sees them. */
function contentOf(node: Node): Buffer {
  return applyChanges(node.durable, node.pending);
}
