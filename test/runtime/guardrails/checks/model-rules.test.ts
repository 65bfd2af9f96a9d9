// default.modelRules
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const rules = {
  defaults: ['small'],
  metadata: {
    tier: { enterprise: ['*'], free: ['small'], '': ['empty'] },
    team: { research: ['large-*'], 7: ['seven'] },
  },
}

const cases: readonly [model: string | undefined, metadata: object, passed: boolean, reason: string][] = [
  ['small', {}, true, 'The model is one that the defaults name.'],
  ['large-2', {}, false, 'The model is not one that the defaults name.'],
  ['large-2', { tier: 'enterprise' }, true, 'The model is one that the rules for its metadata name.'],
  ['large-2', { tier: 'free' }, false, 'The model is not one that the rules for its metadata name.'],
  [
    'large-2',
    { tier: 'free', team: 'research' },
    true,
    'The model is one that the rules for its metadata name.',
  ],
  ['small', { team: 'research' }, false, 'The model is not one that the rules for its metadata name.'],
  ['small', { tier: 'unknown' }, true, 'The model is one that the defaults name.'],
  ['seven', { team: 7 }, true, 'The model is one that the rules for its metadata name.'],
  ['empty', {}, false, 'The model is not one that the defaults name.'],
  [
    'small',
    { tier: { nested: true } },
    false,
    'A value of the metadata that the rules name is not a string, number or boolean.',
  ],
  [
    'small',
    { tier: ['free'] },
    false,
    'A value of the metadata that the rules name is not a string, number or boolean.',
  ],
  [undefined, {}, false, 'The request names no model.'],
]

describe('default.modelRules', () => {
  it.each(cases)('%j with %j', async (model, metadata, passed, reason) => {
    const subject = { model, metadata: metadata as Record<string, string> }
    expect(await evaluateWith('default.modelRules', { rules }, subject)).toMatchObject({ passed, reason })
    const turned = await evaluateWith('default.modelRules', { rules, not: true }, subject)
    expect(turned.passed).toBe(!passed && !reason.startsWith('A value'))
  })

  it('allows no model when nothing matches and there are no defaults', async () => {
    expect(await evaluateWith('default.modelRules', { rules: {} }, { model: 'small' })).toMatchObject({
      passed: false,
    })
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'metadata called %s match no rule by accident',
    async key => {
      const subject = { model: 'large-2', metadata: JSON.parse(`{"${key}":"${key}"}`) }
      expect(await evaluateWith('default.modelRules', { rules }, subject)).toMatchObject({ passed: false })
    },
  )
})
