import { instructionsFor } from "../instructions.ts";
import { serverInfo } from "../server-info.ts";
import { capabilities, type Revision, sharedCodes } from "./revision.ts";

const versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The revisions in which a client introduces itself once, with `initialize`. */
export const handshake: Revision = {
  versions,
  methods: (settings) => ({
    // A version that we do not support is answered with our newest; the client then decides.
    initialize: async ({ protocolVersion }) => ({
      protocolVersion: versions.find((each) => each === protocolVersion) ?? versions[0],
      capabilities,
      serverInfo: serverInfo(),
      instructions: instructionsFor(settings.sets),
    }),
    ping: async () => ({}),
  }),
  checkRequest() {},
  encodeResult: (_method, result) => result,
  errorCode: (kind) => (kind === "resourceNotFound" ? -32002 : sharedCodes[kind]),
};
