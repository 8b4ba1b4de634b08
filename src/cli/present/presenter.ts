/**
 * Presenters turn the output of an operation into lines for people; `--json` prints the same output
 * without them. A presenter only formats: it decides nothing and reads nothing, so that people and
 * programs see the same facts. Text of other people or programs goes through `printable()` or
 * `excerpt()`, which escape what could control the terminal.
 */

import type { Json } from "../../base/json/value.ts";
import type {
  Capability,
  NameIn,
  OperationName,
  OutputOf,
  PieceOf,
} from "../../operations/registry.ts";
import type { Terminal } from "../terminal.ts";

/** Formats a value as lines for people. */
export type Lines<Result> = (result: Result, terminal: Terminal) => readonly string[];

/** Formats the output of one operation, or of several with a common shape. */
export type Presenter<Name extends OperationName> = Lines<Shown<Name>>;

/** Formats the pieces that an operation emits before its result. */
export type PiecePresenter<Name extends OperationName> = Lines<Named<PieceOf<Name>>>;

/** A presenter for each operation of a capability. */
export type Presenters<Group extends Capability> = {
  readonly [Name in NameIn<Group>]: Presenter<Name>;
};

/** Presenters for the operations of a capability that emit pieces. */
export type PiecePresenters<Group extends Capability> = {
  readonly [Name in NameIn<Group>]?: PiecePresenter<Name>;
};

/** The output of an operation as a presenter may read it. */
export type Shown<Name extends OperationName> = Named<OutputOf<Name>>;

/**
 * Only the keys that a schema names, at every depth. A record of another program may have any besides;
 * without this a mistyped key of such a record would compile as one of those.
 */
type Named<Value> = [Json] extends [Value]
  ? Value
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: Named<Value[Index]> }
    : Value extends object
      ? NamedKeys<Value> extends Record<string, never>
        ? Value
        : NamedKeys<Value>
      : Value;

type NamedKeys<Value> = {
  readonly [Key in keyof Value as string extends Key ? never : Key]: Named<Value[Key]>;
};
