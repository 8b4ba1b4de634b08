import ranks from "gpt-tokenizer/bpeRanks/o200k_base";
import { O200K_TOKEN_SPLIT_REGEX } from "gpt-tokenizer/encodingParams/constants";
import { packVocabulary } from "./vocabulary.ts";

/** The tokens of o200k_base, packed. In what is built they are in a file; `scripts/build/vocabulary.ts` makes it of this. */
export const bytes = packVocabulary(ranks);

/** How the encoding cuts a text before it looks for tokens. */
export const split = O200K_TOKEN_SPLIT_REGEX;
