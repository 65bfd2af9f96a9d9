// A header names the values of its column however far above them it is: in a long text, in a stream that is rewritten, and in one that is
// released window by window.
import { describe, expect, it } from 'vitest'
import { withDefaults } from '../../../../../compiler/lower/parameter-defaults.ts'
import { loadAllChecks } from '../../../../../runtime/guardrails/checks/registry.ts'
import { linkPiiFinder } from '../../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { findInWindows } from '../../../../../runtime/guardrails/detect/text/find-in-windows.ts'
import { createGrowingRewrite } from '../../../../../runtime/guardrails/engine/streams/growing-rewrite.ts'
import { createWindowSplitter } from '../../../../../runtime/guardrails/engine/streams/split-windows.ts'
import type { Turns } from '../../../../../runtime/values/turns.ts'
import { checkDeclarations } from '../../../../../schemas/generated/checks.ts'
import { asList, asObject, asText, type JsonObject } from '../../../../../schemas/values/json.ts'
import { BULK_FORMATS } from '../../corpora/bulk-formats.ts'

const ROWS = 3_000
const FORMATS = ['CSV', 'CSV with quotes', 'TSV', 'Markdown', 'HTML', 'SQL'] as const
const rows = Array.from({ length: ROWS }, (_, index) => ({
  id: index,
  person: 'Dana Lewis',
  value: `C98${200_000 + index}`,
  amount: '12.50',
  day: '2026-01-10',
}))
const textOf = (format: (typeof FORMATS)[number]): string =>
  BULK_FORMATS[format]?.('passport number', rows) ?? ''

const find = linkPiiFinder(['PASSPORT'])
function ended<T>(turns: Turns<T>): T {
  let step = turns.next()
  while (step.done !== true) step = turns.next()
  return step.value
}
const valuesIn = (text: string): readonly string[] =>
  find(text).map(({ start, end }) => text.slice(start, end))

const pii = (await loadAllChecks()).get('default.pii')
const schema = checkDeclarations.find(({ id }) => id === 'default.pii')?.parameters ?? {}

describe.each(FORMATS)('A column of %s', format => {
  const text = textOf(format)

  it('has its name at the end of 100 KB', () => {
    expect(text.length).toBeGreaterThan(100_000)
    const found = ended(findInWindows(find)(text)) ?? []
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(rows.map(({ value }) => value))
  })

  it('has its name in a stream that is rewritten', () => {
    const windows = pii?.linkWindows?.(
      withDefaults({ redact: true, categories: ['PASSPORT'] }, schema) as never,
    )
    if (windows === undefined) throw new Error('There are no windows.')
    const growing = createGrowingRewrite(windows, () => '#', false)
    const deltas = text.match(/[\s\S]{1,977}/g) ?? []
    for (const delta of deltas) {
      growing.add(delta)
      if (growing.isDue()) expect(ended(growing.settle())).toBe(true)
    }
    growing.close()
    expect(ended(growing.settle())).toBe(true)
    const rewritten = deltas.map(delta => growing.next(delta)).join('')
    expect(rewritten).toBe(text.replaceAll(/C98\d{6}/g, '#'))
  })

  it('has its name in each window of a stream', () => {
    const splitter = createWindowSplitter()
    const seen = new Set<string>()
    const read = (subject: JsonObject | undefined): void => {
      for (const choice of asList(subject?.['choices']))
        for (const value of valuesIn(asText(asObject(asObject(choice)['message'])['content']) ?? ''))
          seen.add(value)
    }
    for (const delta of text.match(/[\s\S]{1,97}/g) ?? []) {
      const window = splitter.push({
        data: JSON.stringify({ choices: [{ index: 0, delta: { content: delta } }] }),
      })
      if (window !== undefined && typeof window === 'object' && 'subject' in window) read(window.subject)
    }
    read(splitter.finish().subject)
    expect(rows.filter(({ value }) => !seen.has(value))).toEqual([])
  })
})
