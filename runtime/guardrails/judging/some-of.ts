// `operator` of checks that look for several items: any, all or none of them.

export type Operator = 'any' | 'all' | 'none'

/** Whether `found` of `wanted` items satisfy the operator. An empty list satisfies `all` and `none`. */
export function isEnough(operator: Operator, found: number, wanted: number): boolean {
  if (operator === 'none') return found === 0
  return operator === 'all' ? found === wanted : found > 0
}

/** `2 of 3 keys; all expected`. */
export const foundOf = (operator: Operator, found: number, wanted: number, noun: string): string =>
  `${found} of ${wanted} ${noun}${wanted === 1 ? '' : 's'}; ${operator} expected`
