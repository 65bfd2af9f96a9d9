// Keys of a gateway where git tracks them, or `git add` would take them.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../../../compiler/cli/template.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const KEY = `ptl_${'a1-_'.repeat(10)}xyz`

const git = (folder: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8' })

/** A project as `portolan init` makes it, with more files, in a working copy. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder({ ...Object.fromEntries(projectFiles('app', false)), ...files })
  git(folder, 'init', '--quiet')
  return folder
}

/** The places of the findings. */
const keysFound = async (folder: string, path = '.'): Promise<readonly string[]> => {
  const { out, complaints } = await portolan(['check', path, '--format', 'one-line'], folder)
  expect(out + complaints).not.toContain(KEY)
  return (out + complaints)
    .split('\n')
    .filter(line => line.includes('[key-in-git]'))
    .map(line => line.split(': ')[0] ?? '')
}

describe('check warns of a key', () => {
  it('that "git add" would take, and of one that is tracked though it is ignored now', async () => {
    const folder = project({ 'admin-key': `${KEY}\n`, 'deep/er/.env': `A=1\nGATEWAY_ADMIN_KEY=${KEY}\n` })
    expect(await keysFound(folder)).toEqual(['admin-key:1:1', 'deep/er/.env:2:19'])
    git(folder, 'add', 'admin-key')
    execFileSync('sh', ['-c', 'echo admin-key >> .gitignore; echo .env >> .gitignore'], { cwd: folder })
    expect(await keysFound(folder)).toEqual(['admin-key:1:1'])
    expect(await keysFound(join(folder, '..'), folder)).toHaveLength(1)
    git(folder, 'rm', '--cached', '--quiet', 'admin-key')
    expect(await keysFound(folder)).toEqual([])
  })

  it('with the line masked, and succeeds', async () => {
    const folder = project({ 'admin-key': `${KEY}\n` })
    const { out, complaints, code } = await portolan(['check'], folder)
    expect(out + complaints).toContain('*'.repeat(KEY.length))
    expect(out + complaints).not.toContain(KEY)
    expect(code).toBe(0)
    expect((await portolan(['check', '--deny-warnings'], folder)).code).toBe(1)
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    ['of a text that is no whole key', { a: `${KEY}b\n`, b: `x${KEY}\n`, c: KEY.slice(0, -1) }],
    ['of what holds more than a key', { 'notes.txt': `${KEY}\n${'Notes. '.repeat(200)}` }],
    ['of what git ignores', { '.portolan/admin-key': `${KEY}\n` }],
  ])('not %s', async (_name, files) => {
    expect(await keysFound(project(files))).toEqual([])
  })

  it('not outside of a working copy', async () => {
    const folder = temporaryFolder({
      ...Object.fromEntries(projectFiles('app', false)),
      'admin-key': `${KEY}\n`,
    })
    expect(await keysFound(folder)).toEqual([])
  })
})

describe('admin-key create', () => {
  it('writes where git takes nothing, also into a folder that was there', async () => {
    for (const isThere of [false, true]) {
      const folder = project({ '.gitignore': '' })
      if (isThere) mkdirSync(join(folder, '.portolan'))
      const { code, complaints } = await portolan(['admin-key', 'create'], folder)
      expect([code, complaints]).toEqual([0, ''])
      const path = join(folder, '.portolan/admin-key')
      expect(readFileSync(path, 'utf8')).toMatch(/^ptl_[\w-]{43}\n$/)
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(git(folder, 'status', '--porcelain', '--untracked-files=all')).not.toContain('.portolan')
      expect(await keysFound(folder)).toEqual([])
    }
  })

  it('says where git would take the file that is named', async () => {
    const folder = project()
    const { code, complaints } = await portolan(['admin-key', 'create', '--file', 'own/key'], folder)
    expect(code).toBe(0)
    expect(complaints).toContain(`Git does not ignore ${join(folder, 'own/key')}: add it to .gitignore.`)
    expect(await keysFound(folder)).toEqual(['own/key:1:1'])
  })
})

it('a project of "portolan init" ignores its store', async () => {
  const folder = temporaryFolder()
  git(folder, 'init', '--quiet')
  await portolan(['init'], folder)
  mkdirSync(join(folder, '.portolan'))
  execFileSync('sh', ['-c', `echo ${KEY} > .portolan/admin-key`], { cwd: folder })
  expect(existsSync(join(folder, '.portolan/.gitignore'))).toBe(false)
  expect(await keysFound(folder)).toEqual([])
})
