// `operator` of the checks that look for several things: any, all or none of them.

export type Operator = 'any' | 'all' | 'none'

/** Whether finding `found` of `wanted` things is what the operator asks for. Of an empty list all and none are found. */
export function isEnough(operator: Operator, found: number, wanted: number): boolean {
  if (operator === 'none') return found === 0
  return operator === 'all' ? found === wanted : found > 0
}

/** `2 of 3 keys`; what is wanted follows. */
export const foundOf = (operator: Operator, found: number, wanted: number, noun: string): string =>
  `${found} of ${wanted} ${noun}${wanted === 1 ? '' : 's'}; ${operator === 'none' ? 'none' : operator} wanted`
