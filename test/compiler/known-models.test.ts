// Known models: the join of the price list with the provider specs, and the order of lists.
import { describe, expect, test } from 'vitest'
import { knownModels } from '../../compiler/facts/known-models.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import { models } from '../../schemas/generated/models.ts'

const specOf = (id: string) => {
  const spec = catalogue.find(each => each.id === id)
  if (spec === undefined) throw new Error(`There is no row ${id}.`)
  return spec
}

describe('the generated list', () => {
  test('its providers have specs, and every price alias matches some', () => {
    const ids = catalogue.map(spec => spec.id)
    expect(Object.keys(models).filter(id => !ids.includes(id))).toEqual([])
    const renamed = catalogue.filter(spec => spec.pricedAs !== undefined)
    expect(renamed.filter(spec => models[spec.id] === undefined).map(spec => spec.id)).toEqual([])
    expect(renamed.filter(spec => spec.pricedAs === spec.id).map(spec => spec.id)).toEqual([])
  })

  test('popular providers have prices', () => {
    expect(Object.keys(models)).toEqual(
      expect.arrayContaining(['anthropic', 'google', 'groq', 'mistral', 'openai', 'voyage', 'xai']),
    )
  })

  test.each(Object.entries(models))(
    '%s: sorted, each model once, with facts that make sense',
    (_, listed) => {
      const ids = listed.map(model => model.id)
      expect(ids).toEqual([...new Set(ids)].sort())
      for (const { id, context, also: _also, hidden: _hidden, regional: _regional, ...prices } of listed) {
        if (context !== undefined) expect(Number.isInteger(context) && context > 0, id).toBe(true)
        const { above = [], dated = [], ...rates } = prices
        for (const table of [rates, ...above, ...dated])
          for (const price of Object.values(table).filter(value => typeof value === 'number'))
            expect(price, id).toBeGreaterThanOrEqual(0)
        expect(Object.keys({ context, ...prices }).length, id).toBeGreaterThan(0)
      }
      const names = listed.flatMap(({ id, also = [] }) => [id, ...also])
      expect(names).toEqual([...new Set(names)])
      expect(names.filter(name => name.startsWith('regional.'))).toEqual([])
    },
  )
})

describe('known models', () => {
  test('those of the provider spec first, with prices, then the price list, without duplicates', () => {
    const spec = specOf('openai')
    const known = knownModels(spec)
    const ids = known.map(({ id }) => id)
    expect(ids.slice(0, spec.models?.length)).toEqual(spec.models)
    expect(ids).toEqual([...new Set(ids)])
    expect(known.find(({ id }) => id === 'gpt-4o')).toMatchObject({
      id: 'gpt-4o',
      context: 128000,
      input: 2.5,
      output: 10,
      cached: 1.25,
    })
    const shown = (models['openai'] ?? []).filter(({ hidden }) => hidden !== true)
    expect(ids.length).toBe(new Set([...(spec.models ?? []), ...shown.map(({ id }) => id)]).size)
    expect(ids.filter(id => id.startsWith('ft:'))).toEqual([])
  })

  test('a model missing from the price list has only its name', () => {
    expect(knownModels(specOf('mock'))).toEqual([{ id: 'echo' }, { id: 'tools' }, { id: 'json' }])
  })

  test('a provider of which nothing is known has none', () => {
    expect(knownModels(specOf('deepgram'))).toEqual([])
  })
})
