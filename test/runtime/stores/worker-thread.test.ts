// Threads of stores: one that crashed rejects what it was asked, and the next request is answered by another one.
import { expect, it } from 'vitest'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { startWorker } from '../../../runtime/stores/worker-thread.ts'

/** Crashes where it is told to, otherwise replies with how many requests it has had. */
const THREAD = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let count = 0
    parentPort.on('message', ({ id, method }) => {
      if (method === 'crash') throw new Error('Out of memory')
      parentPort.postMessage({ id, result: (count += 1) })
    })`)}`,
)

const start = (isOnlyCopy: boolean) =>
  startWorker<'count' | 'crash'>({
    url: THREAD,
    data: undefined,
    subject: 'The store',
    errorOf: ({ code, message }) => new StoreError(code as 'unavailable', message),
    isOnlyCopy,
  })

const UNAVAILABLE = { code: 'unavailable', message: 'Out of memory' }

it('a thread that crashed rejects what it was asked, and the next request starts another one', async () => {
  const thread = start(false)
  expect(await thread.request('count', [])).toBe(1)
  const asked = [thread.request('crash', []), thread.request('count', [])]
  for (const each of asked) await expect(each).rejects.toMatchObject(UNAVAILABLE)
  expect(await thread.request('count', [])).toBe(1)
  expect(await thread.request('count', [])).toBe(2)
  await thread.close()
})

it('no other one is started of the only copy, nor once it is closed', async () => {
  const only = start(true)
  await expect(only.request('crash', [])).rejects.toMatchObject(UNAVAILABLE)
  await expect(only.request('count', [])).rejects.toMatchObject(UNAVAILABLE)
  await only.close()
  const closed = start(false)
  await closed.close()
  await expect(closed.request('count', [])).rejects.toMatchObject({ message: 'The store is closed.' })
})
