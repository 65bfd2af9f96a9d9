// Lints the tables of error kinds: known kinds, one kind for each name, text and status, and a source with its date.
import { readErrorTables } from './error-tables.ts'
import { errorFacts } from './generate-errors.ts'
import { readSchema, type Schema } from './sources.ts'

const FACTS = ['names', 'texts', 'statuses', 'otherwise'] as const

export function lintErrors(): readonly string[] {
  const definitions = readSchema('config')['$defs'] as Readonly<Record<string, Schema>>
  const kinds = new Set(definitions['ErrorKind']?.['enum'] as readonly unknown[])
  return [
    ...readErrorTables().flatMap(({ name, sources, kinds: listed }) => [
      ...(sources.length > 0 &&
      sources.every(({ url, date }) => URL.canParse(url) && /^\d{4}-\d\d-\d\d$/.test(date))
        ? []
        : [`errors/ ${name}: A table has sources with their dates.`]),
      ...Object.entries(listed).flatMap(([kind, facts]) => [
        ...(kinds.has(kind) ? [] : [`errors/ ${name}: "${kind}" is not a kind of errors.`]),
        ...Object.keys(facts)
          .filter(fact => !(FACTS as readonly string[]).includes(fact))
          .map(fact => `errors/ ${name}: "${fact}" is not a fact of a kind.`),
        ...(facts.texts ?? [])
          .filter(text => text !== text.toLowerCase() || text.length < 10)
          .map(text => `errors/ ${name}: "${text}" is short or not in lower case.`),
      ]),
    ]),
    ...FACTS.flatMap(fact => {
      const byValue = Map.groupBy(errorFacts(fact), ([value]) => value)
      return [...byValue]
        .filter(([, pairs]) => pairs.length > 1)
        .map(
          ([value, pairs]) =>
            `errors/ ${value}: It has several kinds: ${pairs.map(([, kind]) => kind).join(', ')}.`,
        )
    }),
  ]
}
