// Digits in groups, `10_000`: a number in YAML 1.1 and in TypeScript, a string in YAML 1.2.

const GROUPED = /^[-+]?\d{1,3}(?:_\d{3})+$/

/** The number that a string with grouped digits means, as JSON; undefined for other values. */
export const ungroupedNumber = (value: unknown): string | undefined =>
  typeof value === 'string' && GROUPED.test(value) ? value.replace(/^\+/, '').replaceAll('_', '') : undefined
