// Recordings are written into test files without touching anything else of them.
import { describe, expect, it } from 'vitest'
import { writeRecordings } from '../../../compiler/cli/config-tests/write-recordings.ts'
import { readJson } from '../../../compiler/read/json.ts'
import type { SourceReader } from '../../../compiler/read/reader.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'

const RECORDING = { calls: ['a -> 200'], waits: [1, 2], headers: { 'x-a': 'b: #' }, time: 0 }
const BLOCK = (indent: string): string =>
  [
    'recorded:',
    '  calls:',
    '    - "a -> 200"',
    '  waits: [1,2]',
    '  headers:',
    '    x-a: "b: #"',
    '  time: 0',
  ].join(`\n${indent}`)

const write = (text: string, cases: readonly number[], read: SourceReader = readYaml): string | undefined => {
  const parsed = read({ name: 'chat.test.yaml', text }, () => {})
  if (parsed === undefined) throw new Error('The text of the case is invalid.')
  return writeRecordings(
    parsed,
    cases.map(index => ({ at: `/cases/${index}`, recording: RECORDING })),
    read,
  )
}

describe('a recording is written', () => {
  const cases: readonly (readonly [string, string, readonly number[], string])[] = [
    ['at the end of a case', 'cases:\n  - name: a\n', [0], `cases:\n  - name: a\n    ${BLOCK('    ')}\n`],
    [
      'behind a comment, and before the next case',
      'cases:\n- name: a # first\n\n# second\n- name: b\n',
      [0],
      `cases:\n- name: a # first\n  ${BLOCK('  ')}\n\n# second\n- name: b\n`,
    ],
    [
      'in place of another one',
      'cases:\n  - name: a\n    recorded:\n      time: 1\n      calls: []\n    given: {}\n',
      [0],
      `cases:\n  - name: a\n    ${BLOCK('    ')}\n    given: {}\n`,
    ],
    [
      'in several cases',
      'cases:\n  - name: a\n  - name: b\n    given: { draw: 0.5 }\n',
      [0, 1],
      `cases:\n  - name: a\n    ${BLOCK('    ')}\n  - name: b\n    given: { draw: 0.5 }\n    ${BLOCK('    ')}\n`,
    ],
    [
      'on one line, where the case is on one line',
      'cases:\n  - { name: a }\n',
      [0],
      `cases:\n  - { name: a, "recorded": ${JSON.stringify(RECORDING)} }\n`,
    ],
    [
      'without a line break at the end',
      'cases:\n  - name: a',
      [0],
      `cases:\n  - name: a\n    ${BLOCK('    ')}`,
    ],
  ]
  it.each(cases)('%s', (_title, before, indexes, after) => {
    expect(write(before, indexes)).toBe(after)
  })

  it('into JSON', () => {
    const text = '{ "cases": [{ "name": "a", "recorded": { "time": 3 } }] }'
    expect(write(text, [0], readJson)).toBe(
      `{ "cases": [{ "name": "a", "recorded": ${JSON.stringify(RECORDING)} }] }`,
    )
  })

  it('but not into a case that another one repeats', () => {
    expect(
      write('cases:\n  - &a\n    name: a\n    recorded: { time: 1 }\n  - <<: *a\n    name: b\n', [1]),
    ).toBeUndefined()
  })
})
