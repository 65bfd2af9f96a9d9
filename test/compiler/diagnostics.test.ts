// Every diagnostic code has a folder of cases that show it, as printed.
import { describe, expect, it } from 'vitest'
import { diagnosticMessages } from '../../compiler/diagnostics/messages.ts'
import { pretty } from '../../compiler/diagnostics/pretty.ts'
import { diagnose, fixtureCases } from '../support/fixtures.ts'
import { expectGolden } from '../support/golden.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

/** The folder of cases with several diagnostics, which shows no single code. */
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
  'saved-beside-git': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-of-no-release': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-of-other-commit': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-of-uncommitted-changes': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'live-without-commit': 'it takes a store (test/compiler/cli/live-state.test.ts)',
  'key-in-git': 'git would track the fixture (test/compiler/cli/keys-in-git.test.ts)',
  'unusable-authorities': 'files are read by commands (test/compiler/cli/check-authorities.test.ts)',
  'import-unknown-format': 'it takes a source of another gateway (test/compiler/import)',
  'import-not-expressible': 'it takes a source of another gateway (test/compiler/import)',
  'import-approximated': 'it takes a source of another gateway (test/compiler/import)',
  'import-unknown-property': 'it takes a source of another gateway (test/compiler/import)',
  'import-literal-key': 'it takes a source of another gateway (test/compiler/import)',
  'import-needs-value': 'it takes a source of another gateway (test/compiler/import)',
  'import-broken-reference': 'it takes a source of another gateway (test/compiler/import)',
  'source-too-large': 'a source above the limit would have megabytes; generated in test/compiler/read',
}

const readers = { '.ts': await typescriptReader() }
const cases = fixtureCases()
const folders = [...new Set(cases.map(({ code }) => code))]

describe('every code has a fixture', () => {
  for (const code of Object.keys(diagnosticMessages))
    it(code, () => {
      const expected = !Object.hasOwn(WITHOUT_FIXTURE, code)
      expect(folders.includes(code), `test/compiler/diagnostics/${code}/`).toBe(expected)
    })
})

describe('every code has a title and an explanation', () => {
  for (const [code, { title, explanation }] of Object.entries(diagnosticMessages))
    it(code, () => {
      expect(title).toMatch(/^[A-Z].*\.$/)
      expect(explanation.length).toBeGreaterThan(40)
    })
})

describe('every folder of fixtures is a code', () => {
  for (const folder of folders)
    it(folder, () => expect(folder === SEVERAL || Object.hasOwn(diagnosticMessages, folder)).toBe(true))
})

for (const folder of folders)
  describe(folder, () => {
    for (const each of cases.filter(({ code }) => code === folder))
      it(each.name, () => {
        const diagnostics = diagnose(each, readers)
        if (folder !== SEVERAL) expect(diagnostics.map(({ code }) => code)).toContain(folder)
        expectGolden(each.golden, diagnostics.map(diagnostic => pretty(diagnostic)).join('\n\n'))
      })
  })
