import ranks from "gpt-tokenizer/bpeRanks/o200k_base";
import { packVocabulary } from "./vocabulary.ts";

/** The tokens of o200k_base, packed. The program has them in a file that `scripts/build.ts` makes of this. */
export const bytes = packVocabulary(ranks);
