// The field's words: which words no file, folder, declaration or exported name holds (names: nouns for types, verbs for
// functions, one word for one thing).
import { describe, expect, it } from 'vitest'
import { SOURCES, textOf } from './modules.ts'

/** Names that say nothing. */
const EMPTY = /^(util|utils|helper|helpers|manager|handler|data|info|common|misc|base)$/

/**
 * Words that the field does not use for what they named here once: report, notify, format; request, call; validate,
 * evaluate; cache, store; normalize; server, module; invariant; dialect; custom, native; location, path; vocabulary.
 */
const PRIVATE =
  /^(tell|tells|told|teller|say|says|said|ask|asks|asked|judges|judged|judgement|mend|mends|mended|mender|wear|worn|faced|whoever|nobody|somebody|anybody|hear|hears|heard|door|doors|keeps|kept|keeping|stands|lies|unsaid|unjudgeable|notice)$/

/** Standard terms that hold one of the words above. */
const STANDARD = /LlmJudge|llm-judge|x-asks/i

// "Base URL" is the interface's own word, a "data URL" the standard's.
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/(base|data)[_-]?url/gi, 'Address')
    .replace(/\.ts$/, '')
    .split(/(?=[A-Z])|[_/.-]/)
    .map(word => word.toLowerCase())

/** `export` declarations, and the members of exported interfaces. */
const EXPORTED =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|interface|type|class|enum)\s+([A-Za-z_]\w*)/gm

const exportedNames = SOURCES.flatMap(path =>
  [...textOf(path).matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })),
)

describe('names', () => {
  it('no file or folder is named after nothing', () => {
    expect(SOURCES.filter(path => wordsOf(path).some(word => EMPTY.test(word)))).toEqual([])
  })

  it('no declaration is named after nothing', () => {
    const declared = /\b(?:function|const|let|interface|type|class)\s+([A-Za-z_]\w*)/g
    const breaches = SOURCES.flatMap(path =>
      [...textOf(path).matchAll(declared)]
        .map(([, name = '']) => name)
        .filter(name => wordsOf(name).some(word => EMPTY.test(word)))
        .map(name => `${path}: ${name}`),
    )
    expect(breaches).toEqual([])
  })

  it('no file or folder has a word that the field does not use', () => {
    expect(
      SOURCES.filter(path => !STANDARD.test(path) && wordsOf(path).some(word => PRIVATE.test(word))),
    ).toEqual([])
  })

  it('no exported name has a word that the field does not use', () => {
    expect(
      exportedNames
        .filter(({ name }) => !STANDARD.test(name) && wordsOf(name).some(word => PRIVATE.test(word)))
        .map(({ path, name }) => `${path}: ${name}`),
    ).toEqual([])
  })

  it('one exported name means one thing, outside of the folders that have the same parts for each dialect', () => {
    // The prelude is the run-time half of the functions that the authoring types declare.
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

  it('each file opens with a comment that says what it is', () => {
    expect(SOURCES.filter(path => !/^(#!.*\n)?\/\//.test(textOf(path)))).toEqual([])
  })
})
