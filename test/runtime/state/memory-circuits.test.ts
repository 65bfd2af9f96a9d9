// Circuits in the process, and in memory that threads share.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { circuitBytes, createCircuit } from '../../../runtime/state/circuit.ts'
import { createMemoryCircuits } from '../../../runtime/state/memory-circuits.ts'
import { virtualClock } from '../../support/virtual-clock.ts'
import { circuitContract, memoryStage } from './circuit-contract.ts'

circuitContract('in the process', () => memoryStage((clock, notice) => createMemoryCircuits(clock, notice)))

circuitContract('in shared memory', () =>
  memoryStage((clock, notice) =>
    createMemoryCircuits(clock, notice, id =>
      id === 'a' ? new SharedArrayBuffer(circuitBytes({ threshold: 3, cooldown: 30_000 })) : undefined,
    ),
  ),
)

const RULE = { threshold: 400, cooldown: 30_000 }

/** A thread that counts failures into shared memory at one moment, then tries to probe at a later one. */
const THREAD = `
  const { workerData, parentPort } = require('node:worker_threads')
  import(workerData.module).then(({ createCircuit }) => {
    let now = 1000
    const circuit = createCircuit(workerData.rule, workerData.memory, { monotonic: () => now }, () => {})
    for (let done = 0; done < 100; done += 1) circuit.fail('closed')
    parentPort.postMessage('failed')
    parentPort.once('message', () => {
      now += 30_000
      parentPort.postMessage(circuit.admit())
    })
  })`

describe('Circuits that threads share', () => {
  it('count the failures of all, and let one thread probe', async () => {
    const memory = new SharedArrayBuffer(circuitBytes(RULE))
    const module = new URL('../../../runtime/state/circuit.ts', import.meta.url).href
    const workers = Array.from(
      { length: 4 },
      () => new Worker(THREAD, { eval: true, workerData: { memory, module, rule: RULE } }),
    )
    const circuit = createCircuit(RULE, memory, virtualClock(1000), () => {})
    await Promise.all(workers.map(worker => once(worker, 'message')))
    expect(circuit.isOpen()).toBe(true)
    const admissions = workers.map(worker => once(worker, 'message'))
    for (const worker of workers) worker.postMessage('go')
    const given = (await Promise.all(admissions)).flat()
    expect(given.toSorted()).toEqual(['open', 'open', 'open', 'probe'])
    await Promise.all(workers.map(worker => worker.terminate()))
  })
})
