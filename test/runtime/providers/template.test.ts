// Addresses and paths of rows with places for settings.
import { expect, it } from 'vitest'
import { fillTemplate, isTemplate } from '../../../runtime/providers/template.ts'

it.each<readonly [string, string, Readonly<Record<string, unknown>>, string | undefined]>([
  ['a text without places stays', 'https://a.example/v1', {}, 'https://a.example/v1'],
  [
    'a place takes its setting',
    'https://{cloud1_region}.example',
    { cloud1_region: 'eu' },
    'https://eu.example',
  ],
  ['the first setting that is there is taken', '/{a|b}', { b: 'two' }, '/two'],
  ['an empty setting is none', '/{a|b}', { a: '', b: 'two' }, '/two'],
  ['a place that nothing fills leaves no text', '/{a}/{b}', { a: 'one' }, undefined],
  [
    'a setting cannot leave its place',
    'https://{a}.example/v1',
    { a: 'evil.example/x?' },
    'https://evil.example%2Fx%3F.example/v1',
  ],
])('%s', (_title, template, values, filled) => {
  expect(fillTemplate(template, values)).toBe(filled)
})

it('tells templates from texts', () => {
  expect([isTemplate('/a'), isTemplate('/{a}')]).toEqual([false, true])
})
