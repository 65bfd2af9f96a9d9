// Each node of a plan leads back to its place in the source.
import { describe, expect, it } from 'vitest'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import { emitSourceMap, sourceMap } from '../../../compiler/plan/source-map.ts'
import type { ParsedSource } from '../../../compiler/source.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const config = {
  strategy: { mode: 'fallback' as const },
  targets: [{ targets: [{ provider: '@a' }] }, { provider: '@b' }],
}
const shared = { name: 'shared.ts', text: '// b\nexport const b = {}\n' }
const source = {
  name: 'chat.yaml',
  text: 'strategy:\n  mode: fallback\ntargets:\n  - targets:\n      - provider: "@a"\n',
}

const parsed: ParsedSource = {
  source,
  value: {},
  origins: new Map([
    ['', { value: { start: 0, end: 80 } }],
    ['/targets/0', { value: { start: source.text.indexOf('targets:\n      -'), end: 80 } }],
    ['/targets/0/targets/0', { value: { start: source.text.indexOf('provider'), end: 80 } }],
    ['/targets/1', { value: { start: 18, end: 20, source: shared } }],
  ]),
}

describe('the source map', () => {
  const plan = optimise(lowerConfig(config, tinyCatalog, STANDALONE))
  const map = sourceMap(
    'd1',
    new Map([
      ['chat', plan],
      ['unknown', plan],
    ]),
    new Map([['chat', parsed]]),
  )

  it('leads each place of a plan to its line and column, in imported files too', () => {
    expect(map).toEqual({
      version: 1,
      digest: 'd1',
      plans: {
        chat: {
          '': { source: 'chat.yaml', line: 1, column: 1 },
          '/targets/0/targets/0': { source: 'chat.yaml', line: 5, column: 9 },
          '/targets/1': { source: 'shared.ts', line: 2, column: 14 },
        },
      },
    })
  })

  it('is text of which JSON gives the map back', () => expect(JSON.parse(emitSourceMap(map))).toEqual(map))
})
