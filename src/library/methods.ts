/**
 * The types of the library, derived from the operations: names, inputs and outputs follow the
 * registry.
 */

import type { InputOf, OperationName, OutputOf, PieceOf } from "../operations/registry.ts";

/** Keys that are set once in `createHoldall()` and therefore not by methods. */
export type SurfaceKey = "store" | "actor" | "origin";

/** A word of a command in the spelling of a method: `cut-points` is `cutPoints`. */
type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;

/** An option in the spelling of the keys of a result: `dry-run` is `dry_run`. */
type SnakeCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}_${SnakeCase<Tail>}`
  : Text;

/** The input of a method: the arguments and options of its command, spelled as the keys of its result. */
export type MethodInput<Name extends OperationName> = {
  readonly [Key in keyof InputOf<Name> as Key extends SurfaceKey
    ? never
    : SnakeCase<Key & string>]: InputOf<Name>[Key];
};

/** Options of a single call besides its input. */
export interface CallOptions<Piece = never> {
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal;
  /** Receives progress of long work. */
  readonly onProgress?: (text: string) => void;
  /** Receives what a person should know besides the result. */
  readonly onNote?: (text: string) => void;
  /** Receives what is emitted before the result, for methods such as `thread.follow()`. */
  readonly onPiece?: (piece: Piece) => void | Promise<void>;
  /** Read in place of standard input, where an input is `-`. */
  readonly incoming?: AsyncIterable<Uint8Array>;
}

/** Whether every key may be left out. What has no keys is a record of nothing. */
type IsOptional<Input> = object extends Input ? true : string extends keyof Input ? true : false;

/** An operation as a method. The result is what the command prints with `--json`. */
export type Method<Name extends OperationName> =
  IsOptional<MethodInput<Name>> extends true
    ? (input?: MethodInput<Name>, options?: CallOptions<PieceOf<Name>>) => Promise<OutputOf<Name>>
    : (input: MethodInput<Name>, options?: CallOptions<PieceOf<Name>>) => Promise<OutputOf<Name>>;

/** The words that may follow the beginning of a command. */
type NextName<
  Start extends string,
  Name extends string = OperationName,
> = Name extends `${Start}${infer Rest}`
  ? Rest extends `${infer Word} ${string}`
    ? Word
    : Rest
  : never;

type Group<Start extends string> = {
  readonly [Word in NextName<Start> as CamelCase<Word>]: Node<`${Start}${Word}`>;
};

/** A word may be a command and begin others, as `dream` does: then it is a method that has methods. */
type Node<Words extends string> = (Words extends OperationName ? Method<Words> : unknown) &
  Group<`${Words} `>;

/**
 * Every operation as a method, under the words of its command: `thread cut-points` is `thread.cutPoints()`.
 * The package declares the same with the documentation of each (`scripts/build/library-types.ts`).
 */
export type Holdall = Group<"">;
