// A gateway with policies, and calls that are counted.
import { createHash } from 'node:crypto'
import { createHarness, type HarnessOptions, STORED_PROVIDERS } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const apiKey = (id: string, more: object = {}) => ({
  id,
  hash: `sha256:${sha256(`key-${id}`)}`,
  ...more,
})

export const usage = (prompt: number, output: number): object => ({
  usage: { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
})

export const reply = (prompt = 10, output = 10) => ({
  status: 200,
  body: completion('Hi', usage(prompt, output)),
})

export const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

export const limited = (policies: object, more: HarnessOptions = {}) =>
  createHarness({
    ...more,
    manifest: { ...STORED_PROVIDERS, defaults: { provider: '@main' }, policies, ...more.manifest },
    script: more.script ?? times(20, reply()),
  })

export const rate = (value: number, more: object = {}) => ({
  rate_limits: [{ name: 'few', type: 'requests', unit: 'rpm', value, ...more }],
})

export const statuses = async (
  { call }: ReturnType<typeof createHarness>,
  inputs: readonly Parameters<ReturnType<typeof createHarness>['call']>[0][],
): Promise<readonly number[]> => {
  const found: number[] = []
  for (const input of inputs) found.push((await call(input)).status)
  return found
}
