// Pins of tools among workers: the first definition is the one that all trust.
import { afterAll, expect, it } from 'vitest'
import { createMemoryPins } from '../../../runtime/mcp/catalogue/tool-pins.ts'
import { createWorkerPins, type WorkerPins } from '../../../runtime/workers/shared-pins.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { closeThreads, openThreads } from './threads.ts'

afterAll(closeThreads)

it('what one worker has seen first is trusted by all, those that start later included', async () => {
  const pins: WorkerPins[] = []
  const { peers } = openThreads(virtualClock(), 3, { pin: (worker, change) => pins[worker]?.apply(change) })
  pins.push(...peers.map(createWorkerPins))
  const open = (worker: number) => pins[worker]?.share(createMemoryPins(() => {}))
  const arrived = async () => void (await Promise.all(peers.map(peer => peer.settled())))
  const [first, second] = [open(0), open(1)]
  const tool = (digest: string) => [{ name: 'read', digest, definition: {} }]
  first?.trust('files', tool('a'))
  second?.trust('files', tool('b'))
  await arrived()
  const third = open(2)
  await arrived()
  expect([first, second, third].map(each => each?.trusted('files', 'read'))).toEqual(['a', 'a', 'a'])
  second?.approve('files', tool('b'))
  await arrived()
  expect([first, second, third].map(each => each?.trusted('files', 'read'))).toEqual(['b', 'b', 'b'])
})
