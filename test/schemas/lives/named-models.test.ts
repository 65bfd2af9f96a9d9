// What readers copy names models that live for half a year more: explain pages, documents, comments. Examples are compiled
// (test/compiler/cli/model-lives.test.ts), and the models that are suggested come from one list (lint.test.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { diagnosticMessages } from '../../../compiler/diagnostics/messages.ts'
import { lives } from '../../../schemas/generated/lives.ts'
import { readLives } from '../../../schemas/life-files.ts'
import { dayOf } from '../../../schemas/values/model-life.ts'
import { ROOT } from '../../support/folder.ts'

const HALF_A_YEAR = 183

const newest = Object.values(readLives())
  .flatMap(({ sources }) => sources.map(({ read }) => read))
  .toSorted()
  .at(-1)
const day = dayOf(Date.parse(newest ?? '') + HALF_A_YEAR * 86_400_000)

const namesWhere = (isLiving: boolean): ReadonlySet<string> =>
  new Set(
    Object.values(lives)
      .flatMap(({ models }) => models.filter(({ ends = '9999' }) => ends > day === isLiving))
      .flatMap(({ id, also = [] }) => [id, ...also]),
  )
/** At every host that has them. A name without a digit may be any word. */
const ending = [...namesWhere(false)].filter(name => /\d/.test(name) && !namesWhere(true).has(name))

/** Pages about models that end. */
const SUBJECT = new Set(['ended-model', 'ending-model', 'replaced-model'])
const PAGES = [
  ...Object.entries(diagnosticMessages).filter(([code]) => !SUBJECT.has(code)),
  ...['README.md', 'CHANGELOG.md'].map(name => [name, readFileSync(join(ROOT, name), 'utf8')] as const),
  ...readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(?:md|ya?ml|ts)$/.test(path) && !path.includes('node_modules'))
    .map(path => [`examples/${path}`, readFileSync(join(ROOT, 'examples', path), 'utf8')] as const),
].map(([name, text]) => [name, typeof text === 'string' ? text : JSON.stringify(text)] as const)

/** A model that a machine of the company serves itself, and pages that read the configuration of others. */
const KEPT: Readonly<Record<string, readonly string[]>> = { 'llama-3.3-70b': ['examples/company/'] }

it('finds a model that ends', () => {
  expect(ending).toContain('gpt-4o')
  expect(ending).not.toContain('gpt-6.1-sol')
})

it('no page names a model that ends', () => {
  const found = PAGES.flatMap(([name, text]) => {
    const words = new Set(text.match(/[A-Za-z0-9][\w.-]*\w/g))
    return ending
      .filter(model => words.has(model) && KEPT[model]?.some(path => name.startsWith(path)) !== true)
      .map(model => `${name}: ${model}`)
  })
  expect(found).toEqual([])
})
