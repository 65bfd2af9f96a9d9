// The headers of a declarative check: literal ones, and credentials.
import type { CheckContext } from '../../check.ts'
import type { CheckDefinition } from './definition.ts'
import { linkStringTemplate, type Rendering } from './template.ts'

const MAX_VALUE_LENGTH = 2048

/** Client text in a header must not be able to inject another header or make the request invalid. */
const sanitizeHeader = (text: string): string =>
  text.slice(0, MAX_VALUE_LENGTH).replaceAll(/[^\t\x20-\x7e]/g, '?')

export type RenderHeaders = (rendering: Rendering) => readonly string[]

export function linkRequestHeaders(
  { headers = {}, credentials = [] }: Pick<CheckDefinition, 'headers' | 'credentials'>,
  { credential }: Pick<CheckContext, 'credential'>,
): RenderHeaders {
  const literal = Object.entries(headers).map(
    ([name, text]) => [name, linkStringTemplate(text).render] as const,
  )
  const secret = credentials.flatMap(placement => {
    const value = 'header' in placement ? credential(placement.parameter) : undefined
    return value === undefined || !('header' in placement)
      ? []
      : [placement.header, `${placement.prefix ?? ''}${value}`]
  })
  return rendering => [
    ...literal.flatMap(([name, render]) => {
      const value = render(rendering)
      if (value === undefined) return []
      return [name, sanitizeHeader(typeof value === 'string' ? value : JSON.stringify(value))]
    }),
    ...secret,
  ]
}
