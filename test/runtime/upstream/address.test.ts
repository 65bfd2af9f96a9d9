// Custom hosts and outbound requests (semantics, section 12): which hosts may be called, by range and
// notation.
import { describe, expect, it } from 'vitest'
import { addressFault, hostFault, isTrusted, trustedHostFault } from '../../../runtime/upstream/address.ts'
import { ADDRESSES, BLOCKED } from './addresses.ts'

describe('addresses are checked by their range', () => {
  for (const [ip, word] of ADDRESSES)
    it(ip, () => {
      if (word === undefined) expect(addressFault(ip)).toBeUndefined()
      else expect(addressFault(ip)).toContain(word)
    })
})

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
