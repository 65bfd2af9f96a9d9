// `portolan admin-key create`: the first owner of a store.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

describe('admin-key create', () => {
  it('writes a file that only its user can read; of two at once, one wins, and the other leaves no file', async () => {
    const folder = temporaryFolder({})
    const create = (file: string) =>
      portolan(['admin-key', 'create', '--file', file, '--store', 'sqlite:store.db'], folder)
    const results = await Promise.all([create('one'), create('two')])
    expect(results.map(({ code }) => code).sort()).toEqual([0, 1])
    const [won, lost] = results[0]?.code === 0 ? ['one', 'two'] : ['two', 'one']
    const path = join(folder, won)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const key = readFileSync(path, 'utf8')
    expect(key).toMatch(/^ptl_[\w-]{43}\n$/)
    expect(existsSync(join(folder, lost))).toBe(false)
    const told = results.map(({ out, complaints }) => out + complaints).join('')
    expect(told).toContain('has the key of an owner already')
    expect(told).not.toContain(key.trim())
    expect((await create(won)).complaints).toContain('exists already')
  })

  it('has one verb', async () => {
    expect((await portolan(['admin-key'])).code).toBe(64)
    expect((await portolan(['admin-key', 'remove'])).code).toBe(64)
  })
})
