// The store of a manifest in object storage is reached through the proxy of the manifest, by commands and by the gateway.
import { afterEach, expect, it } from 'vitest'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { openStoreFetch } from '../../../runtime/process/store-fetch.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { closeAll, later } from '../../support/local-servers.ts'
import { BUCKET, KEYS, REGION, startObjectStorage } from '../../support/object-storage.ts'
import { proxyDouble } from '../../support/proxy-double.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

afterEach(closeAll)

it('reads and writes objects through the proxy', async () => {
  const storage = await startObjectStorage()
  later(storage.stop)
  const proxy = await proxyDouble()
  const gateway = lowerManifest({ outbound: { proxy: proxy.origin } }, tinyCatalog)
  const way = await openStoreFetch(gateway, { environment: {}, folder: '/' })
  if (way === undefined || !('fetch' in way)) throw new Error(String(way))
  later(way.close)
  const store = await openResourceStore(
    `s3:${BUCKET}/gateway?region=${REGION}&endpoint=${encodeURIComponent(storage.endpoint)}`,
    { folder: '/', environment: KEYS, clock: nodePorts().clock, fetch: way.fetch },
  )
  expect(await store.revision()).toBe(0)
  const blob = Buffer.from('a bundle of some length')
  const digest = nodePorts().hash(blob)
  await store.commit({ writes: [], blobs: new Map([[digest, blob]]), message: 'first' } as never)
  expect(Buffer.from((await store.readBlob(digest)) ?? []).toString()).toBe('a bundle of some length')
  await store.close()
  expect(proxy.asked.length).toBeGreaterThanOrEqual(3)
  expect(storage.log).toHaveLength(proxy.asked.length)
})

it('is that of the platform without a proxy', async () => {
  expect(
    await openStoreFetch(lowerManifest({}, tinyCatalog), { environment: {}, folder: '/' }),
  ).toBeUndefined()
})

it('says why the way out cannot be used', async () => {
  const gateway = lowerManifest({ outbound: { proxy: '${env:PROXY_URL}' } }, tinyCatalog)
  expect(await openStoreFetch(gateway, { environment: {}, folder: '/' })).toEqual([
    'The environment variable PROXY_URL is not set; it is required by outbound.proxy.',
  ])
})
