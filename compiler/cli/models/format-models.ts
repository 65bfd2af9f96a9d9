// Lives of models for people and for calendars: a table of what a project names, a page of one model at its hosts, and RFC 5545.
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { models } from '../../../schemas/generated/models.ts'
import type { PlanPrice } from '../../../schemas/generated/types.ts'
import { daysBetween, lifePhase, type ModelLife } from '../../../schemas/values/model-life.ts'
import type { ProjectModel } from '../../plan/named-models.ts'
import { formatTable } from '../layout/text-table.ts'

/** What a model costs and reads on a day, in dollars for a million tokens and in tokens; undefined if it is not known. */
export interface ModelTerms {
  readonly input: number | undefined
  readonly output: number | undefined
  readonly context: number | undefined
}

export type FindTerms = (provider: string, model: string, day: string, slug: string | undefined) => ModelTerms

/** `own`: the prices of the manifest. */
export function linkTerms(own: readonly PlanPrice[]): FindTerms {
  const list = createPriceList(own)
  return (provider, model, day, slug) => {
    const found = list.explain(provider, model, Date.parse(day), slug)
    const { input, output } = typeof found === 'string' ? {} : found.table
    const context = models[provider]?.find(
      ({ id, also = [] }) => id === model || also.includes(model),
    )?.context
    return { input, output, context }
  }
}

/** A named model as its row is made: what it costs now, and what takes its place costs then. */
export interface ModelRow extends ProjectModel {
  readonly now: ModelTerms
  readonly successor: string | undefined
  readonly then: ModelTerms | undefined
}

export const rowOf = (named: ProjectModel, day: string, terms: FindTerms): ModelRow => {
  const { provider, slug, model, life } = named
  const successor = life?.ends === undefined ? undefined : (life.answers ?? life.successor)
  const later = life?.ends !== undefined && life.ends > day ? life.ends : day
  return {
    ...named,
    now: terms(provider, model, day, slug),
    successor,
    then: successor === undefined ? undefined : terms(provider, successor, later, slug),
  }
}

const HEAD = ['ends', 'model', 'provider', 'then', '$ per million, context', 'used by']

export function formatModels(rows: readonly ModelRow[], day: string, width: number): string {
  const cells = rows.map(({ life, model, provider, successor, now, then, usedBy }) => [
    endText(life, day),
    model,
    provider,
    thenText(life, successor),
    [termsText(now), ...(then === undefined ? [] : [termsText(then)])].join(' → '),
    usedBy.join(', '),
  ])
  return formatTable([HEAD, ...cells], { width }).join('\n')
}

export function endText(life: ModelLife | undefined, day: string): string {
  if (life === undefined) return 'unknown'
  if (life.ends === undefined) return life.notBefore === undefined ? '-' : `not before ${life.notBefore}`
  const phase = lifePhase(life, day)
  const days = daysBetween(day, life.ends)
  return phase === 'ended'
    ? `${life.ends} (ended)`
    : phase === 'ending'
      ? `${life.ends} (${days} ${days === 1 ? 'day' : 'days'})`
      : life.ends
}

function thenText(life: ModelLife | undefined, successor: string | undefined): string {
  if (life?.then === undefined) return '-'
  if (life.then === 'rerouted') return `answered by ${life.answers}`
  const next = successor === undefined ? '' : `, use ${successor}`
  return `${life.then}${next}`
}

const termsText = ({ input, output, context }: ModelTerms): string => {
  const price = input === undefined && output === undefined ? '?' : `${input ?? '?'}/${output ?? '?'}`
  return context === undefined ? price : `${price}, ${Math.round(context / 1000)}k`
}

/** One model at every host that is known to have it. */
export function formatLife(name: string, host: string, life: ModelLife, day: string): string {
  const lines = [
    ['released', life.released],
    ['announced', life.deprecated],
    ['ends', life.ends === undefined && life.notBefore === undefined ? undefined : endText(life, day)],
    ['then', life.then === undefined ? undefined : thenText(life, life.answers ?? life.successor)],
    ['successor', life.successor],
    [
      'source',
      `${life.source.url}, as of ${life.source.asOf}${life.isReport ? ' (reported by others)' : ''}`,
    ],
  ]
  return [
    `${name} at ${host}`,
    ...lines.flatMap(([label, text]) =>
      text === undefined ? [] : [`  ${(label ?? '').padEnd(10)} ${text}`],
    ),
  ].join('\n')
}

/** An event for each day on which a named model ends (RFC 5545), with an alarm 30 days before. */
export function formatCalendar(rows: readonly ModelRow[], day: string): string {
  const stamp = `${day.replaceAll('-', '')}T000000Z`
  const events = rows.flatMap(({ life, model, provider, successor, usedBy }) =>
    life?.ends === undefined
      ? []
      : [
          'BEGIN:VEVENT',
          `UID:${life.ends}-${escapeText(model)}@${provider}.portolan`,
          `DTSTAMP:${stamp}`,
          `DTSTART;VALUE=DATE:${life.ends.replaceAll('-', '')}`,
          `SUMMARY:${escapeText(`${model} ends at ${provider}`)}`,
          `DESCRIPTION:${escapeText(`${thenText(life, successor)}. Used by ${usedBy.join(', ')}. ${life.source.url}`)}`,
          'TRANSP:TRANSPARENT',
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escapeText(`${model} ends in 30 days`)}`,
          'TRIGGER:-P30D',
          'END:VALARM',
          'END:VEVENT',
        ],
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portolan//models//EN',
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.flatMap(foldLine).join('\r\n')}\r\n`
}

const escapeText = (text: string): string => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Bytes of a line; the next ones begin with a space. */
const MAX_LINE = 74

function foldLine(line: string): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > MAX_LINE) {
      parts.push(part)
      part = ' '
    }
    part += character
  }
  return [...parts, part]
}
