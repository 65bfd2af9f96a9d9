// Records of requests as people read them: one line each, or the path of one through its plan.
import type { LogEntry } from '../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { asterisks, printable, withoutControls } from '../../diagnostics/mask.ts'
import { printableSentence } from '../../diagnostics/mask-sentence.ts'
import type { Paint } from '../../diagnostics/pretty.ts'
import { isSecretName } from '../../diagnostics/secret-names.ts'

export const formatCost = (cost: number | null): string =>
  cost === null ? '-' : `$${cost.toFixed(cost < 0.01 ? 6 : 4)}`

const milliseconds = (time: number | null): string => (time === null ? '-' : `${Math.round(time)} ms`)

const paintStatus = (paint: Paint, status: number, text: string): string =>
  status >= 500 ? paint('error', text) : status >= 400 ? paint('warning', text) : text

/** The code apart from the sentence: `missing_api_key: The …` would read as a name with its secret. */
const formatFailure = (code: string, sentence: string | null | undefined): string =>
  `${printable(code)}: ${printableSentence(sentence ?? '')}`

/** A stream that broke has a sentence without a code, since its status had been sent. */
const formatBroken = (sentence: string): string => `the stream broke: ${printableSentence(sentence)}`

/** One line: when, status, how long, what, where, tokens, cost, why it failed, and whether the client stayed. */
export function formatEntry(entry: LogEntry, paint: Paint): string {
  const { created_at, status_code, latency, model, provider, target, total_tokens, cost } = entry
  const { error, message, client_left } = entry
  return [
    paint('quiet', created_at.slice(0, 19).replace('T', ' ')),
    paintStatus(paint, status_code, String(status_code)),
    milliseconds(latency).padStart(9),
    printable(`${entry.endpoint ?? entry.path} ${model ?? ''}`.trim()),
    provider === null ? '' : `→ ${provider}${target === null ? '' : ` (${target})`}`,
    total_tokens === null ? '' : `${total_tokens} tokens`,
    cost === null ? '' : formatCost(cost),
    error !== null
      ? paint('error', formatFailure(error, message))
      : message === null
        ? ''
        : paint('error', formatBroken(message)),
    client_left ? paint('warning', 'the client left') : '',
    paint('quiet', printable(entry.trace_id)),
  ]
    .filter(part => part !== '')
    .join('  ')
}

/** The place of a node of the plan in the sources, such as `configs/chat.yaml:12:3`. */
export type PlaceNode = (node: string) => string | undefined

/** The path of a request: who asked, each choice with its reason, each attempt, and the reply. */
export function formatPath(record: LogRecord, place: PlaceNode, paint: Paint): readonly string[] {
  const { steps = [], attempts = [], guards = [], skipped = [] } = record
  const at = (node: string): string => {
    const found = place(node)
    return found === undefined ? '' : `  ${paint('place', found)}`
  }
  return [
    `${paint('place', `${record.method} ${record.path}`)}  ${record.time}  ${paint('quiet', record.id)}`,
    `  config ${record.config ?? 'none'}, plan ${record.plan}, model ${printable(record.model ?? 'none')}, key ${record.key ?? 'none'}, workspace ${record.workspace ?? 'none'}`,
    ...steps.map(step => `  ${step.at} → ${step.to}  because ${printable(step.because)}${at(step.at)}`),
    ...skipped.map(target => `  ${target} skipped: its circuit was open${at(target)}`),
    ...guards.map(guard => `  guard ${shortened(formatGuard(guard))}`),
    ...attempts.map(
      each =>
        `  ${paintStatus(paint, each.status, `${each.status}`)} from ${each.provider} at ${each.at} after ${milliseconds(each.milliseconds)}${each.cause === undefined ? '' : ` (${each.cause})`}${at(each.at)}`,
    ),
    ...(record.cache === undefined ? [] : [`  cache ${record.cache}`]),
    ...(record.limit === undefined ? [] : [`  limit ${printable(record.limit)} refused it`]),
    `  ${paintStatus(paint, record.status, `replied ${record.status}`)} after ${milliseconds(record.milliseconds)}${record.own === undefined ? '' : `, of which the gateway ${milliseconds(record.own)}`}${record.cost === undefined ? '' : `, ${formatCost(record.cost / 1e9)}`}`,
    ...(record.error === undefined
      ? []
      : [`  ${paint('error', formatFailure(record.error, record.message))}`]),
    ...(record.broken === undefined ? [] : [`  ${paint('error', formatBroken(record.broken))}`]),
    ...(record.left === true ? [`  ${paint('warning', 'the client left before the end')}`] : []),
  ]
}

/** The result of a guard as JSON, masked text by text: masked as one, its names of counts would hide what follows them. */
const formatGuard = (guard: object): string =>
  withoutControls(
    JSON.stringify(guard, (name, value: unknown) =>
      typeof value !== 'string' ? value : isSecretName(name) ? asterisks(value) : printableSentence(value),
    ),
  )

const MAX_GUARD = 300

const shortened = (text: string): string => (text.length > MAX_GUARD ? `${text.slice(0, MAX_GUARD)}…` : text)
