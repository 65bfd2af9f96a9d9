// A mistake in a file that several configs import is one diagnostic, which names the configs.
import { describe, expect, it } from 'vitest'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { realCatalog } from '../support/catalog.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

const HELPER = `export const target = { provider: 'opnai', api_key: '\${env:KEY}' }\n`
const read = await typescriptReader({ '/project/_helper.ts': HELPER })

const importing = (names: readonly string[]) =>
  new Map(
    names.map(name => {
      const text = `import { target } from './_helper.ts'\nexport default { ...target }\n`
      return [name, { source: { name: `${name}.ts`, text }, read }]
    }),
  )

const diagnose = (configs: Parameters<typeof compileProject>[0]['configs']) =>
  compileProject({ configs }, realCatalog, text => text).diagnostics

describe('a mistake in a shared file', () => {
  it('is reported once, with the configs as notes', () => {
    const diagnostics = diagnose(importing(['a', 'b', 'c', 'd']))
    expect(diagnostics.map(({ code, location }) => [code, location.source.name])).toEqual([
      ['unknown-provider', '_helper.ts'],
    ])
    expect(diagnostics[0]?.notes.map(({ location }) => location?.source.name)).toEqual([
      'a.ts',
      'b.ts',
      'c.ts',
      'd.ts',
    ])
  })

  it('names five configs and counts the others', () => {
    const notes = diagnose(importing(['a', 'b', 'c', 'd', 'e', 'f', 'g']))[0]?.notes ?? []
    expect(notes).toHaveLength(6)
    expect(notes.at(-1)?.message).toBe('It is part of 2 more configs.')
  })

  it('is not confused with the same mistake in two configs', () => {
    const configs = new Map(
      ['a', 'b'].map(name => [
        name,
        {
          source: { name: `${name}.json`, text: '{"provider":"opnai","api_key":"${env:K}"}' },
          read: readJson,
        },
      ]),
    )
    expect(diagnose(configs).map(({ location }) => location.source.name)).toEqual(['a.json', 'b.json'])
  })
})
