// The encryption keys of a process and what its store has sealed, compared at the start.
import { describe, expect, it, onTestFinished } from 'vitest'
import { placeOf } from '../../../runtime/control/core/sealing/rotate-secrets.ts'
import { sealSecret } from '../../../runtime/control/core/sealing/sealed-secret.ts'
import { KINDS, SEALED_KINDS } from '../../../runtime/control/kinds.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openControlStore } from '../../../runtime/process/open-access.ts'
import { checkBodyKeys } from '../../../runtime/stores/logs/check-body-keys.ts'
import { nodeSecretCipher as cipher } from '../../../runtime/stores/secret-cipher.ts'
import { openMemoryStore } from '../../support/memory-store.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { ringOf } from '../stores/logs/contract.ts'

type Sealed = readonly [kind: string, id: string, key: string]

/** One secret of each, sealed with its key. */
async function storeOf(sealed: readonly Sealed[], change: (text: string) => string = text => text) {
  const store = openMemoryStore()
  onTestFinished(store.close)
  await store.commit({
    writes: sealed.map(([kind, id, key]) => {
      const place = placeOf({ kind, id, value: {} }, '/deep/0/secret')
      const secret = sealSecret('secret', place, ringOf(key), cipher)
      return { kind, id, value: { deep: [{ secret: { ...secret, text: change(secret.text) } }] } }
    }),
  })
  return store
}

/** What the start says, and whether it goes on. */
async function start(
  store: ReturnType<typeof openMemoryStore>,
  keys: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const reported: string[] = []
  const opened = await openControlStore(
    {},
    {
      folder: '.',
      environment,
      ports: { ...nodePorts(), clock: virtualClock() },
      store,
      onEvent: () => {},
      writeLog: (_, message) => reported.push(message),
    },
    keys.length === 0 ? undefined : { ring: ringOf(...keys), cipher },
  )
  if ('stop' in opened) await opened.stop()
  return 'stop' in opened ? { starts: true, reported } : { starts: false, reported: [...reported, ...opened] }
}

const idOf = (key: string): string => ringOf(key).current.id

const TWO: readonly Sealed[] = [
  ['integration', 'a', 'old'],
  ['mcp_client', 'b', 'old'],
]
const MIXED: readonly Sealed[] = [...TWO, ['integration', 'c', 'new']]

describe('A process with encryption keys', () => {
  it.each<[string, readonly Sealed[], readonly string[], readonly string[]]>([
    ['and secrets of these', TWO, ['old'], []],
    ['and secrets of an older one that it has', MIXED, ['new', 'old'], []],
    ['and nothing sealed', [], ['new'], []],
    ['which has none, and nothing is sealed', [], [], []],
    [
      'that open some of the secrets',
      MIXED,
      ['new'],
      [
        `2 of 3 secrets in the store sqlite::memory: cannot be decrypted (integration: 1, mcp client: 1). They were encrypted with the key ${idOf('old')}; the encryption keys are ${idOf('new')}. Add the missing key behind the current one.`,
      ],
    ],
  ])('%s starts', async (_name, sealed, keys, reported) => {
    expect(await start(await storeOf(sealed), keys)).toEqual({ starts: true, reported })
  })

  it('that open no secret is refused with the ids of the keys, and may be let start without the secrets', async () => {
    const store = await storeOf(TWO)
    const sentence = `2 of 2 secrets in the store sqlite::memory: cannot be decrypted (integration: 1, mcp client: 1). They were encrypted with the key ${idOf('old')}; the encryption keys are ${idOf('new')}. Add the missing key behind the current one.`
    expect(await start(store, ['new'])).toEqual({
      starts: false,
      reported: [`${sentence} If the key is lost, set PORTOLAN_LOST_SECRETS=allow to start without them.`],
    })
    expect(await start(store, ['new'], { PORTOLAN_LOST_SECRETS: 'allow' })).toEqual({
      starts: true,
      reported: [sentence],
    })
  })

  it('which has none is refused where something is sealed', async () => {
    const { starts, reported } = await start(await storeOf(TWO), [])
    expect(starts).toBe(false)
    expect(reported[0]).toContain(
      `They were encrypted with the key ${idOf('old')}, and there is no encryption key. Set the environment variable PORTOLAN_ENCRYPTION_KEY`,
    )
  })

  it('is told of secrets that were changed in the store', async () => {
    const changed = await storeOf([['integration', 'a', 'old']], text => `${text.slice(4)}AAAA`)
    const { starts, reported } = await start(changed, ['old'])
    expect([starts, reported[0]]).toEqual([
      false,
      expect.stringContaining('They were changed, or copied from another store: save them again.'),
    ])
  })

  it('checks every kind that has secrets', async () => {
    for (const { name, sealed } of KINDS) {
      const { starts } = await start(await storeOf([[name, 'one', 'old']]), ['new'])
      expect([name, starts]).toEqual([name, sealed !== 'rotated'])
    }
    expect(SEALED_KINDS.length).toBeGreaterThan(5)
  })
})

describe('A process that logs bodies', () => {
  const check = (counts: Readonly<Record<string, number>>, ...keys: readonly string[]) =>
    checkBodyKeys(
      { name: 'sqlite:logs', sealedWith: async () => counts },
      keys.length === 0 ? undefined : ringOf(...keys),
      false,
    )

  it('is told of bodies that its keys do not open, and is refused where they open none', async () => {
    const counts = { [idOf('old')]: 2, [idOf('new')]: 1 }
    expect(await check(counts, 'new', 'old')).toBeUndefined()
    expect(await check({})).toBeUndefined()
    expect(await check(counts, 'new')).toEqual({
      isRefused: false,
      sentence: `2 of 3 keys of logged bodies in the store sqlite:logs cannot be decrypted. They were encrypted with the key ${idOf('old')}; the encryption keys are ${idOf('new')}. Add the missing key behind the current one.`,
    })
    expect((await check({ [idOf('old')]: 2 }, 'new'))?.isRefused).toBe(true)
    expect((await check({ [idOf('old')]: 2 }))?.isRefused).toBe(true)
  })
})
