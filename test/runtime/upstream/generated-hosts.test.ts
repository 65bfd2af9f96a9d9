// Semantics, section 12: private addresses are closed in every spelling, and to every answer of a resolver. Spellings, answers and
// their order are generated.
import { createServer } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hostFault } from '../../../runtime/upstream/address.ts'
import type { NameLookup } from '../../../runtime/upstream/ssrf-guard.ts'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import { callBy } from '../../support/client-calls.ts'
import { closeAll, later, listening } from '../../support/local-servers.ts'

/** Blocks that never lead to a public host, of the registries of special-purpose addresses (RFC 6890). */
const CLOSED_BLOCKS: readonly (readonly [first: number, bits: number])[] = [
  [0x00_00_00_00, 8],
  [0x0a_00_00_00, 8],
  [0x64_40_00_00, 10],
  [0x7f_00_00_00, 8],
  [0xa9_fe_00_00, 16],
  [0xac_10_00_00, 12],
  [0xc0_00_02_00, 24],
  [0xc0_a8_00_00, 16],
  [0xc6_12_00_00, 15],
  [0xcb_00_71_00, 24],
  [0xe0_00_00_00, 4],
  [0xf0_00_00_00, 4],
]
const PUBLIC_BLOCKS: typeof CLOSED_BLOCKS = [
  [0x08_00_00_00, 8],
  [0x0b_00_00_00, 8],
  [0x68_10_00_00, 13],
  [0xac_20_00_00, 12],
]

const addressIn = (blocks: typeof CLOSED_BLOCKS): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...blocks), fc.nat({ max: 0x0f_ff_ff_ff }))
    .map(([[first, bits], offset]) => (first + (offset % 2 ** (32 - bits))) >>> 0)

const octets = (address: number): readonly number[] => [24, 16, 8, 0].map(shift => (address >>> shift) & 0xff)
const dotted = (address: number): string => octets(address).join('.')
const halves = (address: number): string =>
  `${(address >>> 16).toString(16)}:${(address & 0xff_ff).toString(16)}`

/** The parts of an IPv4 address in the forms that URL parsers accept: the last part takes the remaining bytes. */
const partsOf = (address: number, count: number): readonly number[] => {
  const bytes = octets(address)
  const rest = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0)
  return [...bytes.slice(0, count - 1), rest]
}

const NUMERALS: readonly ((part: number) => string)[] = [
  String,
  part => `0x${part.toString(16)}`,
  part => `0X${part.toString(16).toUpperCase().padStart(12, '0')}`,
  part => `0${part.toString(8)}`,
  part => `000${part.toString(8)}`,
]

/** Characters that host names are normalized from: escapes, full-width digits, other full stops. */
const DISGUISES: readonly ((text: string) => string)[] = [
  text => text,
  text => `${text}.`,
  text => text.replaceAll(/\d/g, digit => `%3${digit}`),
  text => text.replaceAll(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit))),
  text => text.replaceAll('.', '。'),
  text => text.replaceAll('.', '%2e'),
  text => text.replaceAll(/\d/g, digit => String.fromCodePoint(0x1d7d8 + Number(digit))),
  text => `user:password@${text}`,
]

const ipv4Spelling = (blocks: typeof CLOSED_BLOCKS): fc.Arbitrary<string> =>
  fc
    .tuple(
      addressIn(blocks),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(...NUMERALS), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(...DISGUISES),
    )
    .map(([address, count, numerals, disguise]) =>
      disguise(
        partsOf(address, count)
          .map((part, index) => (numerals[index] ?? String)(part))
          .join('.'),
      ),
    )

/** Ways to carry an IPv4 address in IPv6: mapped, translated and their long forms. */
const CARRIERS: readonly ((address: number) => string)[] = [
  address => `::ffff:${dotted(address)}`,
  address => `::FFFF:${halves(address).toUpperCase()}`,
  address => `0:0:0:0:0:ffff:${halves(address)}`,
  address => `0000:0000:0000:0000:0000:ffff:${dotted(address)}`,
  address => `64:ff9b::${dotted(address)}`,
  address => `0064:FF9B:0::${halves(address)}`,
]
const ipv6Spelling = (blocks: typeof CLOSED_BLOCKS): fc.Arbitrary<string> =>
  fc.tuple(addressIn(blocks), fc.constantFrom(...CARRIERS)).map(([address, carry]) => `[${carry(address)}]`)

const SUFFIXES = ['', ':8080', '/v1', '/v1?x=http://public.example', '#@8.8.8.8']
const urlOf = (host: fc.Arbitrary<string>): fc.Arbitrary<URL> =>
  fc
    .tuple(fc.constantFrom('http://', 'https://', 'HTTP:\\\\', 'http:/'), host, fc.constantFrom(...SUFFIXES))
    .map(parts => new URL(parts.join('')))

describe('Every spelling of an address', () => {
  it('that is not public is refused', () => {
    const host = fc.oneof(ipv4Spelling(CLOSED_BLOCKS), ipv6Spelling(CLOSED_BLOCKS))
    fc.assert(
      fc.property(urlOf(host), url => hostFault(url, []) !== undefined),
      { numRuns: 3000 },
    )
  })

  it('that is public is called', () => {
    const host = fc.oneof(ipv4Spelling(PUBLIC_BLOCKS), ipv6Spelling(PUBLIC_BLOCKS))
    fc.assert(
      fc.property(urlOf(host), url => hostFault(url, []) === undefined),
      { numRuns: 1000 },
    )
  })
})

describe('A name of a caller', () => {
  /** Where the server was reached. */
  const reached: string[] = []
  let port = 0
  beforeAll(async () => {
    const server = createServer(({ socket }, response) => {
      reached.push(socket.localAddress ?? '')
      response.writeHead(200, { connection: 'close' }).end('inside')
    })
    port = await listening(server, '0.0.0.0')
  })
  afterAll(closeAll)

  const OPEN = ['127.0.0.2', '127.0.0.3']
  const CLOSED = [
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::a9fe:a9fe',
  ]
  const answer = fc.array(fc.constantFrom(...OPEN, ...CLOSED), { minLength: 1, maxLength: 4 })

  it('is called at open addresses only, whatever the resolver answers, and answers the next time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async answers => {
        let asked = 0
        const lookup: NameLookup = (_name, _options, onResolved) => {
          const addresses = answers[asked++] ?? []
          onResolved(
            null,
            addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
          )
        }
        const client = createUpstreamClient({
          connections: 1,
          connectTimeout: 1000,
          replyHeaderBytes: 32_768,
          openHosts: author => (author === 'caller' ? OPEN : []),
          lookup,
        })
        reached.length = 0
        for (const [index, addresses] of answers.entries()) {
          const result = await callBy(client, 'caller', `http://rebinding.example.com:${port}/`)
          expect(asked).toBe(index + 1)
          const isOpen = addresses.every(each => OPEN.includes(each))
          expect(result).toMatch(isOpen ? /^200 inside$/ : /^blocked_host/)
        }
        expect(reached.filter(each => !OPEN.includes(each))).toEqual([])
        await client.close()
      }),
      { numRuns: 60 },
    )
  })

  it('that the resolver does not know is a failure of the host, not of the address', async () => {
    const client = createUpstreamClient({
      connections: 1,
      connectTimeout: 1000,
      replyHeaderBytes: 32_768,
      openHosts: () => [],
      lookup: (name, _options, onResolved) =>
        onResolved(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), []),
    })
    later(client.close)
    expect(await callBy(client, 'caller', `http://gone.example.com:${port}/`)).toMatch(
      /^upstream_unreachable \(dns\)/,
    )
  })
})
