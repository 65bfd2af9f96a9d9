// `operator` of checks that look for several items: any, all or none of them.

export type ListOperator = 'any' | 'all' | 'none'

/** Whether `found` of `wanted` items satisfy the operator. An empty list satisfies `all` and `none`. */
export function satisfies(operator: ListOperator, found: number, expected: number): boolean {
  if (operator === 'none') return found === 0
  return operator === 'all' ? found === expected : found > 0
}

/** `2 of 3 keys; all expected`. */
export const describeCount = (
  operator: ListOperator,
  found: number,
  expected: number,
  noun: string,
): string => `${found} of ${expected} ${noun}${expected === 1 ? '' : 's'}; ${operator} expected`
