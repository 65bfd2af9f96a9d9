// Batches that a log store takes, cannot take now, and never takes.
import { describe, expect, it } from 'vitest'
import { StoreError, type StoreErrorCode } from '../../../../runtime/control/core/store-error.ts'
import { appendOnce } from '../../../../runtime/process/open-sinks.ts'

const BATCH = { id: 'one', lines: '{}', bodies: [] }

const appending = async (error?: unknown) => {
  const seen: unknown[] = []
  const append = appendOnce({
    append: async batch => {
      seen.push(batch)
      if (error !== undefined) throw error
    },
  })
  return { outcome: await append(BATCH as never).catch((thrown: unknown) => ({ thrown })), seen }
}

describe('a batch', () => {
  it('that the store takes is written as it is', async () => {
    expect(await appending()).toEqual({ outcome: undefined, seen: [BATCH] })
  })
  it('that the store never takes is given up, with the reason', async () => {
    const { outcome, seen } = await appending(new StoreError('unsupported', 'A record has no place.'))
    expect(outcome).toEqual({ reason: 'A record has no place.' })
    expect(seen).toHaveLength(1)
  })
  it.each<StoreErrorCode>(['unavailable', 'read-only', 'newer-schema'])(
    'is tried again where the store is %s',
    async code => {
      const error = new StoreError(code, 'Not now.')
      expect((await appending(error)).outcome).toEqual({ thrown: error })
    },
  )
  it('whose failure is a bug is not given up as if the store had refused it', async () => {
    const bug = new TypeError('a bug')
    expect((await appending(bug)).outcome).toEqual({ thrown: bug })
  })
})
