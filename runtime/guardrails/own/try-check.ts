// Runs a check of one's own as a gateway would, for tests of it: parameters judged by its schema, defaults written out,
// what it gives looked at. Here alone mistakes are thrown, since whoever calls is a test.
import { withDefaults } from '../../../compiler/lower/parameter-defaults.ts'
import type { JsonObject } from '../../../compiler/source.ts'
import type { CheckContext, CheckPorts, Finding, Subject } from '../check.ts'
import { linkedOwnCheck } from './linked-own-check.ts'
import { ownFacts } from './own-facts.ts'
import { readOwnCheck } from './read-own-check.ts'

/** What is judged; what is left out is that of a chat without anything in it. */
export interface Trial extends Partial<Subject> {
  /** As a config would write them, without secrets. */
  readonly parameters?: JsonObject
  /** Secrets by the names of their parameters. */
  readonly credentials?: Readonly<Record<string, string>>
  /** What answers the questions of the check; without it every question is a mistake. */
  readonly ports?: Partial<CheckPorts>
  readonly context?: Partial<CheckContext>
}

/** A chat without texts, for trials that say what is particular to them. */
export const SUBJECT: Subject = {
  side: 'request',
  endpoint: 'chat/completions',
  method: 'POST',
  path: '/chat/completions',
  texts: [],
  request: undefined,
  reply: undefined,
  model: undefined,
  provider: undefined,
  metadata: {},
  header: () => undefined,
  workspace: 'default',
  trace: '0123456789abcdef0123456789abcdef',
}

const unasked = (): never => {
  throw new Error('The check asks somebody: give the trial ports that answer.')
}

/** What the check finds. Throws where the module or the parameters would be refused. `check` is what its module exports. */
export async function tryCheck(check: object, trial: Trial = {}): Promise<Finding> {
  const { parameters = {}, credentials = {}, ports, context, ...subject } = trial
  const read = readOwnCheck(check)
  if (typeof read === 'string') throw new Error(read)
  const facts = ownFacts('own.check', read.said)
  if (!('id' in facts)) throw new Error(facts.join('\n'))
  const { validate } = facts
  if (!validate({ ...parameters, ...credentials }))
    throw new Error(
      (validate.errors ?? [])
        .map(({ instancePath, keyword }) => `The parameters break "${keyword}" at ${instancePath || '/'}.`)
        .join('\n'),
    )
  const {
    failOnError,
    scope,
    [facts.timeLimit ?? '']: _timeout,
    ...own
  } = withDefaults(parameters, facts.parameters)
  const judge = linkedOwnCheck('own.check', read.check, () => {}).link(own, {
    credential: name => (Object.hasOwn(credentials, name) ? credentials[name] : undefined),
    hash: unasked,
    keyedHash: unasked,
    ...context,
  })
  return await judge({ ...SUBJECT, ...subject }, { ask: unasked, model: unasked, now: () => 0, ...ports })
}
