// Imports of a config stay in the project's folder, also through links.
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readersFor } from '../../../compiler/cli/files/readers.ts'
import { mistakes, readWith } from '../../support/read-source.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const outside = makeFolder({ 'model.ts': `export const model = 'secret'\n` })
const project = makeFolder({ 'own.ts': `export const model = 'own'\n` })
symlinkSync(join(outside, 'model.ts'), join(project, 'linked.ts'))
symlinkSync(outside, join(project, 'folder'))
symlinkSync(join(project, 'own.ts'), join(project, 'alias.ts'))
afterAll(() => {
  for (const folder of [outside, project]) rmSync(folder, { recursive: true, force: true })
})

const readerOf = await readersFor(['config.ts'], project, project)
const importing = (path: string) =>
  readWith(readerOf('config.ts'), `import { model } from '${path}'\nexport default { model }`, 'config.ts')

describe('an import through a link', () => {
  it.each(['./linked.ts', './folder/model.ts'])('out of the project is refused: %s', path => {
    const { value, diagnostics } = importing(path)
    expect(value).toBeUndefined()
    expect(mistakes(diagnostics)).toEqual([`missing-import 1:23 '${path}'`])
  })

  it.each(['./alias.ts', './own.ts'])('to a file of the project works: %s', path =>
    expect(importing(path).value).toEqual({ model: 'own' }),
  )
})
