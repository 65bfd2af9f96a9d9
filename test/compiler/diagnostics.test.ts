// Every diagnostic code has a file of cases that show it: places, sentences, notes and fixes. The cases of `several` are as printed, with
// frames. `UPDATE=1` rewrites what is expected, and somebody reads it.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { type JsonLocation, toJsonDiagnostic } from '../../compiler/diagnostics/json.ts'
import { diagnosticMessages } from '../../compiler/diagnostics/messages.ts'
import { pretty } from '../../compiler/diagnostics/pretty.ts'
import { type Case, diagnose, FIXTURES, fixtureCases, fixtureCodes } from '../support/fixtures.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

/** The file of cases with several diagnostics, which shows no single code. */
const SEVERAL = 'several'

/** Codes that no committed file can show, each with the reason. */
const WITHOUT_FIXTURE: Readonly<Record<string, string>> = {
  'unreadable-file': 'there is no source; it is reported when files are loaded (compiler/cli/files)',
  'duplicate-config': 'it takes two files of one folder (compiler/cli/files)',
  'duplicate-prompt': 'it takes two files of one folder (compiler/cli/files)',
  'several-manifests': 'it takes two files of one folder (compiler/cli/files)',
  'unsupported-provider':
    'this version supports every provider of its catalog (test/compiler/validate/unserved-provider)',
  'unmet-expectation': 'it takes a run of a test (test/compiler/config-tests)',
  'unplayable-test': 'it takes a run of a test (test/compiler/config-tests)',
  'malformed-record': 'it takes a log of requests (test/compiler/cli/recorded-traffic.test.ts)',
  'cosmetic-difference': 'it takes two projects (test/compiler/cli/formats)',
  'routing-difference': 'it takes two projects (test/compiler/cli/formats)',
  'cost-difference': 'it takes two projects (test/compiler/cli/formats)',
  'security-difference': 'it takes two projects (test/compiler/cli/formats)',
  'month-above-budget': 'it takes a log of traffic (test/compiler/cli/month-forecast.test.ts)',
  'saved-beside-git': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-of-no-release': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-of-other-commit': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-of-uncommitted-changes': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-without-commit': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'key-in-git': 'git would track the fixture (test/compiler/cli/keys-in-git.test.ts)',
  'unusable-authorities': 'files are read by commands (test/compiler/cli/check-authorities.test.ts)',
  'ended-model': 'it takes a day (test/compiler/cli/model-lives.test.ts)',
  'replaced-model': 'it takes a day (test/compiler/cli/model-lives.test.ts)',
  'ending-model': 'it takes a day (test/compiler/cli/model-lives.test.ts)',
  'import-unknown-format': 'it takes a source of another gateway (test/compiler/import)',
  'import-not-expressible': 'it takes a source of another gateway (test/compiler/import)',
  'import-approximated': 'it takes a source of another gateway (test/compiler/import)',
  'import-unknown-property': 'it takes a source of another gateway (test/compiler/import)',
  'import-literal-key': 'it takes a source of another gateway (test/compiler/import)',
  'import-needs-value': 'it takes a source of another gateway (test/compiler/import)',
  'import-broken-reference': 'it takes a source of another gateway (test/compiler/import)',
  'source-too-large': 'a source above the limit would have megabytes; generated in test/compiler/read',
}

/** `a.yaml:1:2-5`, or `a.yaml:1:2-3:4` where it ends on another line. */
const placeOf = ({ file, line, column, endLine, endColumn }: JsonLocation): string =>
  `${file}:${line}:${column}-${endLine === line ? '' : `${endLine}:`}${endColumn}`

const isPlace = (value: Partial<JsonLocation>): value is JsonLocation => value.file !== undefined

/** The lines of a frame that no source has: something in them is masked or cut. */
function changedLines(diagnostic: Diagnostic, { texts }: Case): readonly string[] {
  const written = new Set([...texts.values()].flatMap(text => text.split('\n').map(line => line.trimEnd())))
  const rows = pretty({ ...diagnostic, notes: [] })
    .split('\n')
    .slice(1)
  return rows.filter(row => {
    const [, line] = /^ *\d+ \|(?: (.*))?$/.exec(row) ?? []
    return line !== undefined && !written.has(line)
  })
}

function describeFinding(diagnostic: Diagnostic, from: Case): string {
  const found = toJsonDiagnostic(diagnostic)
  const { severity, code, message, notes, fix } = found
  return [
    `${placeOf(found)} ${severity} ${code}`,
    ...message.split('\n').map(line => `  ${line}`),
    ...changedLines(diagnostic, from),
    ...notes.map(note => `  note ${isPlace(note) ? `${placeOf(note)} ` : ''}${note.message}`),
    ...(fix
      ? [`  ${diagnostic.fix?.isSafe ? 'safe ' : ''}fix ${placeOf(fix)} ${JSON.stringify(fix.text)}`]
      : []),
  ].join('\n')
}

/** Compares with what the file expects of the case, or writes that with UPDATE=1. */
function expectFindings({ code, name, texts }: Case, actual: string): void {
  const text = `${actual}\n`
  if (process.env['UPDATE'] !== '1') {
    expect(text, `test/compiler/diagnostics/${code}.txt, ${name}`).toBe(texts.get(`${name}.txt`))
    return
  }
  const path = `${FIXTURES}${code}.txt`
  const parts = readFileSync(path, 'utf8').split(/^(?=-- \S+ --\n)/m)
  const begin = `-- ${name}.txt --\n`
  const last = parts.findLastIndex(part => part.startsWith(`-- ${name}.`))
  if (parts[last]?.startsWith(begin)) parts[last] = begin + text
  else parts.splice(last + 1, 0, begin + text)
  writeFileSync(path, parts.join(''))
}

const readers = { '.ts': await typescriptReader() }
const cases = fixtureCases()
const codes = fixtureCodes()

describe('every code has a fixture', () => {
  for (const code of Object.keys(diagnosticMessages))
    it(code, () => {
      const expected = !Object.hasOwn(WITHOUT_FIXTURE, code)
      const remedy = expected
        ? `Write cases into test/compiler/diagnostics/${code}.txt, or the reason why no file shows it into WITHOUT_FIXTURE`
        : `Take ${code} out of WITHOUT_FIXTURE`
      expect(codes.includes(code), remedy).toBe(expected)
    })
})

describe('every file of fixtures is a code, and every expectation in it is of a case', () => {
  for (const code of codes)
    it(code, () => {
      expect(code === SEVERAL || Object.hasOwn(diagnosticMessages, code)).toBe(true)
      const own = cases.filter(each => each.code === code)
      const names = new Set(own.map(({ name }) => `${name}.txt`))
      const expected = [...(own[0]?.texts.keys() ?? [])].filter(name => name.endsWith('.txt'))
      expect(expected.filter(name => !names.has(name))).toEqual([])
    })
})

for (const code of codes)
  describe(code, () => {
    for (const each of cases.filter(other => other.code === code))
      it(each.name, () => {
        const diagnostics = diagnose(each, readers)
        if (code !== SEVERAL) expect(diagnostics.map(found => found.code)).toContain(code)
        const shown = code === SEVERAL ? (found: Diagnostic) => pretty(found) : describeFinding
        expectFindings(each, diagnostics.map(found => shown(found, each)).join('\n\n'))
      })
  })
