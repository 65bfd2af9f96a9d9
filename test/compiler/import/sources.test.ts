// Sources of every format, as users write them: what is written, what is reported with its place, and that the project passes its checks
// and its tests.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IMPORT_FORMATS } from '../../../compiler/import/import-formats.ts'
import { portolan } from '../../support/command.ts'
import { files, folders, ROOT } from '../../support/folder.ts'
import { expectGolden } from '../../support/golden.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SOURCES = join(ROOT, 'test/compiler/import/sources')
/** Warnings about what the source does, too: Bifrost has no other key for failures of the server. */
const OF_SOURCES = /\[retried-without-fallback\]$/
const isSource = (name: string): boolean => /\.(?:ya?ml|json|config)$/.test(name)

describe('every format has sources', () => {
  it('by its name', () => {
    expect(folders(SOURCES)).toEqual(IMPORT_FORMATS.map(({ name }) => name).sort())
  })
})

describe('the example', () => {
  it('has what its source is imported to', async () => {
    const example = join(ROOT, 'examples/import')
    const folder = temporaryFolder({
      'litellm.yaml': readFileSync(join(example, 'litellm.yaml'), 'utf8'),
    })
    await portolan(['import', 'litellm.yaml', '--to', 'out'], folder)
    for (const name of ['gateway.yaml', 'gateway.test.yaml', 'configs/models.yaml'])
      expectGolden(join(example, name), readFileSync(join(folder, 'out', name), 'utf8'))
  })
})

describe.each(folders(SOURCES))('%s', format => {
  it.each(files(join(SOURCES, format)).filter(isSource))('%s', async name => {
    const text = readFileSync(join(SOURCES, format, name), 'utf8')
    const folder = temporaryFolder({ [name]: text })
    const { code, out, complaints } = await portolan(
      ['import', name, '--to', 'out', '--format', 'one-line'],
      folder,
    )
    const [, written = ''] = /^wrote .* to out: (.*)$/m.exec(complaints) ?? []
    const shown = written
      .split(', ')
      .map(file => `--- ${file}\n${readFileSync(join(folder, 'out', file), 'utf8')}`)
    expectGolden(join(SOURCES, format, `${name}.txt`), [out.trim(), shown.join('').trim()].join('\n\n'))
    expect(code).toBe(0)
    expect(await portolan(['fmt', 'out', '--check'], folder)).toMatchObject({ code: 0 })
    const checked = await portolan(['check', 'out', '--format', 'one-line'], folder)
    expect(checked).toMatchObject({ code: 0 })
    expect(
      checked.out.split('\n').filter(line => /: warning: /.test(line) && !OF_SOURCES.test(line)),
    ).toEqual([])
    // A project whose only config calls a pool has no case: who serves it is decided by what happens.
    if (existsSync(join(folder, 'out', 'gateway.test.yaml')))
      expect(await portolan(['test', 'out'], folder)).toMatchObject({ code: 0 })
  })
})

it.each([
  [
    'a template of Helm',
    'values.yaml',
    '{{- if .Values.gateway }}\nmodel_list: []\n{{- end }}\n',
    'is a template',
  ],
  ['a template of Jinja', 'values.yaml', '{% if gateway %}\nmodel_list: []\n{% endif %}\n', 'is a template'],
])('%s is one sentence', async (_, name, text, sentence) => {
  const { code, out } = await portolan(
    ['import', name, '--to', 'out', '--format', 'one-line'],
    temporaryFolder({ [name]: text }),
  )
  expect([code, out.trim().split('\n')]).toEqual([1, [expect.stringContaining(sentence)]])
})
