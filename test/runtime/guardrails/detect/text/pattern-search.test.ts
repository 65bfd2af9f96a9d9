// No pattern of these checks backtracks exponentially: `recheck` verifies each, with its bounds lowered so that it
// terminates. The cost of the bounds themselves is measured by the tests of each check.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { backtrackingOf } from '../../../../../compiler/pattern-analysis/backtracking.ts'
import {
  indirectPhrases,
  leakPhrases,
  overridePhrases,
  personaPhrases,
} from '../../../../../runtime/guardrails/detect/injection/english-phrases.ts'
import { keywordPatterns } from '../../../../../runtime/guardrails/detect/injection/other-languages.ts'
import { compilePhrases } from '../../../../../runtime/guardrails/detect/injection/phrase-pattern.ts'
import { files, ROOT } from '../../../../support/folder.ts'

const { checkSync }: typeof import('recheck') = createRequire(import.meta.url)('recheck/lib/browser.js')

const FOLDER = 'runtime/guardrails/detect'
const FOLDERS = ['pii', 'secrets', 'injection', 'language']
const paths = [
  ...FOLDERS.flatMap(folder =>
    files(join(ROOT, FOLDER, folder)).map(name => join(FOLDER, folder, basename(name))),
  ),
  'runtime/guardrails/checks/rewrite/redact.ts',
  'runtime/guardrails/checks/shared/reject-or-redact.ts',
  `${FOLDER}/text/text-match.ts`,
  `${FOLDER}/text/find-in-windows.ts`,
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

/**
 * Where a pattern is too large for the automaton, texts are bred that make it slow. Of phrases, which differ in their
 * words alone, fewer are bred than by default (500 and 100): the planted patterns below are found all the same.
 */
const FEWER = { maxInitialGenerationSize: 100, maxGenerationSize: 30 }

/** Milliseconds for one pattern; seconds on a machine that has nothing else to do. */
const TIME_LIMIT_MS = 60_000

const MOST = 3
const lowered = (source: string): string =>
  source.replace(/\{(\d+)(,?)(\d*)\}/g, (_, least: string, comma: string, most: string) => {
    const [from, to] = [
      Math.min(MOST, Number(least)),
      most === '' ? '' : String(Math.min(MOST + 1, Number(most))),
    ]
    return `{${from}${comma}${to}}`
  })

/** Whether the compiler proves it, in fractions of a millisecond. */
const isLinear = (source: string, flags: string): boolean => {
  const found = backtrackingOf(flags.includes('i') ? `(?i)${source}` : source)
  return found.kind === 'bounded' && found.degree <= 1
}

const written = paths.flatMap(path =>
  patternsOf(path).map(literal => {
    const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? []
    return [path, source, flags] as const
  }),
)

const books = [overridePhrases, personaPhrases, leakPhrases, indirectPhrases].map(compilePhrases)
const phrases = new Set(books.flatMap(book => [...book.values()].flat().map(({ pattern }) => pattern)))
const stems = keywordPatterns.flatMap(({ reach: _reach, ...words }) => Object.values(words))
const composed = [...phrases, ...stems].map(pattern => ['composed', pattern.source, pattern.flags] as const)

describe('patterns', () => {
  it.each([...written, ...composed])('of %s: %s', { timeout: 2 * TIME_LIMIT_MS }, (path, source, flags) => {
    if (isLinear(source, flags)) return
    const { status } = checkSync(lowered(source), flags, {
      timeout: TIME_LIMIT_MS,
      ...(path === 'composed' ? FEWER : {}),
    })
    expect(status).toBe('safe')
  })

  const gaps = composed.filter(([, source]) => source.split('{0,4}').length > 2)
  it.each([
    ['words that overlap', '(?: [^ .]{1,40}){0,4}', '(?: ?[^.]+)+'],
    ['an ending that repeats', '(?= )', '(?:[^ .]+)+(?= )'],
  ])('with %s are found', { timeout: 2 * TIME_LIMIT_MS }, (_title, from, to) => {
    const [, source = '', flags = ''] = gaps[0] ?? []
    const { status } = checkSync(lowered(source.replace(from, to)), flags, {
      timeout: TIME_LIMIT_MS,
      ...FEWER,
    })
    expect(status).toBe('vulnerable')
  })
})
