/** The vocabulary of the token counter as the package ships it: a file, so that nobody has to install where it comes from. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytes, split } from "../../src/base/token-counters/o200k-tokens.ts";

/** The file beside the parts of the program; the library reads it there, too. */
const VOCABULARY = "o200k_base.bin";
/** The module of the sources whose place the built ones take. */
export const VOCABULARY_MODULE = "base/token-counters/o200k-tokens";
/** The package that the tokens come from; its licence goes along. */
export const VOCABULARY_ORIGIN = "node_modules/gpt-tokenizer/package.json";

const splitLine = `export const split = ${split};\n`;

/** The module for the program, which loads the file as one of its parts. */
export const programVocabulary = `export { bytes } from "./${VOCABULARY}";\n${splitLine}`;

/** The module for the library, which is beside the program in the package. */
export const libraryVocabulary = `import { readFileSync } from "node:fs";
export const bytes = readFileSync(new URL("../../../cli/${VOCABULARY}", import.meta.url));
${splitLine}`;

/** Writes the file into the folder of the program. */
export async function writeVocabulary(folder: string): Promise<void> {
  await writeFile(join(folder, VOCABULARY), bytes);
}
