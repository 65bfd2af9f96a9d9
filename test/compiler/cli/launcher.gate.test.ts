// `portolan` as the set-up of README.md puts it on the path of a shell, whichever Node that shell has.
import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../../compiler/facts/version.ts'
import { ROOT } from '../../support/folder.ts'
import { preparedClone, SET_UP, shellEnvironment } from '../../support/prepared-clone.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Types lines into a new shell, in which `node` is 18. */
function type(folder: string, ...lines: readonly string[]) {
  const bin = temporaryFolder({ node: '#!/bin/sh\necho v18.0.0\nexit 9\n' })
  const environment = shellEnvironment(folder)
  const { stdout, stderr, status } = spawnSync(
    'sh',
    ['-euc', [`chmod +x ${bin}/node`, SET_UP, ...lines].join('\n')],
    { cwd: folder, encoding: 'utf8', env: { ...environment, PATH: `${bin}:${environment['PATH']}` } },
  )
  return { stdout, stderr, status }
}

describe('portolan on the path', () => {
  it('uses the Node version of the checkout, in every folder', () => {
    const clone = preparedClone('quickstart')
    expect(type(clone, 'node --version || true', 'cd examples/quickstart', 'portolan --version')).toEqual({
      stdout: `v18.0.0\n${VERSION}\n`,
      stderr: '',
      status: 0,
    })
  })

  it('creates a project, checks it and tests it', () => {
    const { stdout, stderr, status } = type(
      preparedClone('quickstart'),
      'portolan init my-gateway',
      'portolan check my-gateway',
      'cd my-gateway',
      'portolan test',
    )
    expect({ stderr, status }).toMatchObject({ stderr: expect.stringContaining('1 passed'), status: 0 })
    expect(stdout).toContain('wrote my-gateway/gateway.yaml')
  })

  it('passes words on as they are, and the exit code back', () => {
    expect(type(preparedClone('quickstart'), "portolan check 'no such folder'")).toMatchObject({
      stderr: expect.stringContaining('no such folder'),
      status: 64,
    })
  })

  it('may be linked from another folder, and runs the runtime too', () => {
    const clone = preparedClone('quickstart')
    symlinkSync(join(clone, '.bin/portolan-runtime'), join(clone, 'portolan-runtime'))
    expect(type(clone, './portolan-runtime --version').stdout).toBe(`${VERSION}\n`)
  })

  it.each(['portolan', 'portolan-runtime'])('%s names npm install in one line before it was run', name => {
    const folder = temporaryFolder()
    cpSync(join(ROOT, '.bin'), join(folder, '.bin'), { recursive: true, verbatimSymlinks: true })
    expect(type(folder, `${name} --version`)).toEqual({
      stdout: '',
      stderr: `${name} needs the packages of its checkout: run "npm install" in ${folder}\n`,
      status: 1,
    })
  })
})
