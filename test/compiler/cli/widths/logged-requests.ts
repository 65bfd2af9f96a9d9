// Requests as a gateway logged them: a reply of the second target, a failure, and one of a longer model and trace.
import type { LogRecord } from '../../../../schemas/generated/types.ts'

const common = {
  ...{ method: 'POST', path: '/v1/chat/completions', endpoint: 'chat/completions' },
  ...{
    config: 'chat',
    plan: '000000000000',
    workspace: 'default',
    provider: 'mock',
    bytesIn: 120,
    bytesOut: 840,
  },
} as const
const idOf = (trace: string): string => Buffer.from(trace.padEnd(16, '.')).toString('hex')

export const loggedRequests: readonly LogRecord[] = [
  {
    ...common,
    ...{ id: idOf('order-17'), trace: 'order-17', time: '2026-01-31T12:00:00.000Z', status: 200 },
    ...{ model: 'gpt-4o-mini', milliseconds: 1812.345, own: 2.1, cost: 1_234_567, at: 'config.targets[1]' },
    steps: [
      { at: 'config', to: 'config.targets[0]', because: 'first of the fallback' },
      { at: 'config', to: 'config.targets[1]', because: 'status 503' },
    ],
    attempts: [
      {
        ...{ at: 'config.targets[0]', provider: 'mock', status: 503, milliseconds: 203.5 },
        message:
          'The engine is currently overloaded, please try again later: see https://status.example/incidents/0123456789 for details.',
        wait: { milliseconds: 500, because: 'backoff' },
      },
      { at: 'config.targets[1]', provider: 'mock', status: 200, milliseconds: 1103.2 },
    ],
  },
  {
    ...common,
    ...{ id: idOf('order-18'), trace: 'order-18', time: '2026-01-31T12:00:03.000Z', status: 502 },
    ...{
      model: 'gpt-4o-mini',
      milliseconds: 61_024.9,
      at: 'config.targets[0]',
      error: 'upstream_unreachable',
    },
    message:
      'The provider could not be reached: its host refused the connection on every attempt that the config allows.',
  },
  {
    ...common,
    ...{ id: idOf('session-of-a-day'), trace: 'checkout-service-7c9d8f6b5-x2x9z-0000001', status: 200 },
    ...{ time: '2026-01-31T12:00:09.000Z', config: 'a-config-with-a-long-name-of-a-team-in-europe' },
    ...{
      model: 'meta-llama/Llama-3.3-70B-Instruct-Turbo',
      milliseconds: 904,
      cost: 98_765_432,
      at: 'config',
    },
  },
]
