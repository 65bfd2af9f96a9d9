// Lints the tables of error kinds: known kinds, one kind for each name, text and status, a form of each kind in each dialect, and a source
// with its date.
import { type ErrorTable, errorFormTables, readErrorTables } from './error-tables.ts'
import { errorFacts } from './generate-errors.ts'
import { readSchema, type Schema } from './sources.ts'

const FACTS = ['names', 'texts', 'statuses', 'otherwise'] as const

const isSourced = (sources: ErrorTable['sources']): boolean =>
  sources.length > 0 && sources.every(({ url, date }) => URL.canParse(url) && /^\d{4}-\d\d-\d\d$/.test(date))

export function lintErrors(): readonly string[] {
  const definitions = readSchema('config')['$defs'] as Readonly<Record<string, Schema>>
  const { kinds: specific, forms } = errorFormTables()
  const kinds = new Set(Object.keys(specific))
  const coarse = new Set(definitions['ErrorKind']?.['enum'] as readonly unknown[])
  return [
    ...Object.values(specific)
      .filter(kind => !coarse.has(kind))
      .map(kind => `error-kinds.json: "${kind}" is not a kind of on_errors.`),
    ...Object.entries(forms).flatMap(([dialect, { sources, kinds: written }]) => [
      ...(isSourced(sources) ? [] : [`error-kinds.json ${dialect}: A form has sources with their dates.`]),
      ...[...kinds, ...Object.keys(written)]
        .filter(kind => !Object.hasOwn(written, kind) || !kinds.has(kind))
        .map(kind => `error-kinds.json ${dialect}: "${kind}" needs a kind and a form.`),
    ]),
    ...readErrorTables().flatMap(({ name, sources, kinds: listed }) => [
      ...(isSourced(sources) ? [] : [`errors/ ${name}: A table has sources with their dates.`]),
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
