// Sentences of this part of the semantics: see sentences.ts.
import { describe, expect, it } from 'vitest'
import { readJson } from '../../../../compiler/read/json.ts'
import { readYaml } from '../../../../compiler/read/yaml.ts'
import { judge } from './specification-rows.ts'

describe('Section 1: duplicate keys', () => {
  it.each([
    ['JSON', '{"provider":"mock","provider":"openai"}', readJson],
    ['YAML', 'provider: mock\nprovider: openai\n', readYaml],
  ] as const)('%s with a key twice is refused', (_format, text, read) =>
    expect(judge(text, 'file', read)).toEqual({ codes: ['duplicate-key'], plan: 'no plan' }),
  )
})
