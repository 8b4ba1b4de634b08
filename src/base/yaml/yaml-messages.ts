import type { ErrorCode } from "yaml";

/** A message for each error code of the YAML library, whose own messages use its internal terms. */
const messages: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "An alias has a tag or an anchor",
  BAD_ALIAS: "An anchor or an alias has no name",
  BAD_COLLECTION_TYPE: "A tag does not match its value",
  BAD_DIRECTIVE: "Unknown directive",
  BAD_DQ_ESCAPE: "Invalid escape in double quotes",
  BAD_INDENT: "Wrong indentation, or a bracket that is not closed",
  BAD_PROP_ORDER: "A tag or an anchor is in the wrong place",
  BAD_SCALAR_START: "A text begins with a reserved character; put it in quotes",
  BLOCK_AS_IMPLICIT_KEY:
    "A list or a second key is in the place of a plain value; quote a text that contains ': '",
  BLOCK_IN_FLOW: "An indented list or map is inside brackets",
  DUPLICATE_KEY: "The map has the same key twice",
  IMPOSSIBLE: "Not valid YAML",
  KEY_OVER_1024_CHARS: "A key is longer than 1,024 characters",
  MISSING_CHAR: "A colon, a quote, a bracket or a space is missing",
  MULTILINE_IMPLICIT_KEY: "A key extends over several lines",
  MULTIPLE_ANCHORS: "A value has two anchors",
  MULTIPLE_DOCS: "The file contains more than one document",
  MULTIPLE_TAGS: "A value has two tags",
  NON_STRING_KEY: "A key is not plain text",
  RESOURCE_EXHAUSTION: "The document is too large",
  TAB_AS_INDENT: "The indentation contains a tab",
  TAG_RESOLVE_FAILED: "Unknown tag",
  UNEXPECTED_TOKEN: "Unexpected text",
};

/** The message for an error of the YAML library. */
export function yamlMessage(code: ErrorCode): string {
  return messages[code];
}
