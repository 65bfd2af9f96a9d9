// Diagnostics in files that several configs import: each mistake once, with the configs that it breaks as notes.
import { pluralize } from '../../schemas/values/format-names.ts'
import type { Source } from '../source.ts'
import type { Diagnostic, Note } from './diagnostic.ts'

/** The diagnostics of one config. */
export interface ConfigDiagnostics {
  readonly source: Source
  readonly diagnostics: readonly Diagnostic[]
}

/** Configs that a note names; the others are counted. */
const MAX_NAMED = 5

/** What makes two diagnostics the same mistake. */
function mistakeKey({ code, severity, message, location: { source, span } }: Diagnostic): string {
  return JSON.stringify([code, severity, message, source.name, span.start, span.end])
}

function usedBy(configs: readonly Source[]): readonly Note[] {
  const others = configs.length - MAX_NAMED
  return [
    ...configs.slice(0, MAX_NAMED).map(source => ({
      message: 'it is part of this config',
      location: { source, span: { start: 0, end: 0 } },
    })),
    ...(others > 0 ? [{ message: `It is part of ${pluralize(others, 'more config')}.` }] : []),
  ]
}

/** The diagnostics of all configs in their order. Those in a config's own file are left as they are. */
export function mergeShared(configs: readonly ConfigDiagnostics[]): readonly Diagnostic[] {
  const configsByMistake = new Map<string, Source[]>()
  const merged: (() => Diagnostic)[] = []
  for (const { source, diagnostics } of configs)
    for (const diagnostic of diagnostics) {
      if (diagnostic.location.source.name === source.name) {
        merged.push(() => diagnostic)
        continue
      }
      const key = mistakeKey(diagnostic)
      const users = configsByMistake.get(key) ?? []
      if (users.length === 0)
        merged.push(() => ({ ...diagnostic, notes: [...diagnostic.notes, ...usedBy(users)] }))
      configsByMistake.set(key, users)
      if (users.at(-1) !== source) users.push(source)
    }
  return merged.map(build => build())
}
