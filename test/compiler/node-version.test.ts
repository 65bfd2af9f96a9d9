// An unsupported Node.js version is rejected with one line, by code that it can parse.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OLDEST_NODE, unsupportedNode } from '../../compiler/facts/node-version.ts'
import { ROOT } from '../support/folder.ts'
import { importsOf } from '../support/imports.ts'

it('is the one that package.json names', () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  expect(engines.node).toBe(`>=${OLDEST_NODE.join('.')}`)
})

it.each([
  ['20.20.2', false],
  ['22.18.0', false],
  ['22.19.0', true],
  ['22.20.1', true],
  ['26.10.0', true],
])('Node %s', (version, supported) => {
  const sentence = unsupportedNode('portolan', version)
  expect(sentence).toBe(
    supported ? undefined : `portolan needs Node 22.19 or later; this is Node ${version}.`,
  )
})

it.each(['compiler/cli/main.ts', 'runtime/main.ts'])('%s loads nothing else before it has checked', path => {
  expect(importsOf(path).map(({ to }) => to)).toContain('compiler/facts/node-version.ts')
  expect(readFileSync(join(ROOT, path), 'utf8').match(/^import .*/gm)).toHaveLength(1)
  expect(importsOf('compiler/facts/node-version.ts')).toEqual([])
})
