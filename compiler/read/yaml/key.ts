// Keys of mappings: strings only, as in JSON.
import { isAlias, isCollection, isScalar } from 'yaml'
import type { SourceSpan } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import { reportSpan, spanOf, type YamlWalk } from './walk.ts'

export interface Key {
  readonly text: string
  readonly span: SourceSpan
}

type KeyNode = Parameters<typeof spanOf>[1]

/** The key as a string; undefined after an error was reported. */
export function readKey(walk: YamlWalk, node: KeyNode): Key | undefined {
  const span = spanOf(walk, node)
  const source = walk.source.text.slice(span.start, span.end)
  if (isCollection(node)) {
    // `{{ name }}` of a template engine parses as nested mappings.
    const template = source.startsWith('{{') || walk.source.text.startsWith('{{', span.start - 1)
    const hint = template ? ' A string with "{{" must be in quotes.' : ''
    reportSpan(walk, 'non-string-key', span, `A key must be a string, not a mapping or a list.${hint}`)
    return undefined
  }
  const { value } = walk.readNode(walk, node, 0)
  if (typeof value === 'string') return { text: value, span }
  if (isAlias(node) && value === null) return undefined
  if (isScalar(node) && source === '') {
    reportSpan(walk, 'non-string-key', span, 'Missing key before this colon.')
    return undefined
  }
  const fix = isScalar(node)
    ? {
        fix: {
          location: locationAt(walk.source, span.start, span.end),
          text: JSON.stringify(source),
          isSafe: true as const,
        },
      }
    : {}
  reportSpan(walk, 'non-string-key', span, `The key "${source}" is not a string. Put it in quotes.`, fix)
  return undefined
}
