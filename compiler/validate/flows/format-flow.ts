// Flows in words: what goes, where, what sends it, and a request that causes it; and what rules about flows allow to which requests.

import type { FlowRule } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { formatPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ExampleRequest, USUAL_PATH } from '../../analyse/conditions/example-request.ts'
import type { CallerChoice, Carried, Destination, Flow, Opening } from '../../analyse/flows/flow.ts'
import type { FlowExample } from '../../analyse/flows/flow-rules.ts'
import { lowerQuery } from '../../lower/predicate.ts'
import { formatPredicate } from '../../plan/format-predicate.ts'

/** `messages`; `${env:KEY} of @openai`. */
export function formatCarried(carried: Carried): string {
  if (carried.kind === 'data') return carried.data
  const of = carried.slug === undefined ? '' : ` of @${carried.slug}`
  return `\${${carried.secret}}${of}`
}

const CHOSEN: { readonly [by in CallerChoice]: string } = {
  'custom host': 'any host that the caller names',
  provider: 'any provider that the caller names, with a credential of its own',
  'inline config': 'any host that the caller names in a config of its own',
  'saved object': 'any host that a config or provider saved by API names',
}

export function formatDestination(to: Destination): string {
  switch (to.kind) {
    case 'origin':
      return to.origin
    case 'chosen':
      return CHOSEN[to.by]
    case 'unknown':
      return `not decided, because ${to.because}`
  }
}

/** `https://api.example.com, through the proxy http://proxy.internal:3128`. */
export const formatWay = ({ to, hop }: Pick<Flow, 'to' | 'hop'>): string =>
  hop === undefined ? formatDestination(to) : `${formatDestination(to)}, through ${hop}`

/** What sends it, if that is not a target. */
export function formatSender({ by }: Flow): string | undefined {
  switch (by.kind) {
    case 'target':
      return undefined
    case 'check':
      return `the check ${by.check} of the guard ${quoteName(by.guard)}`
    case 'service':
      return by.service
    case 'embedding':
      return 'the embeddings of the cache'
    case 'vectors':
      return 'the vectors of the cache'
    case 'cache':
      return 'the cache'
    case 'token exchange':
      return 'the exchange for a token'
    case 'prompt':
      return 'a prompt'
  }
}

export const formatOpening = (opening: Opening, prefix: string): readonly string[] =>
  Object.entries(opening).map(([name, value]) =>
    name === 'prompt' ? `the prompt ${value}` : `${prefix}${name}: ${value}`,
  )

/** `x-gateway-config: chat; x-gateway-metadata: {"region":"eu"}; after config.targets[0] replied with 500`. */
export function formatExample(
  config: string | undefined,
  { request, after }: FlowExample,
  opening: Opening,
  prefix: string,
): string {
  const { metadata, params, path } = request
  const parts = [
    ...(path === USUAL_PATH ? [] : [`POST ${path}`]),
    ...(config === undefined ? [] : [`${prefix}config: ${config}`]),
    ...formatOpening(opening, prefix),
    ...(Object.keys(metadata).length === 0 ? [] : [`${prefix}metadata: ${JSON.stringify(metadata)}`]),
    ...(Object.keys(params).length === 0 ? [] : [`body ${JSON.stringify(params)}`]),
    ...after.flatMap(({ pointer, status, error }) =>
      status === undefined
        ? []
        : `after ${formatTarget(pointer)} replied with ${status}${error === undefined ? '' : ` (${error})`}`,
    ),
    ...formatOpen(after.flatMap(({ pointer, status }) => (status === undefined ? [pointer] : []))),
  ]
  return parts.length === 0 ? 'any request' : parts.join('; ')
}

const formatTarget = (pointer: Pointer): string =>
  pointer === '' ? 'config' : `config.${formatPointer(pointer)}`

const MAX_CIRCUITS = 4

/** `while the circuits of config.targets[0] and config.targets[1] are open`. */
function formatOpen(pointers: readonly Pointer[]): readonly string[] {
  if (pointers.length === 0) return []
  const hidden = pointers.length - MAX_CIRCUITS
  const names = pointers.slice(0, MAX_CIRCUITS).map(formatTarget)
  const shown = joinNames(hidden > 0 ? [...names, pluralize(hidden, 'other target')] : names, 'and')
  return [
    pointers.length === 1
      ? `while the circuit of ${shown} is open`
      : `while the circuits of ${shown} are open`,
  ]
}

/** An example without failures. */
export const exampleOf = (request: ExampleRequest): FlowExample => ({ request, after: [] })

const MAX_HOSTS = 4

/** `may reach only *.eu.example and api.example.com`. */
export function formatAllowed({ only }: FlowRule): string {
  if (only.length === 0) return 'may reach no host'
  const hidden = only.length - MAX_HOSTS
  const shown = only.slice(0, MAX_HOSTS)
  return `may reach only ${joinNames(hidden > 0 ? [...shown, pluralize(hidden, 'other host')] : shown, 'and')}`
}

/** `, for requests for which metadata.region is "eu"`. */
export const formatWhen = ({ when }: FlowRule): string =>
  when === undefined || Object.keys(when).length === 0
    ? ''
    : ` of requests for which ${formatPredicate(lowerQuery(when))}`
