import { BYTES_PER_TOKEN } from "../bytes-per-token.ts";
import type { TokenCounter } from "../tokens.ts";

/** An estimate that needs no vocabulary: a quarter of the UTF-8 bytes, rounded up. */
const utf8BytesDiv4: TokenCounter = {
  id: "utf8_bytes_div4_v1",
  count: (text) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN),
};

export default utf8BytesDiv4;
