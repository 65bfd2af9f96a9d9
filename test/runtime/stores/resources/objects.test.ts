// The store in object storage: against a strict double, and against a real service where one is named.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { readObjectsAddress } from '../../../../runtime/stores/resources/objects/objects-address.ts'
import { openObjectsStore } from '../../../../runtime/stores/resources/objects/objects-store.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import type { Clock } from '../../../../runtime/values/ports.ts'
import {
  BUCKET,
  KEYS,
  type ObjectStorage,
  REGION,
  startObjectStorage,
} from '../../../support/object-storage.ts'
import { digestOf, storeContract, write } from './contract.ts'

/** Nobody waits between two tries. */
const clock: Clock = {
  ...nodePorts().clock,
  after: (_, action) => {
    setImmediate(action)
    return () => {}
  },
}

describe('object storage', () => {
  let storage: ObjectStorage
  beforeAll(async () => {
    storage = await startObjectStorage()
  })
  afterAll(() => storage.stop())

  const addressOf = (prefix: string): string =>
    `s3:${BUCKET}/${prefix}?region=${REGION}&endpoint=${storage.endpoint}`
  const opened = async (
    prefix: string = randomUUID(),
    environment: Readonly<Record<string, string>> = KEYS,
  ): Promise<ResourceStore> => await openObjectsStore(addressOf(prefix), environment, clock)

  storeContract(async () => {
    // A prefix with what must be encoded.
    const prefix = `${randomUUID()}/team's (a+b)/ä`
    return { open: () => opened(prefix) }
  })

  it('objects are where they are expected', async () => {
    const prefix = randomUUID()
    const store = await openResourceStore(addressOf(`/${prefix}/deep/`), {
      folder: '/',
      environment: KEYS,
      clock,
    })
    const bytes = Buffer.from('blob')
    await store.commit({ writes: [write('a', {})], blobs: new Map([[digestOf(bytes), bytes]]) })
    await store.heartbeat({ id: 'host/1', value: {}, at: 1 })
    expect([...storage.objects.keys()].filter(key => key.startsWith(prefix)).sort()).toEqual([
      `${prefix}/deep/blobs/${digestOf(bytes)}`,
      `${prefix}/deep/head.json`,
      `${prefix}/deep/heartbeats/host%2F1.json`,
    ])
    expect((await store.heartbeats()).map(({ id }) => id)).toEqual(['host/1'])
  })

  it('heartbeats of many processes are read in pages', async () => {
    const store = await opened()
    const ids = ['a', 'b', 'c', 'd', 'e']
    for (const id of ids) await store.heartbeat({ id, value: {}, at: 1 })
    expect((await store.heartbeats()).map(({ id }) => id)).toEqual(ids)
  })

  it.each(['api-key', 'prompt', 'workspace'])('resources of the kind %s are refused', async kind => {
    const store = await opened()
    const refused = { name: 'StoreError', code: 'unsupported', message: expect.stringContaining(kind) }
    const writes = [write('a', {}), { kind, id: 'a', value: {} }]
    await expect(store.commit({ writes })).rejects.toMatchObject(refused)
    await expect(store.read(kind, 'a')).rejects.toMatchObject(refused)
    await expect(store.list(kind, { limit: 1 })).rejects.toMatchObject(refused)
    expect(await store.revision()).toBe(0)
  })

  it.each([
    ['slow-down', 'slow-down'],
    ['cut-before', 'slow-down'],
    ['short-body', 'short-body'],
  ] as const)('reads are tried again after %s and %s', async (...faults) => {
    const prefix = randomUUID()
    const [writer, reader] = [await opened(prefix), await opened(prefix)]
    const bytes = Buffer.from('blob '.repeat(1000))
    await writer.commit({ writes: [write('a', { n: 1 })], blobs: new Map([[digestOf(bytes), bytes]]) })
    storage.fail(new RegExp(`GET .*${prefix}`), ...faults)
    expect((await reader.read('label', 'a'))?.value).toEqual({ n: 1 })
    storage.fail(new RegExp(`GET .*${prefix}`), ...faults)
    expect(digestOf((await reader.readBlob(digestOf(bytes))) ?? Buffer.from(''))).toBe(digestOf(bytes))
  })

  it.each(['slow-down', 'conflict', 'cut-before', 'cut-after'] as const)(
    'a commit whose request meets %s is made once',
    async fault => {
      const prefix = randomUUID()
      const store = await opened(prefix)
      for (const revision of [1, 2]) {
        storage.fail(new RegExp(`PUT .*${prefix}.*head`), fault, fault)
        const expects = revision === 1 ? 'absent' : 1
        expect(await store.commit({ writes: [write('a', { revision }, expects)] })).toEqual({ revision })
      }
      expect(await store.read('label', 'a')).toMatchObject({ value: { revision: 2 }, revision: 2 })
    },
  )

  it.each(['slow-down', 'conflict', 'cut-before', 'cut-after'] as const)(
    'a blob whose request meets %s is written',
    async fault => {
      const prefix = randomUUID()
      const store = await opened(prefix)
      const bytes = Buffer.from('blob')
      storage.fail(new RegExp(`PUT .*${prefix}.*blobs`), fault)
      await store.commit({ writes: [write('a', {})], blobs: new Map([[digestOf(bytes), bytes]]) })
      expect(Buffer.from((await store.readBlob(digestOf(bytes))) ?? [])).toEqual(bytes)
    },
  )

  it('a service that stays busy is unavailable, and works again afterwards', async () => {
    const prefix = randomUUID()
    const store = await opened(prefix)
    storage.fail(new RegExp(`GET .*${prefix}`), ...Array<'slow-down'>(5).fill('slow-down'))
    await expect(store.revision()).rejects.toMatchObject({
      code: 'unavailable',
      message: `The store s3:${BUCKET}/${prefix} cannot be used: the service replies 503 SlowDown.`,
    })
    expect(await store.revision()).toBe(0)
  })

  it('what has not changed is not sent again', async () => {
    const prefix = randomUUID()
    const store = await opened(prefix)
    await store.commit({ writes: [write('a', {})] })
    await store.revision()
    const before = storage.log.length
    await store.revision()
    expect(storage.log.slice(before)).toEqual([`GET /${BUCKET}/${prefix}/head.json 304`])
  })

  it('commits that wait for each other are written together', async () => {
    const prefix = randomUUID()
    const store = await opened(prefix)
    const all = Array.from({ length: 20 }, (_, at) => store.commit({ writes: [write(`${at}`, {})] }))
    await Promise.all(all)
    expect(storage.log.filter(line => line.startsWith(`PUT /${BUCKET}/${prefix}/head`)).length).toBeLessThan(
      5,
    )
    expect(await store.revision()).toBe(20)
  })

  it.each([
    ['another secret', { ...KEYS, AWS_SECRET_ACCESS_KEY: 'other' }, '403 SignatureDoesNotMatch'],
    ['an unknown key', { ...KEYS, AWS_ACCESS_KEY_ID: 'AKOTHER' }, '403 InvalidAccessKeyId'],
  ])('%s is refused by the service, and not repeated', async (_, environment, reason) => {
    const error = await opened('x', environment).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining(reason) })
    expect(String(error)).not.toMatch(/AKOTHER|secret\+key/)
  })

  it('a session token is signed', async () => {
    const store = await opened(randomUUID(), { ...KEYS, AWS_SESSION_TOKEN: 'token/1' })
    expect(await store.commit({ writes: [write('a', {})] })).toEqual({ revision: 1 })
  })

  it.each([
    ['{"format":99,"revision":1}', { code: 'newer-schema', message: expect.stringContaining('format 99') }],
    ['<html>', { code: 'unavailable', message: expect.stringContaining('head.json') }],
  ])('the head %s is refused', async (text, expected) => {
    const prefix = randomUUID()
    storage.objects.set(`${prefix}/head.json`, Buffer.from(text))
    await expect(opened(prefix)).rejects.toMatchObject(expected)
  })

  it('a bucket that does not exist, and a blob with other contents', async () => {
    const address = `s3:other/x?region=${REGION}&endpoint=${storage.endpoint}`
    await expect(openObjectsStore(address, KEYS, clock)).rejects.toMatchObject({
      message: expect.stringContaining('404 NoSuchBucket'),
    })
    const prefix = randomUUID()
    const store = await opened(prefix)
    storage.objects.set(`${prefix}/blobs/${'0'.repeat(64)}`, Buffer.from('other'))
    await expect(store.readBlob('0'.repeat(64))).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('the address', () => {
  it.each([
    ['s3:bundles/prod?region=eu-west-1', 'https://bundles.s3.eu-west-1.amazonaws.com', '/prod/'],
    ['s3:bundles?region=eu-west-1', 'https://bundles.s3.eu-west-1.amazonaws.com', '/'],
    ['s3:a.b/x/y?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com', '/a.b/x/y/'],
    [
      's3:bundles/x?region=auto&endpoint=https://s.example.com:9000',
      'https://s.example.com:9000',
      '/bundles/x/',
    ],
  ])('%s leads to %s%s', (address, origin, path) => {
    expect(readObjectsAddress(address, KEYS)).toMatchObject({ origin, path })
  })

  it('the region may be in the environment', () => {
    const { signer } = readObjectsAddress('s3:bundles', { ...KEYS, AWS_REGION: 'eu-north-1' })
    expect(signer.region).toBe('eu-north-1')
  })

  it.each([
    's3:',
    's3:/x?region=r',
    's3:B_/x?region=r',
    's3:bundles/x',
    's3:bundles/../x?region=r',
    's3:bundles?region=r&acl=public',
    's3:bundles?region=r&endpoint=ftp://x',
    's3:bundles?region=r&endpoint=https://x/path',
    's3:bundles?region=r&endpoint=https://user:pass@x',
  ])('%s is refused', address => {
    expect(() => readObjectsAddress(address, KEYS)).toThrow(
      expect.objectContaining({ code: 'invalid-address' }),
    )
  })

  it('keys are needed, by their names in the environment', () => {
    expect(() => readObjectsAddress('s3:bundles?region=r', {})).toThrow(/AWS_ACCESS_KEY_ID/)
  })
})

const real = process.env['PORTOLAN_TEST_S3']
if (real === undefined) console.warn('PORTOLAN_TEST_S3 names no object storage: its tests are skipped.')

describe.skipIf(real === undefined)('the service of PORTOLAN_TEST_S3', () => {
  storeContract(async () => {
    const [place = '', query = ''] = (real ?? '').split('?')
    const address = `${place}/${randomUUID()}?${query}`
    return {
      open: async () => {
        const store = await openResourceStore(address, {
          folder: '/',
          environment: process.env,
          clock: nodePorts().clock,
        })
        onTestFinished(() => store.close())
        return store
      },
    }
  })
})
