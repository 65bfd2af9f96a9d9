// An installation without the packages of the command line is rejected with one line.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { missingPackages, REQUIRED_PACKAGES } from '../../../compiler/cli/required-packages.ts'
import { ROOT } from '../../support/folder.ts'

it('the packages are the optional dependencies of package.json', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    optionalDependencies: object
  }
  expect(Object.keys(optionalDependencies)).toEqual([...REQUIRED_PACKAGES])
})

it('all are found in a complete installation', () => {
  expect(missingPackages(name => import.meta.resolve(name))).toBeUndefined()
})

it('those that cannot be resolved are named', () => {
  const resolve = (name: string): string => {
    if (name === 'yaml' || name === 'typescript') throw new Error('missing')
    return name
  }
  expect(missingPackages(resolve)).toBe(
    'portolan needs packages that are not installed: typescript, yaml. Install without --omit=optional; portolan-runtime runs compiled plans without them.',
  )
})
