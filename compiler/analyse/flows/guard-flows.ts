// The flows of guards: message content, and for some checks metadata, to the services and models that evaluate it; and whether a guard
// redacts for certain.
import type { GuardCheck, GuardNode, GuardUse } from '../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { CheckFacts } from '../../facts/catalog.ts'
import { checkServiceUrl } from '../../lower/check.ts'
import { originOf } from '../../lower/origin.ts'
import { exchangesOf, referencesOf } from './bound-secrets.ts'
import {
  type Carried,
  carriedContent,
  carriedMessages,
  type Flow,
  type Sender,
  toOrigin,
  toUnknown,
} from './flow.ts'
import { withHops } from './hops.ts'
import { bindingFlows, type FlowContext } from './target-flows.ts'

/** Checks that send the metadata of a request in addition to its content. */
const WITH_METADATA: ReadonlySet<string> = new Set(['default.webhook', 'default.log', 'default.policy'])
/** Checks that fetch keys from their address and send nothing of the request. */
const SENDS_NOTHING: ReadonlySet<string> = new Set(['default.jwt'])
/** Redacts by its parameters, without a service. */
const ALWAYS_REDACTS = 'default.regexReplace'
/** Checks with a template of what they send. */
const TEMPLATED = 'default.http'

export function guardFlows({ before, after }: GuardNode, context: FlowContext): readonly Flow[] {
  let isRedacted = false
  const flows: Flow[] = []
  for (const guard of before) {
    flows.push(...flowsOfGuard(guard, context, carriedMessages(isRedacted)))
    isRedacted ||= redactsForCertain(guard, context)
  }
  return [...flows, ...after.flatMap(guard => flowsOfGuard(guard, context, carriedContent('messages')))]
}

/** Whether a call below the guards is sent only redacted messages. */
export const redactsBefore = ({ before }: GuardNode, context: FlowContext): boolean =>
  before.some(guard => redactsForCertain(guard, context))

/**
 * A check that rewrites all content itself, in a guard that denies what it cannot rewrite, and whose failure counts: anything less lets
 * content pass unchanged.
 */
const redactsForCertain = ({ deny, async, beside, checks }: GuardUse, { catalog }: FlowContext): boolean =>
  deny === 'failed' &&
  !async &&
  beside !== true &&
  checks.some(({ id, parameters, scope, failOnError }) => {
    const facts = catalog.check(id)
    const redacts =
      id === ALWAYS_REDACTS || (facts?.rewritesWhen === 'redact' && parameters['redact'] === true)
    return (
      redacts && facts?.module === undefined && parameters['not'] !== true && scope === 'all' && failOnError
    )
  })

const flowsOfGuard = (
  { id: guard, checks }: GuardUse,
  context: FlowContext,
  messages: Carried,
): readonly Flow[] => checks.flatMap(check => flowsOfCheck(check, guard, context, messages))

function flowsOfCheck(
  check: GuardCheck,
  guard: string,
  context: FlowContext,
  messages: Carried,
): readonly Flow[] {
  const facts = context.catalog.check(check.id)
  const by: Sender = { kind: 'check', guard, check: check.id }
  if (facts === undefined || facts.module !== undefined)
    return [messages, carriedContent('files'), carriedContent('metadata.*'), carriedContent('headers.*')].map(
      carried => ({
        carried,
        to: toUnknown(`the check ${check.id} is custom code, which may call any service`),
        by,
      }),
    )
  const carried = carriedBy(check, messages)
  const toService = withHops(
    flowsToService(check, facts, carried, by),
    context.gateway.outbound,
    context.catalog,
  )
  return [...toService, ...flowsToModels(check, facts, context, carried, by)]
}

function carriedBy({ id, parameters }: GuardCheck, messages: Carried): readonly Carried[] {
  if (SENDS_NOTHING.has(id)) return []
  const hasMetadata =
    WITH_METADATA.has(id) ||
    (id === TEMPLATED &&
      /\{\{[^}]*metadata/.test(JSON.stringify([parameters['body'], parameters['headers']])))
  return hasMetadata ? [messages, carriedContent('metadata.*')] : [messages]
}

function flowsToService(
  { id, parameters, credentials }: GuardCheck,
  facts: CheckFacts,
  carried: readonly Carried[],
  by: Sender,
): readonly Flow[] {
  if (facts.address === undefined) return []
  const url = checkServiceUrl(facts, parameters as JsonObject)
  const origin = url === undefined ? undefined : originOf(url)
  const to =
    origin === undefined ? toUnknown(`the address of the check ${id} is not known`) : toOrigin(origin)
  const secretsTo = (to: Flow['to'], by: Sender): readonly Flow[] =>
    Object.entries(credentials)
      .flatMap(([name, secret]) => referencesOf(name, secret))
      .map(secret => ({ carried: { kind: 'secret', secret }, to, by }))
  const exchanges = exchangesOf({ credentials, settings: {} }).filter(each => each !== undefined)
  return [
    ...secretsTo(to, by),
    ...exchanges.flatMap(exchange => secretsTo(toOrigin(exchange), { kind: 'token exchange' })),
    ...carried.map(each => ({ carried: each, to, by })),
  ]
}

/** Models of stored providers that evaluate content, called without any option of the request. */
const flowsToModels = (
  { parameters }: GuardCheck,
  { slugs }: CheckFacts,
  context: FlowContext,
  carried: readonly Carried[],
  by: Sender,
): readonly Flow[] =>
  slugs.flatMap(name => {
    const slug = parameters[name]
    return typeof slug === 'string'
      ? bindingFlows(
          { from: 'slug', slug: slug.replace(/^@/, '') },
          { ...context, mayNameHosts: false },
          carried,
          by,
        )
      : []
  })
