// Runs a custom check as a gateway would, for its tests: parameters validated by its schema, defaults filled in,
// results validated. Errors are thrown, since the caller is a test.
import { withDefaults } from '../../../compiler/lower/parameter-defaults.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { CheckContext, CheckInput, CheckPorts, CheckResult } from '../check.ts'
import { customCheckFacts } from './check-facts.ts'
import { linkCustomCheck } from './link-custom-check.ts'
import { readCustomCheck } from './read-custom-check.ts'

/** The input of the check; omitted members are those of an empty chat request. */
export interface CheckTest extends Partial<CheckInput> {
  /** As in a config, without secrets. */
  readonly parameters?: JsonObject
  /** Secrets by parameter name. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Stubs for the calls of the check; without them every call throws. */
  readonly ports?: Partial<CheckPorts>
  readonly context?: Partial<CheckContext>
}

/** An empty chat request, as the default of every test input. */
export const EMPTY_INPUT: CheckInput = {
  side: 'request',
  endpoint: 'chat/completions',
  method: 'POST',
  path: '/chat/completions',
  texts: [],
  continuesAt: () => false,
  originOf: () => 'message',
  request: undefined,
  reply: undefined,
  model: undefined,
  provider: undefined,
  metadata: {},
  header: () => undefined,
  workspace: 'default',
  trace: '0123456789abcdef0123456789abcdef',
}

const notStubbed = (): never => {
  throw new Error('The check calls a service: pass "ports" with stubs.')
}

/** The result of the check. Throws when the module or the parameters would be rejected. `check` is the module's default export. */
export async function testCheck(check: object, options: CheckTest = {}): Promise<CheckResult> {
  const { parameters = {}, credentials = {}, ports, context, ...input } = options
  const read = readCustomCheck(check)
  if (typeof read === 'string') throw new Error(read)
  const facts = customCheckFacts('own.check', read.declarations)
  if (!('id' in facts)) throw new Error(facts.join('\n'))
  const { validate } = facts
  if (!validate({ ...parameters, ...credentials }))
    throw new Error(
      (validate.errors ?? [])
        .map(({ instancePath, keyword }) => `The parameters violate "${keyword}" at ${instancePath || '/'}.`)
        .join('\n'),
    )
  const {
    failOnError,
    scope,
    [facts.timeLimit ?? '']: _timeout,
    ...linkedParameters
  } = withDefaults(parameters, facts.parameters)
  const evaluate = linkCustomCheck('own.check', read.check, () => {}).link(linkedParameters, {
    credential: name => (Object.hasOwn(credentials, name) ? credentials[name] : undefined),
    hash: notStubbed,
    keyedHash: notStubbed,
    accessToken: notStubbed,
    ...context,
  })
  return await evaluate(
    { ...EMPTY_INPUT, ...input },
    {
      callService: notStubbed,
      callModel: notStubbed,
      now: () => 0,
      monotonic: () => 0,
      nextTurn: async () => {},
      ...ports,
    },
  )
}
