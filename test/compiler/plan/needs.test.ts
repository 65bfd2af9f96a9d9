// What a plan needs of a request and of a runtime, read off its nodes.
import { describe, expect, it } from 'vitest'
import type { CallNode, Field, Needs, Predicate } from '../../../schemas/generated/types.ts'
import {
  all,
  any,
  cache,
  call,
  conditional,
  is,
  PLAN,
  planOf,
  type Sketch,
} from '../../support/plan-sketch.ts'

const field = (from: Field['from'], ...path: Field['path']): Field => ({ from, path })
const asks = (when: Predicate): Sketch => conditional([[when, 0]], 1, call('a'), call('b'))
const NOTHING: Needs = { params: [], metadata: false, path: false, body: 'untouched' }

const ROWS: readonly { readonly title: string; readonly sketch: Sketch; readonly needs: Needs }[] = [
  { title: 'a call without overrides leaves the body alone', sketch: call('a'), needs: NOTHING },
  {
    title: 'overrides replace fields',
    sketch: call('a', { overrides: { model: 'm' } }),
    needs: { ...NOTHING, body: 'spliced' },
  },
  {
    title: 'a provider of the request may stand in the model',
    sketch: call('a', { binding: { from: 'request' } }),
    needs: { ...NOTHING, body: 'spliced' },
  },
  {
    title: 'a cache compares the whole body, and metadata partition it',
    sketch: cache(call('a')),
    needs: { ...NOTHING, metadata: true, body: 'parsed' },
  },
  { title: 'predicates read the metadata', sketch: asks(is('x')), needs: { ...NOTHING, metadata: true } },
  {
    title: 'tables read their field',
    sketch: conditional([{ field: PLAN, table: { x: 0 } }], 1, call('a'), call('b')),
    needs: { ...NOTHING, metadata: true },
  },
  {
    title: 'predicates read the path',
    sketch: asks({ test: 'matches', field: field('path'), pattern: 'x' }),
    needs: { ...NOTHING, path: true },
  },
  {
    title: 'predicates read top-level fields, each told once and sorted',
    sketch: asks(
      all(
        { test: 'equal', field: field('params', 'model'), value: 'x' },
        any(
          { test: 'in', field: field('params', 'messages', 0, 'role'), values: [] },
          { test: 'equal', field: field('params', 'messages', 1, 'role'), value: 'x' },
        ),
      ),
    ),
    needs: { ...NOTHING, params: ['messages', 'model'] },
  },
]

describe('what a plan needs of a request', () => {
  it.each(ROWS)('$title', ({ sketch, needs }) => expect(planOf(sketch).needs).toEqual(needs))
})

describe('what a plan requires of a runtime', () => {
  const own = (provider: string): Sketch => {
    const binding = {
      from: 'own',
      provider,
      baseUrl: '',
      custom: false,
      credentials: {},
      settings: {},
      allowedOrigins: [],
    } as const
    return call('', { binding } satisfies Partial<CallNode>)
  }

  it('names the providers of its own bindings, sorted; those behind slugs are the gateway’s', () => {
    const plan = planOf(conditional([], 0, own('openai'), own('anthropic'), call('slug'), own('openai')))
    expect(plan.requires).toEqual({ providers: ['anthropic', 'openai'], checks: [] })
  })
})
