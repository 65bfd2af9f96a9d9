// The version of the protocol, by header or by the parameter `A2A-Version` of clients that cannot set headers: the header wins.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  requestVersion,
  splitVersionQuery,
  withQueryVersion,
} from '../../../runtime/agents/protocol/agent-version.ts'
import { headerValue } from '../../../runtime/values/headers.ts'

const versionOf = (query: string, headers: readonly string[] = []) =>
  requestVersion(withQueryVersion(headers, splitVersionQuery(query).version))

describe('a request has the version', () => {
  it.each([
    ['of the query', '?A2A-Version=1.0', [], '1.0'],
    ['of the query, with a patch number', '?A2A-Version=1.0.3', [], '1.0'],
    ['of the query, in other letters', '?a2a-version=1.0', [], '1.0'],
    ['of the query, escaped', '?A2A%2DVersion=1%2E0', [], '1.0'],
    ['of the query beside an empty header', '?A2A-Version=1.0', ['A2A-Version', ' '], '1.0'],
    ['of the first of two parameters', '?A2A-Version=1.0&A2A-Version=0.3', [], '1.0'],
    ['of the header', '', ['A2A-Version', '1.0'], '1.0'],
    ['of the header, whatever the query says', '?A2A-Version=0.3', ['A2A-Version', '1.0'], '1.0'],
    ['0.3 without either', '?historyLength=2', [], '0.3'],
    ['0.3 for an empty parameter', '?A2A-Version=', [], '0.3'],
  ] as const)('%s', (_what, query, headers, version) => {
    expect(versionOf(query, headers)).toBe(version)
  })

  it('that is not known, with its text', () => {
    expect(versionOf('?A2A-Version=2.0')).toEqual({ unknown: '2.0' })
    expect(versionOf('?A2A-Version=%')).toEqual({ unknown: '%' })
  })
})

it('the parameter does not go to the agent, and the others do as they are', () => {
  expect(splitVersionQuery('?a=%20b&A2A-Version=1.0&c&d=e=f')).toEqual({
    query: '?a=%20b&c&d=e=f',
    version: '1.0',
  })
  expect(splitVersionQuery('?A2A-Version=1.0').query).toBe('')
  const untouched = '?x=a2a-version&y=1.0'
  expect(splitVersionQuery(untouched)).toEqual({ query: untouched, version: undefined })
})

it('what goes to the agent as a header is a known version, whatever the query says', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map(text => `1.0.${text}`),
      ),
      text => {
        const headers = withQueryVersion(
          [],
          splitVersionQuery(`?A2A-Version=${encodeURIComponent(text)}`).version,
        )
        const version = requestVersion(headers)
        if (typeof version === 'string' && text.trim() !== '')
          expect(headerValue(headers, 'a2a-version')).toBe(version)
      },
    ),
  )
})
