import { isObject, type JsonObject } from "../../base/json/value.ts";
import { instructionsFor } from "../instructions.ts";
import { metaOf, notification, RpcError } from "../json-rpc.ts";
import { serverInfo } from "../server-info.ts";
import { handshake } from "./handshake.ts";
import { capabilities, type Revision, sharedCodes } from "./revision.ts";

const versions = ["2026-07-28"] as const;

const PREFIX = "io.modelcontextprotocol/";

/** The key under which each request names its version. */
export const VERSION_KEY = `${PREFIX}protocolVersion`;

/**
 * How long a client may cache a result, in ms. Lists of the program's own abilities change only
 * with its version.
 */
const HOUR = 60 * 60 * 1000;
const freshness: Readonly<Record<string, number>> = {
  "server/discover": HOUR,
  "tools/list": HOUR,
  "prompts/list": HOUR,
  "resources/templates/list": HOUR,
  "resources/list": 0,
  "resources/read": 0,
};

/** The revisions without a handshake: every request carries its version and what its client can do. */
export const stateless: Revision = {
  versions,
  methods: (settings) => ({
    "server/discover": async () => ({
      supportedVersions: [...supportedVersions],
      capabilities,
      instructions: instructionsFor(settings.sets),
    }),
    // The server announces no changes: the subscription is acknowledged as empty, and the stream ends.
    "subscriptions/listen": async (_params, { id, notify }) => {
      const _meta = { [`${PREFIX}subscriptionId`]: id };
      notify?.(
        notification("notifications/subscriptions/acknowledged", { _meta, notifications: {} }),
      );
      return { _meta };
    },
  }),
  checkRequest({ params }) {
    const meta = metaOf(params);
    const version = meta[VERSION_KEY];
    if (typeof version !== "string") {
      throw new RpcError("invalidParams", `_meta must have "${VERSION_KEY}"`);
    }
    if (!versions.some((each) => each === version)) {
      throw new RpcError("unsupportedVersion", `Unsupported protocol version`, {
        supported: [...supportedVersions],
        requested: version.slice(0, 100),
      });
    }
    if (!isObject(meta[`${PREFIX}clientCapabilities`])) {
      throw new RpcError("invalidParams", `_meta must have "${PREFIX}clientCapabilities"`);
    }
  },
  encodeResult(method, result): JsonObject {
    const ttlMs = freshness[method];
    return {
      ...result,
      resultType: "complete",
      ...(ttlMs === undefined ? {} : { ttlMs, cacheScope: "private" }),
      _meta: { ...metaOf(result), [`${PREFIX}serverInfo`]: serverInfo() },
    };
  },
  errorCode: (kind) =>
    kind === "resourceNotFound" ? sharedCodes.invalidParams : sharedCodes[kind],
};

/** Every version of the protocol that the server supports, the newest first. */
const supportedVersions: readonly string[] = [...versions, ...handshake.versions];
