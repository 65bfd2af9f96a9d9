// Where the guards of a plan come from, and where they are placed (semantics, sections 2 and 10).
import { describe, expect, it } from 'vitest'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import type { Config, Manifest } from '../../../schemas/generated/types.ts'
import { moderateCatalog } from '../../support/moderate-check.ts'
import { guardOf, within } from './guard-of.ts'

describe('guardrails of a manifest', () => {
  const manifest: Manifest = {
    guardrails: { short: { deny: true, notNull: {} }, logged: { async: true, notNull: {} } },
    input_guardrails: ['short'],
    output_guardrails: ['logged'],
  }
  const ids = (config: Config): readonly (readonly string[])[] => {
    const { before, after } = guardOf(config, within(manifest)) ?? { before: [], after: [] }
    return [before.map(({ id }) => id), after.map(({ id }) => id)]
  }

  it('those for all are added to every call, before its own', () => {
    expect(ids({ provider: 'mock' })).toEqual([['short'], ['logged']])
    expect(ids({ provider: 'mock', input_guardrails: [{ id: 'own', notNull: {} }] })).toEqual([
      ['short', 'own'],
      ['logged'],
    ])
  })

  it('a string references the guardrail with that id', () =>
    expect(ids({ provider: 'mock', output_guardrails: ['short'] })).toEqual([['short'], ['logged', 'short']]))

  it('so does an object with nothing but an id, in hooks too', () => {
    expect(ids({ provider: 'mock', after_request_hooks: [{ id: 'short' }] })).toEqual([
      ['short'],
      ['logged', 'short'],
    ])
    expect(ids({ provider: 'mock', output_guardrails: [{ id: 'short' }] })).toEqual([
      ['short'],
      ['logged', 'short'],
    ])
  })

  it.each(['constructor', '__proto__', 'toString'])('%s references none', name =>
    expect(ids({ provider: 'mock', output_guardrails: [name] })).toEqual([['short'], ['logged']]),
  )
})

describe('position of guards', () => {
  it('around each call, above its cache', () => {
    const { nodes, root } = lowerConfig(
      { provider: 'mock', cache: { mode: 'simple' }, input_guardrails: [{ notNull: {} }] },
      moderateCatalog,
      STANDALONE,
    )
    expect(nodes.map(({ kind }) => kind)).toEqual(['call', 'cache', 'guard'])
    expect(nodes[root.node]?.kind).toBe('guard')
  })

  it("a target's guards follow those of its parent", () => {
    const { nodes } = lowerConfig(
      {
        strategy: { mode: 'fallback' },
        input_guardrails: [{ id: 'parent', notNull: {} }],
        output_guardrails: [{ id: 'reply', notNull: {} }],
        targets: [{ provider: 'mock', input_guardrails: [{ id: 'own', notNull: {} }] }],
      },
      moderateCatalog,
      STANDALONE,
    )
    const guard = nodes.find(node => node.kind === 'guard')
    expect(guard?.before.map(({ id }) => id)).toEqual(['parent', 'own'])
    expect(guard?.after.map(({ id }) => id)).toEqual(['reply'])
  })

  it('an empty set of a target takes nothing away', () => {
    const { nodes } = lowerConfig(
      {
        strategy: { mode: 'fallback' },
        input_guardrails: [{ notNull: {} }],
        targets: [{ provider: 'mock', input_guardrails: [] }],
      },
      moderateCatalog,
      STANDALONE,
    )
    expect(nodes.some(({ kind }) => kind === 'guard')).toBe(true)
  })

  it('a plan without guards has no node for them', () =>
    expect(guardOf({ provider: 'mock' }, within({}))).toBeUndefined())
})
