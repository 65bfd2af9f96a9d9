// Checks of the scenario tests: a word that is forbidden, a word that is taken out, one that waits, one that breaks.
import type { CheckResult } from '../../../runtime/guardrails/check.ts'
import type { StubChecks } from '../../support/stub-checks.ts'

const found = (passed: boolean, reason: string): CheckResult => ({ passed, reason })

/** `test.forbids` fails where a text has the `word`; `test.removes` puts `***` in its place. */
export const STUBS: StubChecks = {
  'test.forbids': {
    evaluate: ({ texts }, _ports, { parameters }) => {
      const has = texts.some(text => text.includes(String(parameters['word'])))
      return found(!has, has ? 'The text has a forbidden word.' : 'No forbidden word.')
    },
  },
  'test.removes': {
    rewrites: true,
    streaming: false,
    evaluate: ({ texts }, _ports, { parameters }) => ({
      ...found(true, 'Words were taken out.'),
      texts: texts.map(text => text.replaceAll(String(parameters['word']), '***')),
    }),
  },
  'test.passes': { evaluate: () => found(true, 'Fine.') },
  'test.throws': {
    evaluate: () => {
      throw new Error('a secret of the check')
    },
  },
  'test.never': { evaluate: () => new Promise<CheckResult>(() => {}) },
}

export const forbids = (word: string, more: object = {}): object => ({ 'test.forbids': { word, ...more } })
export const removes = (word: string, more: object = {}): object => ({ 'test.removes': { word, ...more } })
export const USED = { 'x-gateway-config': 'c' }
export const chat = (content: string, more: object = {}): object => ({
  model: 'gpt-4o',
  messages: [{ role: 'user', content }],
  ...more,
})
