// Keys of mappings: strings only, as in JSON.
import { isAlias, isCollection, isScalar } from 'yaml'
import type { Span } from '../../source.ts'
import { placeIn } from '../mistake.ts'
import { spanOf, tell, type Walk } from './walk.ts'

export interface Key {
  readonly text: string
  readonly span: Span
}

type Parsed = Parameters<typeof spanOf>[1]

/** The key as a string; undefined after an error was reported. */
export function readKey(walk: Walk, node: Parsed): Key | undefined {
  const span = spanOf(walk, node)
  const written = walk.source.text.slice(span.start, span.end)
  if (isCollection(node)) {
    // `{{ name }}` of a template engine parses as nested mappings.
    const template = written.startsWith('{{') || walk.source.text.startsWith('{{', span.start - 1)
    const hint = template ? ' A string with "{{" must be in quotes.' : ''
    tell(walk, 'non-string-key', span, `A key must be a string, not a mapping or a list.${hint}`)
    return undefined
  }
  const { value } = walk.grow(walk, node, 0)
  if (typeof value === 'string') return { text: value, span }
  if (isAlias(node) && value === null) return undefined
  if (isScalar(node) && written === '') {
    tell(walk, 'non-string-key', span, 'Missing key before this colon.')
    return undefined
  }
  const fix = isScalar(node)
    ? { fix: { place: placeIn(walk.source, span.start, span.end), text: JSON.stringify(written) } }
    : {}
  tell(walk, 'non-string-key', span, `The key "${written}" is not a string. Put it in quotes.`, fix)
  return undefined
}
