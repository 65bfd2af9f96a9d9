// Single values of a query string.
import { describe, expect, it } from 'vitest'
import { queryValue, writeQuery } from '../../../runtime/values/query-string.ts'

describe('A value of a query', () => {
  it.each<readonly [string, string, string | undefined]>([
    ['/files?after=YWJj==&limit=5', 'after', 'YWJj=='],
    ['/files?after=a%3Db%26c', 'after', 'a=b&c'],
    ['/files?%61fter=a', 'after', 'a'],
    ['/files?after', 'after', ''],
    ['/files?after=%E0%A4%A', 'after', '%E0%A4%A'],
    ['/files?afterwards=a', 'after', undefined],
    ['/files', 'after', undefined],
  ])('in %s of %s is %s', (path, name, expected) => {
    expect(queryValue(path, name)).toBe(expected)
  })
})

describe('A value written into a query', () => {
  it.each<readonly [string, string]>([
    ['/r?model=a&x=1', '/r?model=b%20c&x=1'],
    ['/r?x=1', '/r?x=1&model=b%20c'],
    ['/r', '/r?model=b%20c'],
    // It is undefined which of two a provider would use.
    ['/r?model=a&tag=1&%6dodel=d&tag=1&model', '/r?model=b%20c&tag=1&tag=1'],
  ])('appears once: %s', (path, expected) => {
    expect(writeQuery(path, 'model', 'b c')).toBe(expected)
  })
})
