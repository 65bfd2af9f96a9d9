// Custom hosts and outbound requests (semantics, section 12): which hosts may be called, by range and
// notation.
import { describe, expect, it } from 'vitest'
import { addressFault, hostFault, isTrusted, trustedHostFault } from '../../../runtime/upstream/address.ts'

/** A word of the fault, or undefined for a public address. */
const ADDRESSES: readonly (readonly [ip: string, word: string | undefined])[] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['11.0.0.0', undefined],
  ['100.63.255.255', undefined],
  ['100.64.0.0', 'shared'],
  ['100.127.255.255', 'shared'],
  ['100.128.0.0', undefined],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.253.255.255', undefined],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['172.15.255.255', undefined],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.0', undefined],
  ['192.0.0.1', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'reserved'],
  ['192.168.0.1', 'private'],
  ['192.169.0.1', undefined],
  ['198.17.255.255', undefined],
  ['198.18.0.1', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['8.8.8.8', undefined],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'reserved'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:8.8.8.8', undefined],
  ['::ffff:169.254.169.254', 'metadata'],
  ['64:ff9b::10.0.0.1', 'private'],
  ['64:ff9b::8.8.8.8', undefined],
  ['64:ff9b::169.254.169.254', 'metadata'],
  ['64:ff9b:1::1', 'reserved'],
  ['100::1', 'reserved'],
  ['2001::1', 'reserved'],
  ['2001:2::1', 'benchmark'],
  ['2001:db8::1', 'documentation'],
  ['2002:0a00:0001::1', 'reserved'],
  ['2002:a9fe:a9fe::1', 'metadata'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd12:3456::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
  ['2606:4700::1111', undefined],
  ['2a00:1450:4001::200e', undefined],
  ['not an address', 'not an IP address'],
]

describe('addresses are checked by their range', () => {
  for (const [ip, word] of ADDRESSES)
    it(ip, () => {
      if (word === undefined) expect(addressFault(ip)).toBeUndefined()
      else expect(addressFault(ip)).toContain(word)
    })
})

const BLOCKED: readonly (readonly [url: string, word: string])[] = [
  ['http://127.0.0.1/', 'loopback'],
  ['http://2130706433/', 'loopback'],
  ['http://0x7f000001/', 'loopback'],
  ['http://0x7f.0.0.1/', 'loopback'],
  ['http://0177.0.0.1/', 'loopback'],
  ['http://017700000001/', 'loopback'],
  ['http://127.1/', 'loopback'],
  ['http://127.0.1/', 'loopback'],
  ['http://0/', 'unspecified'],
  ['http://10.1/', 'private'],
  ['http://192.168.257/', 'private'],
  ['http://127.0.0.1./', 'loopback'],
  ['http://%31%32%37.0.0.1/', 'loopback'],
  ['http://１２７.0.0.1/', 'loopback'],
  ['http://[::1]/', 'loopback'],
  ['http://[0:0:0:0:0:0:0:1]/', 'loopback'],
  ['http://[::ffff:127.0.0.1]/', 'loopback'],
  ['http://[::ffff:7f00:1]/', 'loopback'],
  ['http://[64:ff9b::7f00:1]/', 'loopback'],
  ['http://localhost/', 'private network'],
  ['http://LOCALHOST/', 'private network'],
  ['http://localhost./', 'private network'],
  ['http://app.localhost/', 'private network'],
  ['http://printer.local/', 'private network'],
  ['http://llm.internal/', 'private network'],
  ['http://router.home.arpa/', 'private network'],
  ['http://ollama:11434/', 'no dot'],
  ['http://metadata/', 'metadata'],
  ['http://metadata.google.internal/', 'metadata'],
  ['http://METADATA.google.internal./', 'metadata'],
  ['http://169.254.169.254/', 'metadata'],
  ['http://2852039166/', 'metadata'],
  ['http://0xa9fea9fe/', 'metadata'],
  ['http://[fd00:ec2::254]/', 'metadata'],
]

describe('hosts are checked as parsed', () => {
  for (const [url, word] of BLOCKED) it(url, () => expect(hostFault(new URL(url), [])).toContain(word))
  for (const url of [
    'https://api.openai.com/v1',
    'http://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://localhost.example.com/',
  ])
    it(`${url} is public`, () => expect(hostFault(new URL(url), [])).toBeUndefined())
})

const TRUST: readonly (readonly [trusted: string, url: string, open: boolean])[] = [
  ['10.0.0.5', 'http://10.0.0.5:8000/', true],
  ['10.0.0.5', 'http://10.0.0.6:8000/', false],
  ['10.0.0.5:8000', 'http://10.0.0.5:8000/', true],
  ['10.0.0.5:8000', 'http://10.0.0.5:8001/', false],
  ['10.0.0.5:80', 'http://10.0.0.5/', true],
  ['10.0.0.5:443', 'https://10.0.0.5/', true],
  ['10.0.0.0/8', 'http://10.9.9.9/', true],
  ['10.0.0.0/8:8000', 'http://10.9.9.9:8000/', true],
  ['10.0.0.0/8:8000', 'http://10.9.9.9/', false],
  ['10.0.0.0/8', 'http://[::ffff:10.9.9.9]/', true],
  ['127.0.0.1', 'http://2130706433/', true],
  ['::1', 'http://[::1]:8000/', true],
  ['[::1]:8000', 'http://[::1]:8000/', true],
  ['[::1]:8000', 'http://[::1]:8001/', false],
  ['fd00::/8', 'http://[fd12::1]/', true],
  ['[fd00::]/8:80', 'http://[fd12::1]/', true],
  ['ollama', 'http://ollama:11434/', true],
  ['OLLAMA:11434', 'http://ollama:11434/', true],
  ['ollama:11434', 'http://ollama/', false],
  ['llm.internal', 'http://sub.llm.internal/', false],
  ['localhost', 'http://127.0.0.1/', false],
  ['0.0.0.0/0', 'http://169.254.169.254/', false],
  ['169.254.169.254', 'http://169.254.169.254/', false],
  ['::/0', 'http://[fd00:ec2::254]/', false],
  ['metadata.google.internal', 'http://metadata.google.internal/', false],
  ['nonsense entry', 'http://10.0.0.5/', false],
]

describe('trusted hosts are allowed, and metadata addresses stay blocked', () => {
  for (const [trusted, url, open] of TRUST)
    it(`${trusted} and ${url}`, () => expect(hostFault(new URL(url), [trusted]) === undefined).toBe(open))
})

describe('the connected address is checked as well', () => {
  const DIALS: readonly (readonly [
    name: string,
    address: string,
    port: number,
    trusted: string,
    open: boolean,
  ])[] = [
    ['llm.example.com', '10.0.0.5', 443, '10.0.0.0/8', true],
    ['llm.example.com', '10.0.0.5', 443, 'llm.example.com', true],
    ['llm.example.com', '10.0.0.5', 443, 'other.example.com', false],
    ['llm.example.com', '::ffff:10.0.0.5', 443, '10.0.0.0/8:443', true],
    ['llm.example.com', '169.254.169.254', 80, 'llm.example.com', false],
    ['llm.example.com', '::ffff:169.254.169.254', 80, '0.0.0.0/0', false],
    ['metadata.google.internal', '10.0.0.5', 80, '10.0.0.0/8', false],
  ]
  for (const [name, address, port, trusted, open] of DIALS)
    it(`${name} at ${address}:${port} with ${trusted}`, () =>
      expect(isTrusted(name, address, port, [trusted])).toBe(open))
})

describe('entries of the trusted hosts', () => {
  for (const text of [
    'llm',
    'llm.internal:80',
    '10.0.0.1',
    '10.0.0.0/8',
    '10.0.0.0/8:80',
    '::1',
    '[::1]',
    '[::1]:80',
    'fd00::/8',
    'my_service',
  ])
    it(`${text} is valid`, () => expect(trustedHostFault(text)).toBeUndefined())
  for (const text of [
    '',
    ' ',
    'http://x',
    '10.0.0.0/33',
    '10.0.0/8',
    '1.2.3.256',
    'x:0',
    'x:65536',
    'x:y',
    'fd00::/129',
    '-x',
    'a..b',
  ])
    it(`${JSON.stringify(text)} is malformed`, () => expect(trustedHostFault(text)?.kind).toBe('malformed'))
  for (const text of [
    '169.254.169.254',
    '[fd00:ec2::254]:80',
    'metadata.google.internal',
    '::ffff:169.254.169.254',
  ])
    it(`${text} stays blocked`, () => expect(trustedHostFault(text)?.kind).toBe('closed'))
})
