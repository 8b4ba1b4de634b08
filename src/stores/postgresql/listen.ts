/**
 * Hears what transactions announce, by LISTEN and NOTIFY. All listeners of a process for one workspace share one
 * connection. Through a pooler nothing can be heard, since each transaction may have another connection of the server;
 * then, and while the connection is lost, whoever waits polls.
 */

import { setTimeout as wait } from "node:timers/promises";
import type { Client, Notification } from "pg";
import { sha256 } from "../../base/hash.ts";
import { pause } from "../poll.ts";
import type { Listener, Transaction } from "../store.ts";
import type { ServerAddress } from "./address.ts";
import { channelOf, listenTo, NOTIFY, OWN_PROCESS } from "./tables.ts";

/** Whoever hears announcements looks by itself as well, in case one was lost with a connection. */
const HEARD_POLL_MS = 10_000;
/** Pause before a lost connection is opened again. */
const RETRY_MS = 5_000;
const CONNECT_MS = 10_000;
/** A payload has less than 8,000 bytes; more topics than fit wake everybody. */
const MAX_TOPICS = 400;
const TOPIC_LENGTH = 16;

/** A topic as a payload has it: short, and without characters of its own. */
function shorten(topic: string): string {
  return sha256(topic).slice(0, TOPIC_LENGTH);
}

/** Gathers the topics of a transaction. */
export function createAnnouncer(address: ServerAddress) {
  const topics = new Set<string>();
  return {
    announce: (topic: string) => void topics.add(topic),
    /** Adds what wakes the listeners to the end of the transaction. */
    send(write: Transaction["write"]): void {
      if (topics.size === 0) return;
      const payload = topics.size > MAX_TOPICS ? "" : [...topics].map(shorten).join(" ");
      write(NOTIFY, [channelOf(address.schema), payload]);
    },
  };
}

/** What the listeners of one workspace have in common. */
interface Hub {
  /** Called when a topic was announced. */
  readonly listeners: Map<string, Set<() => void>>;
  /** Whether announcements are heard now. */
  isHeard: boolean;
  /** Resolves when the first attempt to listen has ended. */
  readonly begun: Promise<void>;
  end(): void;
}

const hubs = new Map<string, Hub>();

/** Listens for a topic of a workspace. */
export async function listen(address: ServerAddress, topic: string): Promise<Listener> {
  const key = `${address.url} ${address.schema}`;
  const hub = hubs.get(key) ?? startHub(address);
  hubs.set(key, hub);
  const name = shorten(topic);
  let wasAnnounced = false;
  let wake = () => {};
  const onAnnounced = () => {
    wasAnnounced = true;
    wake();
  };
  const ofTopic = hub.listeners.get(name) ?? new Set();
  hub.listeners.set(name, ofTopic.add(onAnnounced));
  await hub.begun;
  return {
    async wait(pollMs, signal) {
      const woken = new AbortController();
      wake = () => woken.abort();
      if (!wasAnnounced) {
        const ms = hub.isHeard ? Math.max(pollMs, HEARD_POLL_MS) : pollMs;
        await pause(ms, AbortSignal.any([signal, woken.signal]));
      }
      wasAnnounced = false;
    },
    close() {
      ofTopic.delete(onAnnounced);
      if (ofTopic.size === 0) hub.listeners.delete(name);
      if (hub.listeners.size > 0 || hubs.get(key) !== hub) return;
      hubs.delete(key);
      hub.end();
    },
  };
}

function startHub(address: ServerAddress): Hub {
  const stop = new AbortController();
  const listeners: Hub["listeners"] = new Map();
  const wakeAll = () => {
    for (const each of listeners.values()) for (const onAnnounced of each) onAnnounced();
  };
  const onNotification = ({ payload = "" }: Notification) => {
    if (payload === "") return wakeAll();
    for (const name of payload.split(" ")) {
      for (const onAnnounced of listeners.get(name) ?? []) onAnnounced();
    }
  };
  const attempt = async () => {
    hub.isHeard = await hear(address, { signal: stop.signal, onNotification, onLost });
    // What was announced before cannot be heard any more.
    if (hub.isHeard) wakeAll();
  };
  const onLost = () => {
    hub.isHeard = false;
    wakeAll();
    void wait(RETRY_MS, undefined, { signal: stop.signal, ref: false }).then(attempt, () => {});
  };
  const hub: Hub = {
    listeners,
    isHeard: false,
    begun: Promise.resolve().then(attempt),
    end: () => stop.abort(),
  };
  return hub;
}

interface Hearing {
  readonly signal: AbortSignal;
  onNotification(notification: Notification): void;
  /** The connection is lost, or could not be opened. */
  onLost(): void;
}

/** Opens a connection that listens, unless something is between us and the server; returns whether it does. */
async function hear(address: ServerAddress, hearing: Hearing): Promise<boolean> {
  const { signal, onNotification, onLost } = hearing;
  const client = await createClient(address);
  let isOver = false;
  const end = () => {
    isOver = true;
    client.end().catch(() => undefined);
  };
  const lose = () => {
    if (isOver) return;
    end();
    onLost();
  };
  client.on("error", lose).on("end", lose).on("notification", onNotification);
  signal.addEventListener("abort", end, { once: true });
  try {
    await client.connect();
    if (!signal.aborted && (await isDirect(client))) {
      await client.query(listenTo(address.schema));
      return !isOver;
    }
    end();
  } catch {
    lose(); // The commands themselves report a server that cannot be reached.
  }
  return false;
}

/** A pooler gives its clients process numbers of its own. */
async function isDirect(client: Client & { readonly processID?: number | null }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>(OWN_PROCESS);
  return rows[0]?.pid === client.processID;
}

async function createClient({ url }: ServerAddress): Promise<Client> {
  const { Client } = await import("pg");
  return new Client({
    connectionString: url,
    application_name: "holdall listener",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
}
