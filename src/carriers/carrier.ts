/**
 * What carries a bundle to another machine and back. A carrier moves a *parcel*: the plain files of a bundle, the list of
 * their sums and perhaps a signature over that list. It decides nothing about what is in it and trusts nothing that
 * comes back: the caller checks the signature over the list before the files are fetched, and each file against it.
 */

import type { FileSet } from "../base/file-set.ts";

/** What a carrier gets from its caller, besides an address. */
export interface CarrierContext {
  /** Relative paths of an address start here. */
  readonly cwd: string;
  /** Whether a person at a terminal can be asked, for a passphrase. */
  readonly interactive: boolean;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Reports progress of long work. */
  progress(text: string): void;
  /** Reports what the user should know besides the result. */
  note(text: string): void;
}

/** What is sent. */
export interface Parcel {
  /** The files that the list names; neither the list nor its signature are among them. */
  readonly files: FileSet;
  /** Where these files are on this disk, by the same paths; it may have others. */
  readonly folder: string;
  /** The text of `SHA256SUMS`. */
  readonly sums: string;
  /** The text of `SHA256SUMS.sig`; null where nobody signed. */
  readonly signature: string | null;
  /** Name of the bundle's format, or `age` for one that is sealed. */
  readonly format: string;
  /** Total size of the files, for progress. */
  readonly bytes: number;
}

/** What was sent. */
export interface Sent {
  /** Bytes of files that were sent; none where everything was there already. */
  readonly bytes: number;
  /** An address that leads to exactly these bytes whatever is sent later; null where the carrier has none. */
  readonly pinned: string | null;
}

/** What is under an address. */
export interface Found {
  readonly sums: string;
  /** Signatures over the list, the newest first: several people may sign the same bundle. */
  readonly signatures: readonly string[];
  /** As {@link Sent.pinned}. */
  readonly pinned: string | null;
  /** Total size of what `download` gets; null where the carrier cannot know it before. */
  readonly bytes: number | null;
  /**
   * Writes the files of the list below a folder, which may have files of an interrupted attempt: those whose sum is
   * right are not fetched again. Whoever calls checks all of them afterwards.
   */
  download(folder: string): Promise<void>;
}

/** An address as a place that can be asked. */
export interface Place {
  /** The address in its plain form, without a password. */
  readonly address: string;
  /** A name for the folder that a pull creates without `--out`. */
  readonly name: string;
  /** Reads what is small: the list and its signatures. Null when there is nothing under the address. */
  look(): Promise<Found | null>;
  /** Sends a parcel; what is there is replaced, because the caller looked before. */
  send(parcel: Parcel): Promise<Sent>;
}

/** A way to carry parcels. */
export interface Carrier {
  /** What its addresses look like, for help and messages. */
  readonly form: string;
  /** The place of an address; null for one that is not this carrier's, `E_USAGE` for one that is malformed. */
  open(address: string, context: CarrierContext): Place | null;
}
