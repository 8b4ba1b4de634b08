/** Bytes of a token, where a text is judged by its size without being counted. */
export const BYTES_PER_TOKEN = 4;
