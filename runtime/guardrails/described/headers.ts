// The headers of a described request: those that are written down, and credentials.
import type { CheckContext } from '../check.ts'
import type { DescribedRequest } from './description.ts'
import { type Filling, linkText } from './template.ts'

const LONGEST = 2048

/** What a client wrote may stand in a header, and must not be able to end it or to keep the service from being asked. */
const sendable = (text: string): string => text.slice(0, LONGEST).replaceAll(/[^\t\x20-\x7e]/g, '?')

export type FillHeaders = (filling: Filling) => readonly string[]

export function linkHeaders(
  { headers = {}, credentials = [] }: Pick<DescribedRequest, 'headers' | 'credentials'>,
  { credential }: Pick<CheckContext, 'credential'>,
): FillHeaders {
  const written = Object.entries(headers).map(([name, text]) => [name, linkText(text).fill] as const)
  const secret = credentials.flatMap(placement => {
    const value = 'header' in placement ? credential(placement.parameter) : undefined
    return value === undefined || !('header' in placement)
      ? []
      : [placement.header, `${placement.prefix ?? ''}${value}`]
  })
  return filling => [
    ...written.flatMap(([name, fill]) => {
      const value = fill(filling)
      if (value === undefined) return []
      return [name, sendable(typeof value === 'string' ? value : JSON.stringify(value))]
    }),
    ...secret,
  ]
}
