// The inspection of a card for the author of an integration: its contents, the parts that the gateway uses, and what clients would be refused.
import { asList, asObject, asText, isObject, type Json } from '../../../schemas/values/json.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { type CardInterfaceFacts, interfacesOfCard } from './card-interfaces.ts'
import { isSigned, isSignedBy } from './card-signature.ts'
import { type CardRules, isCallableUrl, readCard } from './read-card.ts'

export interface CardInspection {
  /** Why it was not fetched. */
  readonly error: string | undefined
  readonly name: string | undefined
  readonly description: string | undefined
  readonly version: string | undefined
  readonly interfaces: readonly (CardInterfaceUse & { readonly reason: string | undefined })[]
  readonly skills: readonly { readonly id: string; readonly name: string; readonly description: string }[]
  readonly signed: boolean
  /** Undefined where no keys are trusted. */
  readonly isTrusted: boolean | undefined
  readonly refused: readonly { readonly what: 'calls' | 'card'; readonly reason: string }[]
}

type CardInterfaceUse = Omit<CardInterfaceFacts, 'reason'>

const MAX_SKILLS = 100
const MAX_NAME = 256
const MAX_TEXT = 2_000

const REASONS: Readonly<Record<NonNullable<CardInterfaceFacts['reason']>, string>> = {
  binding: 'Only JSONRPC and HTTP+JSON are supported.',
  version: 'This version of the protocol is not served.',
  origin: 'It is at another origin than card_url and interfaces name.',
  repeated: 'The card names another one before it for this binding and version.',
}
const REPLACED = 'The interfaces of the integration are called in its place.'

export async function inspectCard(
  fetched: { readonly card: Json | undefined } | Failure,
  rules: CardRules,
): Promise<CardInspection> {
  const { interfaces: named, versions, origins, trustedKeys } = rules
  /** Calls go on without a card where their interfaces are named. */
  const unread = ({ message: reason }: Failure): CardInspection['refused'] => [
    ...(named === undefined ? [{ what: 'calls' as const, reason }] : []),
    { what: 'card', reason },
  ]
  if (isFailure(fetched)) return { ...NOTHING, error: fetched.message, refused: unread(fetched) }
  const card = isObject(fetched.card) ? fetched.card : {}
  const read = await readCard(fetched.card, rules)
  const shown = isFailure(read) ? read : read.shown
  return {
    error: undefined,
    name: textOf(card['name'], MAX_NAME),
    description: textOf(card['description'], MAX_TEXT),
    version: textOf(card['version'], MAX_NAME),
    interfaces: interfacesOfCard(card, versions, url => isCallableUrl(url, origins)).map(
      ({ url, binding, version, reason }) => ({
        url: url.slice(0, MAX_TEXT),
        binding: binding.slice(0, MAX_NAME),
        version: version.slice(0, MAX_NAME),
        reason: named !== undefined ? REPLACED : reason && REASONS[reason],
      }),
    ),
    skills: asList(card['skills'])
      .slice(0, MAX_SKILLS)
      .map(asObject)
      .map(({ id, name, description }) => ({
        id: textOf(id, MAX_NAME) ?? '',
        name: textOf(name, MAX_NAME) ?? '',
        description: textOf(description, MAX_TEXT) ?? '',
      })),
    signed: isSigned(card),
    isTrusted: trustedKeys && (await isSignedBy(card, trustedKeys)),
    refused: isFailure(read)
      ? unread(read)
      : isFailure(shown)
        ? [{ what: 'card', reason: shown.message }]
        : [],
  }
}

const textOf = (value: Json | undefined, limit: number): string | undefined => asText(value)?.slice(0, limit)

const NOTHING: CardInspection = {
  error: undefined,
  name: undefined,
  description: undefined,
  version: undefined,
  interfaces: [],
  skills: [],
  signed: false,
  isTrusted: undefined,
  refused: [],
}
