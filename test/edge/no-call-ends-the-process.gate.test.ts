// No call ends the process: whatever a check throws, at once or when its call is over, in the thread that serves. The gateway answers after
// each, counts the bug, and stops with exit code 0.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { portolan } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'

const started: GatewayProcess[] = []
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})

/** What a check does by the word that it is asked for. */
const CHECK = `import { defineCheck } from 'portolan'
const ways = {
  'throws at once': () => { throw new RangeError('at once') },
  'throws no error': () => { throw undefined },
  'rejects': () => Promise.reject(new Error('later')),
  'rejects beside its result': () => { Promise.reject(new Error('beside')); return { passed: true, reason: '' } },
  'throws when it is over': () => { setTimeout(() => { throw new Error('over') }, 1); return { passed: true, reason: '' } },
  'throws in a microtask': () => { queueMicrotask(() => { throw new Error('micro') }); return { passed: true, reason: '' } },
}
export default defineCheck({
  schema: {
    title: 'Fault', description: 'It fails.',
    properties: { side: { type: 'string', description: 'Any.', minLength: 1 } },
    required: ['side'],
  },
  link: () => ({ texts }) => {
    const way = Object.keys(ways).find(name => texts.join('').includes(name))
    return way === undefined ? { passed: true, reason: '' } : ways[way]()
  },
})
`
const WAYS = [
  'throws at once',
  'throws no error',
  'rejects',
  'rejects beside its result',
  'throws when it is over',
  'throws in a microtask',
]
/** Ways that no call is there to catch. */
const UNCAUGHT = 3

const FILES = {
  'gateway.yaml': `providers: { mock: { provider: mock } }
checks: { acme.fault: ./fault.ts }
telemetry: { log: stdout, metrics: true }
`,
  'configs/input.yaml': `provider: "@mock"
input_guardrails: [{ id: fault, deny: true, acme.fault: { side: input } }]
`,
  'configs/output.yaml': `provider: "@mock"
output_guardrails: [{ id: fault, deny: true, stream: hold, acme.fault: { side: output } }]
`,
  'fault.ts': CHECK,
}

describe.each([1, 2])('with %i workers', workers => {
  it('every fault of a check ends its call at most', async () => {
    const folder = temporaryFolder(FILES)
    const compiled = await portolan(['compile'], folder)
    expect(`${compiled.code} ${compiled.out}${compiled.complaints}`).toMatch(/^0 /)
    const running = startProcess([
      join(folder, 'gateway.plan.json'),
      '--port',
      '0',
      ...(workers > 1 ? ['--workers', String(workers)] : []),
    ])
    started.push(running)
    const base = `http://127.0.0.1:${await portOf(running)}`
    const send = (config: string, content: string, more: object, path = '/v1/chat/completions') =>
      fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-config': config },
        body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }], ...more }),
      }).then(async reply => `${reply.status} ${(await reply.text()).length > 0}`)
    for (const config of ['input', 'output'])
      for (const way of WAYS)
        for (const [more, path] of [
          [{}, undefined],
          [{ stream: true }, undefined],
          [{ max_tokens: 9 }, '/v1/messages'],
        ] as const) {
          expect(await send(config, way, more, path)).toMatch(/^(?:200|246|446|500) true$/)
          expect((await fetch(`${base}/healthz`)).status).toBe(200)
        }
    const bugs = async (): Promise<number> => {
      const metrics = await (await fetch(`${base}/metrics`)).text()
      return Number(/^portolan_bugs_total (\d+)$/m.exec(metrics)?.[1] ?? 0)
    }
    await until(async () => (await bugs()) >= 2 * 3 * UNCAUGHT)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  })
})
