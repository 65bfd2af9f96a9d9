// The headers of a declarative check: literal ones, and credentials.
import type { CheckContext } from '../check.ts'
import type { DescribedRequest } from './description.ts'
import { type Filling, linkText } from './template.ts'

const LONGEST = 2048

/** Client text in a header must not be able to inject another header or make the request invalid. */
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
