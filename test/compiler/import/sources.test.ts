// Sources of every format, as users write them: what is written, what is reported with its place, and that the project passes its checks
// and its tests.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { IMPORT_FORMATS } from '../../../compiler/import/import-formats.ts'
import { portolan } from '../../support/command.ts'
import { files, folders, ROOT } from '../../support/folder.ts'
import { expectGolden } from '../../support/golden.ts'
import { importText } from '../../support/imported-project.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SOURCES = join(ROOT, 'test/compiler/import/sources')
const isSource = (name: string): boolean => /\.(?:ya?ml|json|config)$/.test(name)

describe('every format has sources', () => {
  it('by its name', () => {
    expect(folders(SOURCES)).toEqual(IMPORT_FORMATS.map(({ name }) => name).sort())
  })
})

describe('the example', () => {
  it('has what its source is imported to', async () => {
    const example = join(ROOT, 'examples/import')
    const source = readFileSync(join(example, 'litellm.yaml'), 'utf8')
    const { files: written } = importText(source, 'litellm.yaml')
    for (const [name, text] of written) expectGolden(join(example, name), text)
  })
})

describe.each(folders(SOURCES))('%s', format => {
  it.each(files(join(SOURCES, format)).filter(isSource))('%s', async name => {
    const text = readFileSync(join(SOURCES, format, name), 'utf8')
    const folder = temporaryFolder({ [name]: text })
    const { code, out } = await portolan(['import', name, '--to', 'out', '--format', 'one-line'], folder)
    const { out: shown } = await portolan(['import', name, '--dry-run', '--format', 'json'], folder)
    expectGolden(
      join(SOURCES, format, `${name}.txt`),
      [out.trim(), shown.slice(0, shown.lastIndexOf('\n{')).trim()].join('\n\n'),
    )
    expect(code).toBe(0)
    const checked = await portolan(['check', 'out', '--format', 'one-line'], folder)
    expect(checked).toMatchObject({ code: 0 })
    const tested = await portolan(['test', 'out'], folder)
    expect(tested).toMatchObject({ code: 0 })
  })
})
