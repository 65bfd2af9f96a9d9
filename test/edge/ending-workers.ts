// Workers that end when a call says so, and the records of the calls that they were answering.
import { expect } from 'vitest'
import type { GatewayProcess } from './gateway-process.ts'

/** Names the thread that evaluates it, or ends it. */
export const CHECK = `import { threadId } from 'node:worker_threads'
import { defineCheck } from 'portolan'
export default defineCheck({
  schema: { title: 'Thread', description: 'Names the thread, or ends it.', properties: {} },
  link: () => ({ texts }) => {
    if (texts.join('').includes('end')) setTimeout(() => process.exit(3), 0)
    return { passed: false, reason: 'thread ' + threadId }
  },
})
`

/** Uses that check as `acme.thread`. */
export const THREAD_CONFIG =
  'provider: "@mock"\ninput_guardrails: [{ id: thread, deny: true, acme.thread: {} }]\n'

export const chat = (model: string, content: string, more: object = {}): string =>
  JSON.stringify({ model, messages: [{ role: 'user', content }], ...more })

export const traceOf = (name: string): string => name.replaceAll(' ', '-')

export const recordsOf = (running: GatewayProcess, name: string): readonly object[] =>
  running
    .stdout()
    .split('\n')
    .filter(line => line.includes(`"trace":"${traceOf(name)}"`))
    .map(line => JSON.parse(line) as object)

/** The record of a call whose worker has ended. */
export const ENDED: unknown = expect.objectContaining({
  error: 'internal',
  message: expect.stringContaining('exit code 3'),
})
