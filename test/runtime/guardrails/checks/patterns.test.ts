// No pattern of these checks backtracks exponentially: `recheck` verifies each, with its bounds lowered so that it
// terminates. The cost of the bounds themselves is measured by the tests of each check.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { indirectPhrases } from '../../../../runtime/guardrails/injection/indirect-phrases.ts'
import { leakPhrases } from '../../../../runtime/guardrails/injection/leak-phrases.ts'
import { overridePhrases } from '../../../../runtime/guardrails/injection/override-phrases.ts'
import { personaPhrases } from '../../../../runtime/guardrails/injection/persona-phrases.ts'
import { phrasebook } from '../../../../runtime/guardrails/injection/phrase.ts'
import { vocabularies } from '../../../../runtime/guardrails/injection/vocabularies.ts'
import { files, ROOT } from '../../../support/folder.ts'

const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck/lib/browser.js')

const FOLDER = 'runtime/guardrails'
const ROOMS = ['pii', 'secrets', 'injection', 'redaction', 'language']
const paths = [
  ...ROOMS.flatMap(room => files(join(ROOT, FOLDER, room)).map(name => join(FOLDER, room, basename(name)))),
  `${FOLDER}/reading/plain-digits.ts`,
]

function patternsOf(path: string): readonly string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest))
  return found
}

/** Milliseconds for one pattern; seconds on a machine that has nothing else to do. */
const PATIENCE = 60_000

const MOST = 3
const lowered = (source: string): string =>
  source.replace(/\{(\d+)(,?)(\d*)\}/g, (_, least: string, comma: string, most: string) => {
    const [from, to] = [
      Math.min(MOST, Number(least)),
      most === '' ? '' : String(Math.min(MOST + 1, Number(most))),
    ]
    return `{${from}${comma}${to}}`
  })

const written = paths.flatMap(path =>
  patternsOf(path).map(literal => {
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? []
    return [path, source, flags] as const
  }),
)

const books = [overridePhrases, personaPhrases, leakPhrases, indirectPhrases].map(phrasebook)
const phrases = new Set(books.flatMap(book => [...book.values()].flat().map(({ pattern }) => pattern)))
const stems = vocabularies.flatMap(({ reach: _reach, ...words }) => Object.values(words))
const composed = [...phrases, ...stems].map(pattern => ['composed', pattern.source, pattern.flags] as const)

describe('patterns', () => {
  it.each([...written, ...composed])('of %s: %s', { timeout: 2 * PATIENCE }, (_path, source, flags) => {
    const { status } = checkSync(lowered(source), flags, { timeout: PATIENCE })
    expect(status).toBe('safe')
  })
})
