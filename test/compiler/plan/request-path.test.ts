// The parts of a config on the way of a request, as a tree: what came to pass at each, and why the request came there.
import { expect, it } from 'vitest'
import { describeBranches, type PathBranch, spentTime } from '../../../compiler/plan/request-path.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'

const RECORD: LogRecord = {
  ...{ id: '0'.repeat(32), time: '2026-11-23T10:00:00.000Z', trace: 'order-17' },
  ...{ method: 'POST', path: '/v1/chat/completions', plan: '0123456789ab', bytesIn: 1, bytesOut: 1 },
  ...{ status: 200, milliseconds: 100, own: 5 },
}
const attempt = (at: string, status: number) => ({ at, status, provider: 'openai', milliseconds: 20 })

const outline = ({ node, because, lines, children }: PathBranch): unknown => [
  because === undefined ? node : `${node} because ${because}`,
  ...lines.map(({ text }) => text),
  ...children.map(outline),
]
const treeOf = (more: Partial<LogRecord>) => {
  const tree = describeBranches({ ...RECORD, ...more })
  return tree && outline(tree)
}

it('attempts and waits are at their targets, in the order in which they were tried', () => {
  expect(
    treeOf({
      steps: [
        { at: 'config', to: 'config.targets[1]', because: 'conditions[0]' },
        { at: 'config.targets[1]', to: 'config.targets[1].targets[1]', because: 'status 503' },
      ],
      attempts: [
        {
          ...attempt('config.targets[1].targets[0]', 503),
          wait: { milliseconds: 40, because: 'retry-after' },
        },
        attempt('config.targets[1].targets[0]', 503),
        attempt('config.targets[1].targets[1]', 200),
      ],
    }),
  ).toEqual([
    'config',
    [
      'config.targets[1] because conditions[0]',
      [
        'config.targets[1].targets[0]',
        '503 from openai at config.targets[1].targets[0] after 20 ms',
        'waited 40 ms, as the provider asked',
        '503 from openai at config.targets[1].targets[0] after 20 ms',
      ],
      [
        'config.targets[1].targets[1] because status 503',
        '200 from openai at config.targets[1].targets[1] after 20 ms',
      ],
    ],
  ])
})

it('a skipped target is beside those that were called, below what all have in common', () => {
  expect(treeOf({ skipped: ['config.targets[0]'], attempts: [attempt('config.targets[10]', 200)] })).toEqual([
    'config',
    ['config.targets[0]', 'config.targets[0] was skipped: its circuit was open'],
    ['config.targets[10]', '200 from openai at config.targets[10] after 20 ms'],
  ])
})

it('a request without a config has one part, and one that called nothing has none', () => {
  expect(treeOf({ attempts: [attempt('config', 200)] })).toEqual([
    'config',
    '200 from openai at config after 20 ms',
  ])
  expect(treeOf({})).toBeUndefined()
})

it('the parts of the time are the whole', () => {
  const attempts = [
    { ...attempt('config', 503), wait: { milliseconds: 40, because: 'backoff' } },
    attempt('config', 200),
  ]
  expect(spentTime({ ...RECORD, attempts } as LogRecord)).toEqual({
    providers: 40,
    waits: 40,
    gateway: 5,
    bodies: 15,
  })
})
