// The path of a request through its plan, in words: each choice with its reason, each attempt with the reply of the provider, each
// wait, the reply, where its time went, and what to do about a failure. `portolan logs why` prints it, the console draws it.
import { causeAdvice, failureAdvice, providerErrorAdvice } from '../../schemas/generated/failure-advice.ts'
import type { LogAttempt, LogRecord } from '../../schemas/generated/types.ts'
import { asterisks, printable, printableSentence, withoutControls } from '../diagnostics/mask.ts'
import { isSecretName } from '../diagnostics/secret-names.ts'

export type PathTone = 'plain' | 'quiet' | 'note' | 'warning' | 'error'

/** One sentence of the path. */
export interface PathLine {
  readonly kind: 'step' | 'skipped' | 'guard' | 'attempt' | 'wait' | 'note' | 'reply' | 'failure' | 'advice'
  readonly text: string
  /** The first words of the text that have the tone; all of it when absent. */
  readonly lead?: string
  readonly tone: PathTone
  /** The part of the config that it is about, such as `config.targets[1]`. */
  readonly node?: string
  /** The position of the attempt in the record. */
  readonly attempt?: number
}

/** A part of the config on the way of a request. */
export interface PathBranch {
  readonly node: string
  /** Why the request came here; absent at the root. */
  readonly because?: string
  /** Skips, attempts and waits at the part. */
  readonly lines: readonly PathLine[]
  readonly children: readonly PathBranch[]
}

export const formatCost = (cost: number | null): string =>
  cost === null ? '-' : `$${cost.toFixed(cost < 0.01 ? 6 : 4)}`

export const milliseconds = (time: number | null): string => (time === null ? '-' : `${Math.round(time)} ms`)

/** The code apart from the sentence: `missing_api_key: The …` would read as a name with its secret. */
export const formatFailure = (code: string, sentence: string | null | undefined): string =>
  `${printable(code)}: ${printableSentence(sentence ?? '')}`

/** A stream that broke has a sentence without a code, since its status had been sent. */
export const formatBroken = (sentence: string): string => `the stream broke: ${printableSentence(sentence)}`

export const toneOfStatus = (status: number): PathTone =>
  status >= 500 ? 'error' : status >= 400 ? 'warning' : 'plain'

const plain = (kind: PathLine['kind'], text: string): PathLine => ({ kind, text, tone: 'plain' })

/** The sentences in the order in which they came to pass. */
export function describePath(record: LogRecord): readonly PathLine[] {
  const { steps = [], attempts = [], guards = [], skipped = [], retries, status, error, broken } = record
  const replied = `replied ${status}`
  return [
    ...(record.canary === undefined
      ? []
      : [plain('note', `the canary of release ${record.canary} served it`)]),
    ...steps.map(
      (step): PathLine => ({
        ...plain('step', `${step.at} → ${step.to}  because ${printable(step.because)}`),
        node: step.at,
      }),
    ),
    ...skipped.map(
      (target): PathLine => ({
        ...plain('skipped', `${target} was skipped: its circuit was open`),
        node: target,
      }),
    ),
    ...guards.map(guard => plain('guard', `guard ${shortened(formatGuard(guard))}`)),
    ...attempts.flatMap((each, at) => describeAttempt(each, at, record)),
    ...(retries === -1 && attempts.length > 1
      ? [plain('note', `every try at ${record.at ?? 'the target'} failed`)]
      : []),
    ...describeAnswered(record),
    ...(record.dropped === undefined
      ? []
      : [
          plain(
            'note',
            `headers not sent: ${record.dropped.map(printable).join(', ')}; forward_headers forwards them`,
          ),
        ]),
    ...(record.cache === undefined ? [] : [plain('note', `cache ${record.cache}`)]),
    ...(record.limit === undefined ? [] : [plain('note', `limit ${printable(record.limit)} refused it`)]),
    {
      kind: 'reply',
      tone: toneOfStatus(status),
      lead: replied,
      text: `${replied} after ${milliseconds(record.milliseconds)}${formatTimes(record)}${record.cost === undefined ? '' : `, ${formatCost(record.cost / 1e9)}`}`,
    },
    ...(error === undefined
      ? []
      : [{ kind: 'failure', tone: 'error', text: formatFailure(error, record.message) } as const]),
    ...(broken === undefined
      ? []
      : [{ kind: 'failure', tone: 'error', text: formatBroken(broken) } as const]),
    ...(record.left === true
      ? [{ kind: 'failure', tone: 'warning', text: 'the client left before the end' } as const]
      : []),
    ...(status >= 400 || broken !== undefined ? describeAdvice(record) : []),
  ]
}

/** The parts of the config that the request came to, each with what came to pass there. */
export function describeBranches(record: LogRecord): PathBranch | undefined {
  const { steps = [], attempts = [], skipped = [] } = record
  const named = [...skipped, ...attempts.map(({ at }) => at), ...steps.flatMap(({ at, to }) => [at, to])]
  const nodes = [...new Set(named)]
  if (nodes.length === 0) return undefined
  const lines = Map.groupBy(
    describePath(record).filter(({ kind }) => kind === 'skipped' || kind === 'attempt' || kind === 'wait'),
    ({ node = '' }) => node,
  )
  const reasons = new Map(steps.map(({ to, because }) => [to, because]))
  const parents = new Map<string, string | undefined>()
  for (const node of nodes) {
    const above = nodes.filter(each => each !== node && isBelow(node, each))
    parents.set(node, above.sort((a, b) => b.length - a.length)[0])
  }
  const branch = (node: string): PathBranch => {
    const because = reasons.get(node)
    return {
      node,
      ...(because !== undefined && { because: printable(because) }),
      lines: lines.get(node) ?? [],
      children: nodes.filter(each => parents.get(each) === node).map(branch),
    }
  }
  const roots = nodes.filter(node => parents.get(node) === undefined).map(branch)
  const [first] = roots
  return roots.length === 1 ? first : { node: ROOT, lines: [], children: roots }
}

/** What the names of all parts begin with. */
const ROOT = 'config'

/** Whether a part is inside of another one, by their names. */
const isBelow = (node: string, above: string): boolean =>
  node.startsWith(above) && /^[.[]/.test(node.slice(above.length))

const nameUnpriced = (name: string): string => (name === 'model' ? 'the model' : printable(name))

/** Which other model has replied, and which part of the cost is not priced. */
function describeAnswered({
  model = 'none',
  servedModel = model,
  answeredModel,
  cost,
  costSource,
  computedCost,
  upstreamCost,
  unpriced,
}: LogRecord): readonly PathLine[] {
  const dollars = (amount: number): string => formatCost(amount / 1e9)
  return [
    ...(answeredModel === undefined
      ? []
      : [plain('note', `${printable(answeredModel)} answered instead of ${printable(servedModel)}`)]),
    ...(costSource === 'provider' && cost !== undefined
      ? [
          plain(
            'note',
            `the provider states the cost${computedCost === undefined ? '' : `; by prices it is ${dollars(computedCost)}`}${upstreamCost === undefined ? '' : `; its upstream charges ${dollars(upstreamCost)} besides`}`,
          ),
        ]
      : []),
    ...(unpriced === undefined
      ? []
      : [plain('note', `without a price: ${unpriced.map(nameUnpriced).join(', ')}`)]),
  ]
}

/** The failure of the gateway itself has a line of its own. */
function describeAttempt(
  attempt: LogAttempt,
  at: number,
  { error, message: failed }: LogRecord,
): readonly PathLine[] {
  const { status, provider, slug, member, cause, message, wait } = attempt
  const callee = member === undefined ? provider : `${provider}, member ${member} of @${slug ?? ''},`
  const isShown = message !== undefined && (error === undefined || failed?.includes(message) !== true)
  const said = isShown ? `: ${printableSentence(message)}` : ''
  const because = wait?.because === 'retry-after' ? 'as the provider asked' : 'backoff of the retry'
  const lead = cause === undefined ? `${status}` : BROKEN.has(cause) ? 'broken reply' : 'no reply'
  const part = { node: attempt.at, attempt: at }
  return [
    {
      ...{ kind: 'attempt', tone: toneOfStatus(status), lead, ...part },
      text: `${lead} from ${callee} at ${attempt.at} after ${milliseconds(attempt.milliseconds)}${cause === undefined ? '' : ` (${cause})`}${said}`,
    },
    ...(wait === undefined
      ? []
      : [{ ...plain('wait', `waited ${milliseconds(wait.milliseconds)}, ${because}`), ...part }]),
  ]
}

/** Causes of failures after the head of a reply had arrived. */
const BROKEN: ReadonlySet<string> = new Set(['cut', 'decode', 'too-large'])

/** Where the time of a request went, in whole milliseconds. */
export interface SpentTime {
  readonly providers: number
  readonly waits: number
  readonly gateway: number
  /** Sending and receiving bodies. */
  readonly bodies: number
}

/** The parts are the whole, since the last is what remains. */
export function spentTime({ milliseconds: whole, own = 0, attempts = [] }: LogRecord): SpentTime {
  const sum = (times: readonly number[]): number => Math.round(times.reduce((all, time) => all + time, 0))
  const providers = sum(attempts.map(each => each.milliseconds))
  const waits = sum(attempts.map(({ wait }) => wait?.milliseconds ?? 0))
  const gateway = Math.round(own)
  return { providers, waits, gateway, bodies: Math.max(0, Math.round(whole) - providers - waits - gateway) }
}

function formatTimes(record: LogRecord): string {
  const { own = 0, attempts = [] } = record
  if (attempts.length === 0) return own === 0 ? '' : `, of which the gateway ${milliseconds(own)}`
  const { providers, waits, gateway, bodies } = spentTime(record)
  return [
    ` = providers ${providers} ms`,
    ...(waits === 0 ? [] : [`waits ${waits} ms`]),
    `gateway ${gateway} ms`,
    ...(bodies === 0 ? [] : [`sending and receiving bodies ${bodies} ms`]),
  ].join(' + ')
}

/** Whose fault a failure was, what it means, what to do, and where that is explained. */
function describeAdvice(record: LogRecord): readonly PathLine[] {
  const { error, status, broken, attempts = [] } = record
  const cause = attempts.at(-1)?.cause
  const advice =
    error === undefined
      ? providerErrorAdvice.find(({ statuses }) =>
          statuses.some(([first, last]) => first <= status && status <= last),
        )
      : ((cause === undefined ? undefined : causeAdvice[cause]) ?? failureAdvice[error])
  const toDo = (action: string): PathLine => ({
    ...{ kind: 'advice', tone: 'note', lead: 'to do' },
    text: `to do: ${action}`,
  })
  if (advice === undefined) return broken === undefined ? [] : [toDo(AFTER_THE_BEGINNING)]
  return [
    plain('advice', `caused by the ${advice.fault}: ${withoutLinks(advice.description)}`),
    toDo(withoutLinks(advice.action)),
    ...(error === undefined
      ? []
      : [{ kind: 'advice', tone: 'quiet', text: `portolan explain ${error}` } as const]),
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
