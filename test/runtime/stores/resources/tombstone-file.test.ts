// Room for deletions beside a store: taken in advance, written in place, shared by processes.
import { appendFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Tombstone } from '../../../../runtime/control/core/tombstones.ts'
import { createTombstoneFile } from '../../../../runtime/stores/resources/tombstone-file.ts'
import { runs } from '../../../support/property-seed.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const tombstone = (id: string, more: Partial<Tombstone> = {}): Tombstone => ({
  kind: 'api-key',
  id,
  workspace: 'default',
  by: 'ada@example.org',
  byType: 'person',
  uri: `/v1/api-keys/${id}`,
  at: 1_800_000_000_000,
  ...more,
})

const newFile = () => {
  const path = join(temporaryFolder(), 'store.db-revoked')
  return { path, file: createTombstoneFile(path) }
}

const byId = (one: Tombstone, other: Tombstone): number => (one.id < other.id ? -1 : 1)

describe('the room', () => {
  it('takes its place once, and writes need no more', async () => {
    const { path, file } = newFile()
    expect(await file.read()).toEqual([])
    await file.prepare()
    const { size, ino } = statSync(path)
    expect(size).toBe(327_680)
    await file.prepare()
    await file.write(tombstone('a'))
    await file.clear(tombstone('a'))
    expect(statSync(path)).toMatchObject({ size, ino })
  })

  it('that the disk had not enough for is completed later, and used as far as it is there', async () => {
    const { path, file } = newFile()
    writeFileSync(path, `${' '.repeat(511)}\n${' '.repeat(100)}`)
    await file.write(tombstone('a'))
    await expect(file.write(tombstone('b'))).rejects.toMatchObject({ code: 'unavailable' })
    await file.prepare()
    await file.write(tombstone('b'))
    expect([...(await file.read())].sort(byId)).toEqual([tombstone('a'), tombstone('b')])
  })

  it('is refused where there is none', async () => {
    await expect(newFile().file.write(tombstone('a'))).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('has what other processes have written and removed', async () => {
    const { path, file } = newFile()
    await file.prepare()
    const other = createTombstoneFile(path)
    await other.write(tombstone('a'))
    expect(await file.read()).toEqual([tombstone('a')])
    await other.clear(tombstone('a'))
    expect(await file.read()).toEqual([])
  })

  it('has all that processes write at the same time', async () => {
    const { path, file } = newFile()
    await file.prepare()
    const ids = Array.from({ length: 40 }, (_, index) => `k${index}`)
    await Promise.all(ids.map(id => createTombstoneFile(path).write(tombstone(id))))
    expect((await file.read()).map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  it('that is full is said to be', async () => {
    const { file } = newFile()
    await file.prepare()
    await Promise.all(Array.from({ length: 639 }, (_, index) => file.write(tombstone(`k${index}`))))
    const results = await Promise.allSettled(['last', 'more', 'most'].map(id => file.write(tombstone(id))))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(file.write(tombstone('more'))).rejects.toThrow('is full')
    expect(await file.read()).toHaveLength(640)
  })

  it('skips what is no tombstone', async () => {
    const { path, file } = newFile()
    await file.prepare()
    await file.write(tombstone('a'))
    appendFileSync(path, `${'{"kind":"api-key","id'.padEnd(511)}\n${'[]'.padEnd(511)}\n`)
    expect(await file.read()).toEqual([tombstone('a')])
  })

  it('gives back what was written, with names of any length and letters', async () => {
    const { file } = newFile()
    await file.prepare()
    const id = fc.uuid()
    await fc.assert(
      fc.asyncProperty(id, fc.string({ unit: 'grapheme', maxLength: 300 }), async (key, by) => {
        const written = tombstone(key, { by })
        await file.write(written)
        const [read, ...others] = await file.read()
        expect(others).toEqual([])
        expect({ ...read, by: '', uri: '' }).toEqual({ ...written, by: '', uri: '' })
        expect(by.startsWith(read?.by ?? '?') || by.length === 0).toBe(true)
        await file.clear(written)
        expect(await file.read()).toEqual([])
      }),
      { numRuns: runs(30) },
    )
  })
})
