// What is signed of a card is what the official SDK verifies, and what a card shows names nothing of the agent.
import { AgentCard, canonicalizeAgentCard } from '@a2a-js/sdk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInterfaces } from '../../../runtime/agents/card/card-interfaces.ts'
import { canonicalCards, signableCard } from '../../../runtime/agents/card/card-signature.ts'
import { rewriteCard } from '../../../runtime/agents/card/read-card.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const texts = fc.array(text, { maxLength: 3 })
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined })

const card = fc
  .record(
    {
      name: text,
      description: text,
      version: text,
      documentationUrl: optional(fc.webUrl()),
      iconUrl: optional(fc.webUrl()),
      provider: optional(fc.record({ url: text, organization: text })),
      supportedInterfaces: fc.array(
        fc.record({
          url: fc.webUrl(),
          protocolBinding: fc.constantFrom('JSONRPC', 'HTTP+JSON', 'GRPC'),
          protocolVersion: fc.constantFrom('1.0', '0.3'),
          tenant: text,
        }),
        { maxLength: 3 },
      ),
      capabilities: fc.record(
        {
          streaming: fc.boolean(),
          pushNotifications: fc.boolean(),
          extendedAgentCard: fc.boolean(),
          extensions: fc.array(
            fc.record({
              uri: text,
              description: text,
              required: fc.boolean(),
              params: fc.dictionary(
                fc.constantFrom('a', 'b', 'é'),
                fc.oneof(text, fc.integer(), fc.boolean(), texts),
              ),
            }),
            { maxLength: 2 },
          ),
        },
        { requiredKeys: [] },
      ),
      defaultInputModes: texts,
      defaultOutputModes: texts,
      skills: fc.array(
        fc.record({
          id: text,
          name: text,
          description: text,
          tags: texts,
          examples: texts,
          inputModes: texts,
        }),
        { maxLength: 2 },
      ),
      unknownMember: optional(text),
    },
    { requiredKeys: ['name'] },
  )
  .map(value => JSON.parse(JSON.stringify(value)) as JsonObject)

describe('the canonical text of a card', () => {
  it('is that of the official SDK', () => {
    fc.assert(
      fc.property(card, value => {
        expect(canonicalCards(value)[0]).toBe(canonicalizeAgentCard(AgentCard.fromJSON(value)))
      }),
    )
  })

  it('is that of the card itself once it was made signable', () => {
    fc.assert(
      fc.property(card, value => {
        const signable = signableCard(value)
        expect(canonicalCards(signable)).toEqual([canonicalJson(signable)])
      }),
    )
  })
})

it('a rewritten card names no URL of an interface', () => {
  fc.assert(
    fc.property(card, value => {
      const { served } = readInterfaces(value, ['1.0', '0.3'], () => true)
      const shown = rewriteCard(value, {
        url: 'https://gateway.example/agents/x',
        interfaces: served,
        needsKey: true,
        pushes: false,
      })
      const urls = (shown['supportedInterfaces'] as readonly JsonObject[]).map(({ url }) => url)
      expect(urls).toEqual(served.map(() => 'https://gateway.example/agents/x'))
    }),
  )
})

it.each([
  [
    { supportedInterfaces: [{ url: 'a', protocolBinding: 'GRPC', protocolVersion: '1.0' }] },
    [],
    ['GRPC 1.0'],
  ],
  [
    {
      url: 'a',
      protocolVersion: '0.3.0',
      preferredTransport: 'HTTP+JSON',
      additionalInterfaces: [{ url: 'b', transport: 'JSONRPC' }],
    },
    ['HTTP+JSON 0.3 a', 'JSONRPC 0.3 b'],
    [],
  ],
  [{ url: 'a' }, ['JSONRPC 0.3 a'], []],
  [{ url: 'forbidden' }, [], ['JSONRPC 0.3 (other origin)']],
  [
    { supportedInterfaces: [{ url: 'a', protocolBinding: 'JSONRPC', protocolVersion: '2.0' }] },
    [],
    ['JSONRPC 2.0'],
  ],
  [{ supportedInterfaces: 'none' }, [], []],
])('the interfaces of %j', (value, served, leftOut) => {
  const read = readInterfaces(value as JsonObject, ['1.0', '0.3'], url => url !== 'forbidden')
  expect(read.served.map(({ binding, version, url }) => `${binding} ${version} ${url}`)).toEqual(served)
  expect(read.leftOut).toEqual(leftOut)
})
