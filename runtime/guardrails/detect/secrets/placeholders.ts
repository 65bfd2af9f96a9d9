// Values in place of a secret that are not one: names in angle brackets, variables, examples, repeated characters.

const PLACEHOLDER_WORDS = new Set(
  'none null nil true false undefined string str text required redacted hidden password passwd pass pwd secret token key user admin root bar test abc123'.split(
    ' ',
  ),
)
const PLACEHOLDER_START =
  /^(?:\.{3}|[<{[($%*]|process\.|os\.|env\b|import\.|config\b|secrets?\.|vault:|change-?_?me|your[-_ ]?|my[-_](?:secret|password|token|key|api)|the[-_]|some[-_]|insert|replace|enter[-_]|todo|placeholder|dummy|sample|foo|example)/i
const PLACEHOLDER_PART =
  /EXAMPLE|x{5}|X{5}|\*{3}|\.{3}|_here\b|-here\b|placeholder|redacted|your[-_]?(?:api|key|token|secret)|1234567890abcdef|abcdefghijkl|\$\{|\{\{|<[a-z]/i

/** Minimum number of distinct characters in a random value. */
const MIN_DISTINCT = 6

/** Whether a value assigned as a secret is only a placeholder. */
export const isPlaceholder = (value: string): boolean =>
  PLACEHOLDER_WORDS.has(value.toLowerCase()) ||
  PLACEHOLDER_START.test(value) ||
  PLACEHOLDER_PART.test(value) ||
  /^(.)\1*$/.test(value) ||
  !/\w/.test(value)

/** Whether a key is a documentation example. */
export const isExample = (key: string): boolean =>
  PLACEHOLDER_PART.test(key) || new Set(key.slice(-24)).size < MIN_DISTINCT
