// Bundles that a runtime must refuse, each made by one change to a sound one. The digest is made anew, unless the
// digest is what the row is about, so that every fault is found for its own sake.
import { describe, expect, it } from 'vitest'
import { decodeBundle } from '../../../compiler/plan/decode.ts'
import { emit, seal } from '../../../compiler/plan/emit.ts'
import { createPlanBuilder } from '../../../compiler/plan/plan-builder.ts'
import { bundleOf, sha256 } from '../../support/bundle.ts'
import {
  cache,
  call,
  conditional,
  fallback,
  is,
  loadbalance,
  PLAN,
  planOf,
} from '../../support/plan-sketch.ts'

const own = {
  from: 'own',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  custom: false,
  credentials: { api_key: { source: 'env', name: 'KEY', origins: ['https://api.openai.com'] } },
  settings: {},
  allowedOrigins: [],
} as const

/** Nodes: 0 call, 1 cache, 2 call, 3 balance, 4 fallback, 5 choose. */
const sound = bundleOf(
  planOf(
    conditional(
      [[is('x'), 0], { field: PLAN, table: { y: 1 } }],
      0,
      fallback(
        [
          [429, 429],
          [500, 503],
        ],
        cache(call('a')),
        loadbalance([1, call('', { binding: own })], [3, call('a')]),
      ),
      call('a'),
    ),
  ),
)

/** The text of the sound bundle with the value at a pointer replaced; undefined takes it away. */
function changed(pointer: string, value: unknown, resealed = true): string {
  const copy: unknown = structuredClone(sound)
  const keys = pointer.split('/').slice(1)
  const last = keys.pop() ?? ''
  const holder = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy)
  if (value === undefined) Reflect.deleteProperty(Object(holder), last)
  else Reflect.set(Object(holder), last, value)
  return JSON.stringify(resealed ? seal(copy as typeof sound, sha256) : copy)
}

const NODES = '/plans/chat/nodes'

const ROWS: readonly (readonly [title: string, text: string, fault: string])[] = [
  ['no JSON', '{"format": 1,', 'The bundle is not JSON.'],
  ['no object', '[]', 'The bundle must be of the type object.'],
  [
    'another format',
    changed('/format', 3),
    'The bundle has the format 3; this version reads the formats 1 and 2. It was compiled by a newer version: upgrade this one.',
  ],
  [
    'another version of a plan',
    changed('/plans/chat/version', 7),
    'The plan "chat" has the version 7; this version reads the versions 1 and 2.',
  ],
  [
    'a property that is missing',
    changed(`${NODES}/3/draw`, undefined),
    'plans.chat.nodes[3] is missing "draw".',
  ],
  ['an unknown property', changed('/gateway/colour', 'red'), 'gateway has an unknown property, "colour".'],
  [
    'an unknown kind of node',
    changed(`${NODES}/0/kind`, 'ask'),
    'plans.chat.nodes[0] has an unknown "kind", "ask".',
  ],
  [
    'a change after compiling',
    changed('/gateway/name', 'other', false),
    'The digest does not match: the bundle was changed after it was compiled.',
  ],
  [
    'a literal secret',
    changed(`${NODES}/2/binding/credentials/api_key/source`, 'literal'),
    'The bundle contains a literal secret (plan "chat", node 2, api_key); only references are allowed.',
  ],
  [
    'an edge to a node that is not there',
    changed('/plans/chat/root/node', 6),
    'plan "chat": root leads to node 6, but there are 6 nodes.',
  ],
  [
    'a parent before its child',
    changed(`${NODES}/3/children/0/node`, 3),
    'plan "chat": node 3 leads to node 3, but there are 3 nodes before it.',
  ],
  [
    'an edge without a pointer',
    changed(`${NODES}/3/children/0/path`, 'targets/0'),
    'plan "chat": node 3 has an edge at "targets/0", which is not a JSON Pointer.',
  ],
  [
    'fewer weights than children',
    changed(`${NODES}/3/draw/weights`, [1]),
    'plan "chat": node 3 has 1 weights and 2 intervals for 2 children.',
  ],
  [
    'intervals that leave a gap',
    changed(`${NODES}/3/draw/cumulative`, [0.25, 0.9]),
    'plan "chat": node 3 has intervals that do not rise to 1.',
  ],
  [
    'intervals that fall',
    changed(`${NODES}/3/draw/cumulative`, [1.5, 1]),
    'plan "chat": node 3 has intervals that do not rise to 1.',
  ],
  [
    'a guide that skips a child',
    changed(`${NODES}/3/draw/guide`, [1, 1]),
    'plan "chat": node 3 has a guide table that starts past the selected child.',
  ],
  [
    'a guide that is empty',
    changed(`${NODES}/3/draw/guide`, []),
    'plan "chat": node 3 has a guide table that starts past the selected child.',
  ],
  [
    'a case without a child',
    changed(`${NODES}/5/steps/0/then`, 2),
    'plan "chat": node 5 has steps to the children 2, but there are 2.',
  ],
  [
    'a table without a child',
    changed(`${NODES}/5/steps/1/table/y`, -1),
    'plan "chat": node 5 has steps to the children -1, but there are 2.',
  ],
  [
    'a rest without a child',
    changed(`${NODES}/5/otherwise`, 9),
    'plan "chat": node 5 has steps to the children 9, but there are 2.',
  ],
  [
    'ranges out of order',
    changed(`${NODES}/4/onStatus`, [
      [500, 503],
      [429, 429],
    ]),
    'plan "chat": node 4 has status ranges that are not sorted and disjoint.',
  ],
  [
    'ranges that overlap',
    changed(`${NODES}/0/attempt/onStatus`, [
      [429, 500],
      [500, 503],
    ]),
    'plan "chat": node 0 has status ranges that are not sorted and disjoint.',
  ],
  [
    'requirements that are not true',
    changed('/plans/chat/requires/providers', []),
    'plan "chat": "requires" is not what its nodes require.',
  ],
  [
    'needs that are not true',
    changed('/plans/chat/needs/metadata', false),
    'plan "chat": "needs" is not what its nodes read.',
  ],
]

describe('decoding a bundle', () => {
  it('takes a sound one', () => {
    expect(decodeBundle(emit(sound), sha256)).toEqual({ bundle: sound })
  })

  it.each(ROWS)('refuses %s', (_title, text, fault) => {
    expect(decodeBundle(text, sha256).errors).toContain(fault)
  })

  it('refuses a cache above what is no call', () => {
    const plan = planOf(cache(fallback([], call('a'), call('b'))))
    expect(decodeBundle(JSON.stringify(bundleOf(plan)), sha256).errors).toEqual([
      'plan "chat": node 3 caches a node that is not a call.',
    ])
  })

  it('returns all errors at once, up to a limit', () => {
    const plan = planOf(
      fallback(
        [],
        ...Array.from({ length: 30 }, (_each, index) =>
          call(`s${index}`, { attempt: { retries: 1, onStatus: [[500, 400]], useRetryAfter: false } }),
        ),
      ),
    )
    const { errors } = decodeBundle(JSON.stringify(bundleOf(plan)), sha256)
    expect(errors).toHaveLength(21)
    expect(errors?.at(-1)).toBe('There are 10 more errors.')
  })

  it('refuses a plan that a walk would never finish', () => {
    const { add, finish } = createPlanBuilder()
    let edge = call('a')(add)
    for (let level = 0; level < 40; level += 1) {
      const below = edge
      edge = loadbalance([1, () => below], [1, () => below])(add)
    }
    const { errors } = decodeBundle(JSON.stringify(bundleOf(finish(edge))), sha256)
    expect(errors).toEqual(['plan "chat": has more than 1000000 paths.'])
  })

  it('does not throw for nesting without end', () => {
    const depth = 200_000
    const text = JSON.stringify(sound).replace(
      '"value":"x"',
      `"value":${'['.repeat(depth)}${']'.repeat(depth)}`,
    )
    expect(decodeBundle(text, sha256).errors).not.toEqual([])
    const deep = `${'{"test":"all","of":['.repeat(depth)}${']}'.repeat(depth)}`
    const nested = JSON.stringify(sound).replace(
      '{"test":"equal","field":{"from":"metadata","path":["plan"]},"value":"x"}',
      deep,
    )
    expect(nested.length).toBeGreaterThan(depth)
    expect(decodeBundle(nested, sha256).errors).toEqual(['The bundle is nested too deeply.'])
  })
})
