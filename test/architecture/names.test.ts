// Naming rules: words that must not occur in names of files, folders, declarations and exports, and one meaning per
// exported name. Each file says at its head what it is.
import { describe, it } from 'vitest'
import { expectNone } from './breaches.ts'
import { SOURCES, textOf } from './modules.ts'

/** Meaningless names. */
const EMPTY = /^(util|utils|helper|helpers|manager|data|info|common|misc|base)$/

/**
 * Words with standard replacements: report, notify, format; request, call; validate, evaluate; cache, store;
 * normalize; server, module; invariant; dialect; custom, native; location, path; vocabulary.
 */
const PRIVATE =
  /^(tell|tells|told|teller|say|says|said|ask|asks|asked|judges|judged|judgement|mend|mends|mended|mender|wear|worn|faced|whoever|nobody|somebody|anybody|hear|hears|heard|door|doors|keeps|kept|keeping|stands|lies|unsaid|unjudgeable|notice)$/

/** Standard terms that contain one of the words above. */
const STANDARD = /LlmJudge|llm-judge/i

// "Base URL" is a term of the interface, "data URL" a term of the standard.
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/(base|data)[_-]?url/gi, 'Address')
    .replace(/\.ts$/, '')
    .split(/(?=[A-Z])|[_/.-]/)
    .map(word => word.toLowerCase())

/** Lines from which on a file has to say why it is one. */
const LONG = 500

/** Exported declarations. */
const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|interface|type|class|enum)\s+([A-Za-z_]\w*)/gm

const exportedNames = SOURCES.flatMap(path =>
  [...textOf(path).matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })),
)

/** The words of a name that match, each with the name and its file. */
const wordsThat = (pattern: RegExp, path: string, name: string): readonly string[] =>
  wordsOf(name)
    .filter(word => pattern.test(word))
    .map(word => (name === path ? `${path}: "${word}"` : `${path}: "${word}" in ${name}`))

const NO_MEANING =
  'These words hold for any code. Name what is in the file, or what the declaration is for: the noun or the verb of its subject.'
const NO_STANDARD =
  'Use the standard word: report, notify, format; request, call; validate, evaluate; cache, store; normalize; path; vocabulary.'

describe('names', () => {
  it('no file or folder has a meaningless name', () => {
    expectNone(
      SOURCES.flatMap(path => wordsThat(EMPTY, path, path)),
      NO_MEANING,
    )
  })

  it('no declaration has a meaningless name', () => {
    const declared = /\b(?:function|const|let|interface|type|class)\s+([A-Za-z_]\w*)/g
    expectNone(
      SOURCES.flatMap(path =>
        [...textOf(path).matchAll(declared)].flatMap(([, name = '']) => wordsThat(EMPTY, path, name)),
      ),
      NO_MEANING,
    )
  })

  it('no file or folder name contains a non-standard word', () => {
    expectNone(
      SOURCES.filter(path => !STANDARD.test(path)).flatMap(path => wordsThat(PRIVATE, path, path)),
      NO_STANDARD,
    )
  })

  it('no exported name contains a non-standard word', () => {
    expectNone(
      exportedNames
        .filter(({ name }) => !STANDARD.test(name))
        .flatMap(({ path, name }) => wordsThat(PRIVATE, path, name)),
      NO_STANDARD,
    )
  })

  it('exported names are unique, except in folders with the same exports per dialect', () => {
    // The prelude implements the functions that the authoring types declare.
    const dialect =
      /^(runtime\/(providers\/|inbound\/|guardrails\/checks\/|guardrails\/services\/partners\/)|compiler\/read\/typescript\/prelude)/
    const places = Map.groupBy(
      exportedNames.filter(({ path }) => !dialect.test(path)),
      ({ name }) => name,
    )
    const repeated = [...places].filter(([, found]) => new Set(found.map(({ path }) => path)).size > 1)
    expectNone(
      repeated.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`),
      'One name has one meaning. If they are the same, import one; otherwise say in the name how they differ.',
    )
  })

  it('each file starts with a comment that describes it', () => {
    expectNone(
      SOURCES.filter(path => !/^(#!.*\n)?\/\//.test(textOf(path))),
      'Begin the file with a comment: what it is, and what a reader must know before its first line.',
    )
  })

  it('each long file has its reason', () => {
    const headOf = (path: string): string => /^(?:#!.*\n)?((?:\/\/.*\n)+)/.exec(textOf(path))?.[1] ?? ''
    expectNone(
      SOURCES.filter(path => textOf(path).split('\n').length > LONG && !/\bone file\b/i.test(headOf(path))),
      `These have more than ${LONG} lines. Divide by subject, or say in the comment at the head why it is "one file".`,
    )
  })
})
