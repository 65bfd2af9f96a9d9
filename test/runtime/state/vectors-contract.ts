// The contract of vector stores.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Vectors } from '../../../runtime/state/vectors/vectors.ts'

/** Milliseconds after a moment that is not long ago: what is older than any cache allows may be gone. */
const NOW = Date.now()
const at = (milliseconds: number): number => NOW - 10_000 + milliseconds

/** Vectors of four dimensions, so that cosines can be computed mentally. */
const vector = (...values: readonly number[]): Float32Array => Float32Array.from(values)
const EAST = vector(1, 0, 0, 0)
const NORTH = vector(0, 1, 0, 0)
/** Its cosine with EAST is 0.8. */
const NORTH_EAST = vector(0.8, 0.6, 0, 0)

export function vectorsContract(
  title: string,
  open: () => Promise<Vectors>,
  options: { readonly skip?: boolean } = {},
): void {
  describe.skipIf(options.skip === true)(`Vectors ${title}`, () => {
    let vectors: Vectors
    let partitions = 0
    const fresh = (): string => {
      partitions += 1
      return `partition ${partitions}`
    }
    beforeAll(async () => {
      vectors = await open()
    })
    afterAll(async () => await vectors.close())

    it('give the nearest of a partition, with its similarity and its age', async () => {
      const partition = fresh()
      await vectors.add(partition, 'east', EAST, at(1_000))
      await vectors.add(partition, 'north', NORTH, at(2_000))
      const nearest = await vectors.nearest(partition, NORTH_EAST, 0.5, 0)
      expect(nearest).toMatchObject({ key: 'east', storedAt: at(1_000) })
      expect(nearest?.similarity).toBeCloseTo(0.8, 5)
    })

    it('give nothing below the threshold, and what is exactly as near', async () => {
      const partition = fresh()
      await vectors.add(partition, 'east', EAST, at(1_000))
      expect(await vectors.nearest(partition, NORTH_EAST, 0.81, 0)).toBeUndefined()
      expect(await vectors.nearest(partition, EAST, 1, 0)).toMatchObject({ key: 'east' })
      // Rounding to 32 bits must not turn what is exactly at the threshold into a miss.
      for (const cosine of [0.8, 0.9, 0.95, 0.97, 0.99]) {
        const near = vector(cosine, Math.sqrt(1 - cosine * cosine), 0, 0)
        expect(await vectors.nearest(partition, near, cosine, 0)).toMatchObject({ key: 'east' })
        expect(await vectors.nearest(partition, near, cosine + 0.0001, 0)).toBeUndefined()
      }
    })

    it('compare directions and not lengths', async () => {
      const partition = fresh()
      await vectors.add(partition, 'far east', vector(1_000, 0, 0, 0), at(1_000))
      const nearest = await vectors.nearest(partition, vector(0.001, 0, 0, 0), 0.99, 0)
      expect(nearest).toMatchObject({ key: 'far east' })
    })

    it('ignore expired entries', async () => {
      const partition = fresh()
      await vectors.add(partition, 'old', EAST, at(1_000))
      await vectors.add(partition, 'young', NORTH_EAST, at(5_000))
      expect(await vectors.nearest(partition, EAST, 0.5, at(4_000))).toMatchObject({ key: 'young' })
      expect(await vectors.nearest(partition, EAST, 0.5, at(6_000))).toBeUndefined()
    })

    it('never cross partitions', async () => {
      const [one, other] = [fresh(), fresh()]
      await vectors.add(one, 'east', EAST, at(1_000))
      expect(await vectors.nearest(other, EAST, 0.5, 0)).toBeUndefined()
    })

    it('replace the vector of a key', async () => {
      const partition = fresh()
      await vectors.add(partition, 'a', EAST, at(1_000))
      await vectors.add(partition, 'a', NORTH, at(2_000))
      expect(await vectors.nearest(partition, EAST, 0.5, 0)).toBeUndefined()
      expect(await vectors.nearest(partition, NORTH, 0.5, 0)).toMatchObject({ key: 'a', storedAt: at(2_000) })
    })

    it('forget what is removed, and nothing else', async () => {
      const partition = fresh()
      for (const key of ['a', 'b', 'c'])
        await vectors.add(partition, key, key === 'b' ? NORTH : EAST, at(1_000))
      await vectors.remove(partition, 'a')
      await vectors.remove(partition, 'unknown')
      expect(await vectors.nearest(partition, EAST, 0.5, 0)).toMatchObject({ key: 'c' })
      expect(await vectors.nearest(partition, NORTH, 0.5, 0)).toMatchObject({ key: 'b' })
    })

    it('of other dimensions are never compared', async () => {
      const partition = fresh()
      await vectors.add(partition, 'east', EAST, at(1_000))
      await vectors.add(partition, 'flat', vector(1, 0), at(1_000))
      expect((await vectors.nearest(partition, vector(1, 0), 0.5, 0))?.key).not.toBe('east')
      expect((await vectors.nearest(partition, EAST, 0.5, 0))?.key).toBe('east')
    })

    it.each([
      ['of no direction', vector(0, 0, 0, 0)],
      ['with a number that is none', vector(Number.NaN, 0, 0, 0)],
      ['of infinite length', vector(Number.POSITIVE_INFINITY, 0, 0, 0)],
      ['of no dimensions', vector()],
    ])('are near to nothing %s', async (_title, odd) => {
      const partition = fresh()
      await vectors.add(partition, 'east', EAST, at(1_000))
      await vectors.add(partition, 'odd', odd, at(1_000))
      expect(await vectors.nearest(partition, odd, -1, 0)).toBeUndefined()
      expect(await vectors.nearest(partition, EAST, 0.5, 0)).toMatchObject({ key: 'east' })
    })
  })
}
