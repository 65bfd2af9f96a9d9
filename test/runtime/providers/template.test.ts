// URL and path templates of provider specs.
import { expect, it } from 'vitest'
import { fillTemplate, isTemplate } from '../../../runtime/providers/template.ts'

it.each<readonly [string, string, Readonly<Record<string, unknown>>, string | undefined]>([
  ['a string without placeholders stays', 'https://a.example/v1', {}, 'https://a.example/v1'],
  [
    'a placeholder takes its setting',
    'https://{cloud1_region}.example',
    { cloud1_region: 'eu' },
    'https://eu.example',
  ],
  ['the first setting that is there is taken', '/{a|b}', { b: 'two' }, '/two'],
  ['an empty setting is missing', '/{a|b}', { a: '', b: 'two' }, '/two'],
  ['an unfilled placeholder yields undefined', '/{a}/{b}', { a: 'one' }, undefined],
  [
    'a setting cannot escape its placeholder',
    'https://{a}.example/v1',
    { a: 'evil.example/x?' },
    'https://evil.example%2Fx%3F.example/v1',
  ],
])('%s', (_title, template, values, filled) => {
  expect(fillTemplate(template, values)).toBe(filled)
})

it('recognizes templates', () => {
  expect([isTemplate('/a'), isTemplate('/{a}')]).toEqual([false, true])
})
