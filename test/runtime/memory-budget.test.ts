// The limit on buffered bodies: acquired as bytes arrive, released when a request is over.
import { describe, expect, it } from 'vitest'
import { type ProcessMemory, withProcessLimits } from '../../runtime/process/process-limits.ts'
import { createMemoryBudget } from '../../runtime/values/memory-budget.ts'
import { clearSharedLoad, createSharedBudget, sharedLoadMemory } from '../../runtime/workers/shared-load.ts'
import type { Gateway } from '../../schemas/generated/types.ts'

const KIB = 1024
const MIB = KIB * KIB

type Step =
  | readonly ['take', lease: number, bytes: number, taken: boolean]
  | readonly ['hold' | 'give', lease: number, bytes: number]
  | readonly ['release', lease: number]

const TABLE: Readonly<Record<string, { readonly steps: readonly Step[]; readonly used: number }>> = {
  'bytes up to the limit are taken': {
    steps: [
      ['take', 0, 60, true],
      ['take', 0, 40, true],
    ],
    used: 100,
  },
  'what exceeds the limit is refused and not counted': {
    steps: [
      ['take', 0, 60, true],
      ['take', 1, 41, false],
      ['take', 1, 40, true],
    ],
    used: 100,
  },
  'a release gives back all that its request took, and no more': {
    steps: [
      ['take', 0, 30, true],
      ['take', 0, 30, true],
      ['take', 1, 40, true],
      ['release', 0],
    ],
    used: 40,
  },
  'a second release gives back nothing': {
    steps: [
      ['take', 0, 50, true],
      ['take', 1, 50, true],
      ['release', 0],
      ['release', 0],
    ],
    used: 50,
  },
  'a request that is over takes nothing': {
    steps: [
      ['release', 0],
      ['take', 0, 1, false],
    ],
    used: 0,
  },
  'what a request returns is not returned again when it is over': {
    steps: [
      ['take', 0, 10, true],
      ['take', 1, 10, true],
      ['take', 0, 50, true],
      ['give', 0, 50],
      ['release', 0],
      ['give', 0, 50],
    ],
    used: 10,
  },
  'what is in memory already is counted beyond the limit, until it is returned': {
    steps: [
      ['take', 0, 90, true],
      ['hold', 0, 60],
      ['take', 1, 0, false],
      ['give', 0, 60],
      ['take', 1, 10, true],
      ['hold', 0, 60],
      ['release', 0],
      ['hold', 0, 60],
    ],
    used: 10,
  },
  'nothing can be taken where there is nothing left': {
    steps: [
      ['take', 0, 100, true],
      ['take', 1, 1, false],
      ['take', 1, 0, true],
    ],
    used: 100,
  },
}

describe('A memory budget of 100 bytes', () => {
  it.each(Object.entries(TABLE))('%s', (_title, { steps, used }) => {
    const budget = createMemoryBudget(100)
    const leases = [budget.lease(), budget.lease()]
    for (const step of steps) {
      const lease = leases[step[1]]
      if (step[0] === 'release') lease?.release()
      else if (step[0] === 'give' || step[0] === 'hold') lease?.[step[0]](step[2])
      else expect(lease?.take(step[2])).toBe(step[3])
    }
    expect([budget.used(), budget.free()]).toEqual([used, 100 - used])
  })
})

describe('Callers that share a budget of 128 bytes', () => {
  const leasesOf = (...owners: readonly (string | undefined)[]) => {
    const budget = createMemoryBudget(128)
    return owners.map(owner => budget.lease({ owner: () => owner }))
  }

  it('leave the last eighth to others', () => {
    const [first, second, third, other, next, fourth] = leasesOf('hog', 'hog', 'hog', 'other', 'next', 'hog')
    expect([first, second].map(lease => lease?.take(56))).toEqual([true, true])
    expect(third?.take(1)).toBe(false)
    expect(other?.take(8)).toBe(true)
    expect(next?.take(8)).toBe(true)
    first?.release()
    expect(fourth?.take(40)).toBe(true)
    expect(fourth?.take(1)).toBe(false)
  })

  it('get some of it for a request beside others, while these hold at most half of what is left', () => {
    const [hog, one, two, three] = leasesOf('hog', 'other', 'other', 'other')
    expect(hog?.take(112)).toBe(true)
    expect([one, two, three].map(lease => lease?.take(3))).toEqual([true, true, false])
  })

  it('may hold all of it for one request', () => {
    const [hog, again, small] = leasesOf('hog', 'hog', 'hog')
    expect([again?.take(0), small?.take(1)]).toEqual([true, true])
    small?.give(1)
    expect([hog?.take(100), hog?.take(28)]).toEqual([true, true])
    hog?.release()
    expect(again?.take(128)).toBe(true)
  })

  it('hold nothing for requests that are over, and none counts before its caller is known', () => {
    const [first, second, unknown] = leasesOf('hog', 'hog', undefined)
    expect(first?.take(120)).toBe(true)
    expect([second?.take(8), unknown?.take(4)]).toEqual([false, true])
    first?.release()
    expect([second?.take(120), unknown?.take(4)]).toEqual([true, true])
  })
})

describe('Threads that share a budget of 100 bytes', () => {
  it('take no more than is left by the others, nor than a thread may', () => {
    const memory = sharedLoadMemory(2)
    const [one, other] = [0, 1].map(worker =>
      createMemoryBudget(100 * KIB, undefined, { ...createSharedBudget({ memory, worker }), own: 80 * KIB }),
    )
    expect(one?.lease().take(81 * KIB)).toBe(false)
    expect(one?.lease().take(70 * KIB)).toBe(true)
    expect(other?.lease().take(31 * KIB)).toBe(false)
    expect(other?.lease().take(30 * KIB)).toBe(true)
    clearSharedLoad(memory, 0)
    expect(other?.lease().take(50 * KIB)).toBe(true)
  })
})

describe('A limit of 0', () => {
  it.each<readonly [string, ProcessMemory, object, object]>([
    [
      'is one number for all threads, a quarter of what they leave',
      { total: (512 + 2 * 104) * MIB, heap: 132 * MIB, threads: 3 },
      { buffered_bytes: 0, inline_config_bytes: 1 },
      { buffered_bytes: 80 * MIB, inline_config_bytes: 1 },
    ],
    [
      'is a quarter of the memory that the process leaves for bodies, and an eighth of the heap for configs',
      { total: 192 * MIB + 400 * MIB, heap: 400 * MIB },
      { buffered_bytes: 0, inline_config_bytes: 0 },
      { buffered_bytes: 100 * MIB, inline_config_bytes: 50 * MIB },
    ],
    [
      'is an eighth of a container that is smaller than two processes',
      { total: 4_000, heap: 4_000 },
      { buffered_bytes: 0, inline_config_bytes: 0 },
      { buffered_bytes: 500, inline_config_bytes: 500 },
    ],
    [
      'is 80 MiB for bodies in a container of 512 MiB',
      { total: 512 * MIB, heap: 268 * MIB },
      { buffered_bytes: 0, inline_config_bytes: 1 },
      { buffered_bytes: 80 * MIB, inline_config_bytes: 1 },
    ],
    [
      'is half of the heap for bodies where that is less',
      { total: 1_000 * MIB, heap: 4_000 },
      { buffered_bytes: 0, inline_config_bytes: 0 },
      { buffered_bytes: 2_000, inline_config_bytes: 500 },
    ],
    [
      'other numbers are unchanged',
      { total: 4_000, heap: 4_000 },
      { buffered_bytes: 7, inline_config_bytes: 8 },
      { buffered_bytes: 7, inline_config_bytes: 8 },
    ],
  ])('%s', (_title, memory, limits, expected) => {
    expect(withProcessLimits({ limits } as unknown as Gateway, memory).limits).toEqual(expected)
  })
})
