/** The items that are carried: the position of each among those in force, and the most bytes that it may have. */
export type ByteLimits = Map<number, number>;

/** The limit of an item that is carried as it is. */
export const UNLIMITED = Number.POSITIVE_INFINITY;
