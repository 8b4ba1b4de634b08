import type { ErrorCode } from "yaml";

/** What each fault that the YAML library tells apart is called here; its own words speak of its insides. */
const messages: Readonly<Record<ErrorCode, string>> = {
  ALIAS_PROPS: "An alias with a tag or an anchor",
  BAD_ALIAS: "An anchor or an alias without a name",
  BAD_COLLECTION_TYPE: "A tag that does not fit its value",
  BAD_DIRECTIVE: "A directive that is not understood",
  BAD_DQ_ESCAPE: "A bad escape in double quotes",
  BAD_INDENT: "Wrong indentation, or a bracket that is not closed",
  BAD_PROP_ORDER: "A tag or an anchor in the wrong place",
  BAD_SCALAR_START: "A text that begins with a reserved character: put it in quotes",
  BLOCK_AS_IMPLICIT_KEY:
    "A list or a second key where a plain value belongs: quote a text with ': '",
  BLOCK_IN_FLOW: "An indented list or map inside brackets",
  DUPLICATE_KEY: "The same key twice",
  IMPOSSIBLE: "Not YAML that can be read",
  KEY_OVER_1024_CHARS: "A key of more than 1024 characters",
  MISSING_CHAR: "Something is missing: a colon, a quote, a bracket or a space",
  MULTILINE_IMPLICIT_KEY: "A key over several lines",
  MULTIPLE_ANCHORS: "Two anchors on one value",
  MULTIPLE_DOCS: "More than one document: only one may be in the file",
  MULTIPLE_TAGS: "Two tags on one value",
  NON_STRING_KEY: "A key that is not plain text",
  RESOURCE_EXHAUSTION: "Too much YAML",
  TAB_AS_INDENT: "A tab in the indentation",
  TAG_RESOLVE_FAILED: "A tag that is not understood",
  UNEXPECTED_TOKEN: "Something that does not belong here",
};

/** A fault of the YAML library in our words. */
export function yamlMessage(code: ErrorCode): string {
  return messages[code];
}
