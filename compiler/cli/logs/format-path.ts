// The path of a request through its plan, for people: the caller, each choice with its reason, each attempt with the reply of the
// provider, each wait, the reply, where its time went, and what to do about a failure.
import { causeAdvice, failureAdvice, providerErrorAdvice } from '../../../schemas/generated/failure-advice.ts'
import type { LogAttempt, LogRecord } from '../../../schemas/generated/types.ts'
import { asterisks, printable, printableSentence, withoutControls } from '../../diagnostics/mask.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { isSecretName } from '../../diagnostics/secret-names.ts'
import { formatBroken, formatCost, formatFailure, milliseconds, paintStatus } from './format-log.ts'

/** The place of a node of the plan in the sources, such as `configs/chat.yaml:12:3`. */
export type PlaceNode = (node: string) => string | undefined

export function formatPath(record: LogRecord, place: PlaceNode, paint: Paint): readonly string[] {
  const { steps = [], attempts = [], guards = [], skipped = [], retries } = record
  const at = (node: string): string => {
    const found = place(node)
    return found === undefined ? '' : `  ${paint('place', found)}`
  }
  const isError = record.status >= 400
  return [
    `${paint('place', `${record.method} ${record.path}`)}  ${record.time}  ${paint('quiet', record.id)}`,
    `  config ${record.config ?? 'none'}, plan ${record.plan}, model ${printable(record.model ?? 'none')}, key ${record.key ?? 'none'}, workspace ${record.workspace ?? 'none'}`,
    ...steps.map(step => `  ${step.at} → ${step.to}  because ${printable(step.because)}${at(step.at)}`),
    ...skipped.map(target => `  ${target} was skipped: its circuit was open${at(target)}`),
    ...guards.map(guard => `  guard ${shortened(formatGuard(guard))}`),
    ...attempts.flatMap(each => formatAttempt(each, record, at(each.at), paint)),
    ...(retries === -1 && attempts.length > 1 ? [`  every try at ${record.at ?? 'the target'} failed`] : []),
    ...formatAnswered(record),
    ...(record.dropped === undefined
      ? []
      : [`  headers not sent: ${record.dropped.map(printable).join(', ')}; forward_headers forwards them`]),
    ...(record.cache === undefined ? [] : [`  cache ${record.cache}`]),
    ...(record.limit === undefined ? [] : [`  limit ${printable(record.limit)} refused it`]),
    `  ${paintStatus(paint, record.status, `replied ${record.status}`)} after ${milliseconds(record.milliseconds)}${formatTimes(record)}${record.cost === undefined ? '' : `, ${formatCost(record.cost / 1e9)}`}`,
    ...(record.error === undefined
      ? []
      : [`  ${paint('error', formatFailure(record.error, record.message))}`]),
    ...(record.broken === undefined ? [] : [`  ${paint('error', formatBroken(record.broken))}`]),
    ...(record.left === true ? [`  ${paint('warning', 'the client left before the end')}`] : []),
    ...(isError || record.broken !== undefined ? formatAdvice(record, paint) : []),
  ]
}

const nameUnpriced = (name: string): string => (name === 'model' ? 'the model' : printable(name))

/** Which other model has replied, and which part of the cost is not priced. */
function formatAnswered({
  model = 'none',
  servedModel = model,
  answeredModel,
  cost,
  costSource,
  computedCost,
  upstreamCost,
  unpriced,
}: LogRecord): readonly string[] {
  const dollars = (amount: number): string => formatCost(amount / 1e9)
  return [
    ...(answeredModel === undefined
      ? []
      : [`  ${printable(answeredModel)} answered instead of ${printable(servedModel)}`]),
    ...(costSource === 'provider' && cost !== undefined
      ? [
          `  the provider states the cost${computedCost === undefined ? '' : `; by prices it is ${dollars(computedCost)}`}${upstreamCost === undefined ? '' : `; its upstream charges ${dollars(upstreamCost)} besides`}`,
        ]
      : []),
    ...(unpriced === undefined ? [] : [`  without a price: ${unpriced.map(nameUnpriced).join(', ')}`]),
  ]
}

/** The failure of the gateway itself has a line of its own. */
function formatAttempt(
  attempt: LogAttempt,
  { error, message: failed }: LogRecord,
  place: string,
  paint: Paint,
): readonly string[] {
  const { status, provider, slug, member, cause, message, wait } = attempt
  const callee = member === undefined ? provider : `${provider}, member ${member} of @${slug ?? ''},`
  const isShown = message !== undefined && (error === undefined || failed?.includes(message) !== true)
  const said = isShown ? `: ${printableSentence(message)}` : ''
  const because = wait?.because === 'retry-after' ? 'as the provider asked' : 'backoff of the retry'
  const came =
    cause === undefined
      ? `${paintStatus(paint, status, `${status}`)} from`
      : `${paintStatus(paint, status, BROKEN.has(cause) ? 'broken reply' : 'no reply')} from`
  return [
    `  ${came} ${callee} at ${attempt.at} after ${milliseconds(attempt.milliseconds)}${cause === undefined ? '' : ` (${cause})`}${said}${place}`,
    ...(wait === undefined ? [] : [`  waited ${milliseconds(wait.milliseconds)}, ${because}`]),
  ]
}

/** Causes of failures after the head of a reply had arrived. */
const BROKEN: ReadonlySet<string> = new Set(['cut', 'decode', 'too-large'])

/** Where the time went; the parts are the whole, since the last is the rest. */
function formatTimes({ milliseconds: whole, own = 0, attempts = [] }: LogRecord): string {
  if (attempts.length === 0) return own === 0 ? '' : `, of which the gateway ${milliseconds(own)}`
  const sum = (times: readonly number[]): number => Math.round(times.reduce((all, time) => all + time, 0))
  const providers = sum(attempts.map(each => each.milliseconds))
  const waits = sum(attempts.map(({ wait }) => wait?.milliseconds ?? 0))
  const gateway = Math.round(own)
  const rest = Math.max(0, Math.round(whole) - providers - waits - gateway)
  return [
    ` = providers ${providers} ms`,
    ...(waits === 0 ? [] : [`waits ${waits} ms`]),
    `gateway ${gateway} ms`,
    ...(rest === 0 ? [] : [`sending and receiving bodies ${rest} ms`]),
  ].join(' + ')
}

/** Whose fault a failure was, what it means, what to do, and where that is explained. */
function formatAdvice(record: LogRecord, paint: Paint): readonly string[] {
  const { error, status, broken, attempts = [] } = record
  const cause = attempts.at(-1)?.cause
  const advice =
    error === undefined
      ? providerErrorAdvice.find(({ statuses }) =>
          statuses.some(([first, last]) => first <= status && status <= last),
        )
      : ((cause === undefined ? undefined : causeAdvice[cause]) ?? failureAdvice[error])
  if (advice === undefined)
    return broken === undefined ? [] : [`  ${paint('note', 'to do')}: ${AFTER_THE_BEGINNING}`]
  return [
    `  caused by the ${advice.fault}: ${withoutLinks(advice.description)}`,
    `  ${paint('note', 'to do')}: ${withoutLinks(advice.action)}`,
    ...(error === undefined ? [] : [paint('quiet', `  portolan explain ${error}`)]),
  ]
}

const AFTER_THE_BEGINNING =
  'The beginning of the stream had been sent, so neither a retry nor a fallback could replace it: the client repeats the request.'

/** Markdown links as their text. */
export const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')

/** The result of a guard as JSON, masked text by text: masked as one, its names of counts would hide what follows them. */
const formatGuard = (guard: object): string =>
  withoutControls(
    JSON.stringify(guard, (name, value: unknown) =>
      typeof value !== 'string' ? value : isSecretName(name) ? asterisks(value) : printableSentence(value),
    ),
  )

const MAX_GUARD = 300

const shortened = (text: string): string => (text.length > MAX_GUARD ? `${text.slice(0, MAX_GUARD)}…` : text)
