// A key in any place of a config or manifest, whatever else is wrong there, is in no output: not in frames, messages, notes or fixes.
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { toJsonDiagnostics } from '../../compiler/diagnostics/json.ts'
import { pretty } from '../../compiler/diagnostics/pretty.ts'
import { diagnose, fixtureCases, sourceNames } from '../support/fixtures.ts'

const CANARY = 'sk-proj-CANARYcanary0123456789CANARYcanary'
const PLACES = 12

/** The words of a text, as names, values and parts of values. */
const wordsOf = (text: string): readonly (readonly [start: number, end: number])[] =>
  Array.from(text.matchAll(/[A-Za-z][\w.-]{2,}/g), ({ 0: word, index }) => [index, index + word.length])

const shown = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics.map(each => pretty(each)).join('\n') + JSON.stringify(toJsonDiagnostics(diagnostics))

const cases = fixtureCases()
const firsts = [...new Set(cases.map(({ code }) => code))].flatMap(code => {
  const found = cases.find(each => each.code === code)
  return found === undefined ? [] : [found]
})

describe('a key is never shown', () => {
  it.each(firsts)('$code/$name', each => {
    const names = sourceNames(each.texts).filter(
      file => /\.(yaml|json)$/.test(file) && (file.startsWith(`${each.name}.`) || file === 'gateway.yaml'),
    )
    for (const name of names) {
      const text = each.texts.get(name) ?? ''
      const words = wordsOf(text)
      const step = Math.ceil(words.length / PLACES)
      for (const [start, end] of words.filter((_, index) => index % step === 0))
        for (const written of [CANARY, text.slice(start, end) + CANARY]) {
          const changed = text.slice(0, start) + written + text.slice(end)
          const output = shown(diagnose(each, {}, { [name]: changed }))
          expect(output, changed).not.toContain('CANARYcanary')
        }
    }
  })
})
