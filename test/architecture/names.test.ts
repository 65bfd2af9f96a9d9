// Naming rules: words that must not occur in names of files, folders, declarations and exports, and one meaning per
// exported name.
import { describe, expect, it } from 'vitest'
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

/** Exported declarations. */
const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|interface|type|class|enum)\s+([A-Za-z_]\w*)/gm

const exportedNames = SOURCES.flatMap(path =>
  [...textOf(path).matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })),
)

describe('names', () => {
  it('no file or folder has a meaningless name', () => {
    expect(SOURCES.filter(path => wordsOf(path).some(word => EMPTY.test(word)))).toEqual([])
  })

  it('no declaration has a meaningless name', () => {
    const declared = /\b(?:function|const|let|interface|type|class)\s+([A-Za-z_]\w*)/g
    const breaches = SOURCES.flatMap(path =>
      [...textOf(path).matchAll(declared)]
        .map(([, name = '']) => name)
        .filter(name => wordsOf(name).some(word => EMPTY.test(word)))
        .map(name => `${path}: ${name}`),
    )
    expect(breaches).toEqual([])
  })

  it('no file or folder name contains a non-standard word', () => {
    expect(
      SOURCES.filter(path => !STANDARD.test(path) && wordsOf(path).some(word => PRIVATE.test(word))),
    ).toEqual([])
  })

  it('no exported name contains a non-standard word', () => {
    expect(
      exportedNames
        .filter(({ name }) => !STANDARD.test(name) && wordsOf(name).some(word => PRIVATE.test(word)))
        .map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([])
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
    expect(repeated.map(([name, found]) => `${name}: ${found.map(({ path }) => path).join(', ')}`)).toEqual(
      [],
    )
  })

  it('each file starts with a comment that describes it', () => {
    expect(SOURCES.filter(path => !/^(#!.*\n)?\/\//.test(textOf(path)))).toEqual([])
  })
})
