// How a key format is written down: the prefixes that a service documents, and what follows them.

/**
 * A kind; its prefixes, separated by spaces and taken literally; the source of a pattern for what follows, with bounded
 * repetitions. A key starts after something that is neither a letter nor a digit, and ends before such a character.
 */
export type PrefixedFormat = readonly [kind: string, prefixes: string, rest: string]

/**
 * A format without a prefix: a kind; a literal part that each key has, so that most texts need one search; the
 * characters that may not precede a key, as in a character class; the source of the pattern of a whole key, with
 * bounded repetitions.
 */
export type MarkedFormat = readonly [kind: string, part: string, notAfter: string, key: string]
