// Which hosts leave without the proxy.
import { describe, expect, it } from 'vitest'
import { leavesDirectly, noProxyFault } from '../../../runtime/upstream/no-proxy.ts'

describe('an entry of no_proxy covers', () => {
  it.each([
    ['example.com', 'https://example.com', true],
    ['example.com', 'https://api.example.com', true],
    ['example.com', 'https://API.Example.COM', true],
    ['example.com', 'https://example.com.', true],
    ['example.com', 'https://notexample.com', false],
    ['.example.com', 'https://api.example.com', true],
    ['*.example.com', 'https://example.com', true],
    ['example.com:8443', 'https://example.com:8443', true],
    ['example.com:8443', 'https://example.com', false],
    ['example.com:443', 'https://example.com', true],
    ['10.0.0.0/8', 'http://10.1.2.3', true],
    ['10.0.0.0/8', 'http://0x0a.1.2.3', true],
    ['10.0.0.0/8', 'http://[::ffff:10.1.2.3]', true],
    ['10.0.0.0/8', 'http://11.1.2.3', false],
    ['10.0.0.0/8', 'http://ten.example.com', false],
    ['::1', 'http://[::1]:80', true],
    ['*', 'https://anything.example', true],
  ])('%s and %s: %s', (entry, origin, direct) => {
    expect(leavesDirectly(origin, [entry])).toBe(direct)
  })
})

it.each(['http://example.com', 'a b', '10.0.0.0/99', '*.*', 'host:0'])('%s is not a host', entry => {
  expect(noProxyFault(entry)).toBeTypeOf('string')
})
