// A comparison of two projects as sections, which the terminal and Markdown show in their own ways.
import { joinNames, pluralize } from '../../schemas/values/format-names.ts'
import { LEVELS, type Level } from '../analyse/diff/level.ts'
import type { EnvelopeChange, FlowChange, PlanDiff, TrafficChange } from '../analyse/diff/plan-diff.ts'
import type { PriceChange } from '../analyse/diff/price-changes.ts'
import type { ConfigDiff, ProjectDiff } from '../analyse/diff/project-diff.ts'
import type { FailureRow } from '../analyse/failure-table.ts'
import { mergeRows } from '../analyse/merge-rows.ts'
import type { Outcome } from '../analyse/outcome.ts'
import { NO_RETRIES } from '../analyse/retries.ts'
import { formatStatusSet } from '../plan/status-set.ts'
import { exampleOf, formatCarried, formatExample, formatWay } from '../validate/flows/format-flow.ts'
import { formatBound, formatDollars, formatMilliseconds } from '../validate/reporting/format-bound.ts'
import { formatOutcomes } from './format-outcomes.ts'
import type { ReportSection, ReportTable } from './section.ts'

/** One section for the manifest where it differs, and one for each config, the gravest first; many equivalent ones have one. */
export function diffSections(diff: ProjectDiff, prefix: string): readonly ReportSection[] {
  const equivalent = diff.configs.filter(isEquivalent)
  const isJoined = equivalent.length > MAX_EQUIVALENT
  const shown = isJoined ? diff.configs.filter(each => !isEquivalent(each)) : diff.configs
  const sections = [
    ...gatewaySection(diff).map(section => ({ section, level: diff.gateway.level })),
    ...shown.map(each => ({ section: configSection(each, prefix), level: levelOf(each) })),
  ]
  return [
    ...gravestFirst(sections).map(({ section }) => section),
    ...(isJoined ? [equivalentSection(equivalent)] : []),
  ]
}

export const levelOf = (config: ConfigDiff): Level | undefined =>
  config.kind === 'compared' ? config.diff.level : config.level

/** Those of one level stay in their order. */
export const gravestFirst = <T extends { readonly level?: Level | undefined }>(
  all: readonly T[],
): readonly T[] => all.toSorted((one, other) => rankOf(other.level) - rankOf(one.level))

const rankOf = (level: Level | undefined): number => (level === undefined ? -1 : LEVELS.indexOf(level))

/** Beyond, equivalent configs are one section. */
const MAX_EQUIVALENT = 3

const isEquivalent = (config: ConfigDiff): config is Extract<ConfigDiff, { kind: 'compared' }> =>
  config.kind === 'compared' && config.diff.level === undefined

const equivalentSection = (configs: readonly Extract<ConfigDiff, { kind: 'compared' }>[]): ReportSection => ({
  title: `${configs.length} configs: equivalent`,
  sentences: [
    `${joinNames(
      configs.map(({ id }) => id),
      'and',
    )}.`,
    provedOver(configs.reduce((sum, { diff }) => sum + diff.classes, 0)),
  ],
  tables: [],
  notes: [],
})

const provedOver = (classes: number): string =>
  `Proved over ${classes === 1 ? 'one class' : pluralize(classes, 'class').replace('classs', 'classes')} of requests: same targets and shares, same outcomes of every failure, same guards, same hosts and secrets.`

export function gatewaySection({ gateway }: ProjectDiff): readonly ReportSection[] {
  if (gateway.level === undefined) return []
  return [
    {
      title: `The manifest: ${gateway.level}`,
      sentences: [
        ...flowTexts(gateway.newFlows).map(
          text => `security: callers and services of the gateway may newly send ${text}.`,
        ),
        ...gravestFirst(gateway.settings)
          .filter(({ name, changes }) => changes.length === 0 && !(name === 'prices' && gateway.prices))
          .map(({ name, level }) => `${level}: "${name}" differs.`),
      ],
      tables: gravestFirst([
        ...settingTables(gateway.settings),
        ...(gateway.prices === undefined
          ? []
          : [{ level: 'cost' as const, table: pricesTable(gateway.prices) }]),
      ]).map(({ table }) => table),
      notes: [],
    },
  ]
}

/** Rows of a table of settings, and the length of a value in it. */
const MAX_SETTINGS = 50
const MAX_VALUE = 80

const cut = (text: string): string => (text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text)

/** The settings that differ, a table for each level. */
function settingTables(
  settings: ProjectDiff['gateway']['settings'],
): readonly { readonly level: Level; readonly table: ReportTable }[] {
  const byLevel = Map.groupBy(gravestFirst(settings), ({ level }) => level)
  return [...byLevel].flatMap(([level, each]) => {
    const changes = each.flatMap(({ changes }) => changes)
    if (changes.length === 0) return []
    const rows = changes
      .slice(0, MAX_SETTINGS)
      .map(({ setting, before = 'none', after = 'none' }) => [setting, cut(before), cut(after)])
    const others = changes.length - rows.length
    return [
      {
        level,
        table: {
          caption: `${level}: ${changes.length === 1 ? 'a setting differs' : `${changes.length} settings differ`}`,
          header: ['', 'before', 'after'],
          rows: others === 0 ? rows : [...rows, [`and ${others} more`, '', '']],
        },
      },
    ]
  })
}

/** Rows of a table of prices: a list may change thousands. */
const MAX_PRICES = 50

function pricesTable(changes: readonly PriceChange[]): ReportTable {
  const rows = changes
    .slice(0, MAX_PRICES)
    .map(({ provider, model, from, before = 'none', after = 'none' }) => [
      `${model} at ${provider}${from === undefined ? '' : ` from ${from}`}`,
      before,
      after,
    ])
  const others = changes.length - rows.length
  return {
    caption: `cost: ${changes.length === 1 ? 'a price differs' : `${changes.length} prices differ`}, in US dollars per million tokens, or for one of the units that begin with per_`,
    header: ['', 'before', 'after'],
    rows: others === 0 ? rows : [...rows, [`and ${others} more`, '', '']],
  }
}

/** `messages and files` to `https://llm.example`, one for each destination. */
export const flowsByWay = (
  flows: readonly FlowChange[],
): readonly { readonly carried: string; readonly way: string }[] =>
  [...Map.groupBy(flows, formatWay)].map(([way, group]) => {
    const carried = new Set(group.map(flow => formatCarried(flow.carried)))
    return { carried: joinNames([...carried], 'and'), way }
  })

const flowTexts = (flows: readonly FlowChange[]): readonly string[] =>
  flowsByWay(flows).map(({ carried, way }) => `${carried} to ${way}`)

export function configSection(config: ConfigDiff, prefix: string): ReportSection {
  if (config.kind !== 'compared')
    return {
      title: `${config.id}: ${config.kind} (${config.level})${samePlan(config)}`,
      sentences: flowTexts(config.flows).map(text =>
        config.kind === 'added' ? `security: new is ${text}.` : `ended is ${text}.`,
      ),
      tables: [],
      notes: [],
    }
  const { id, diff } = config
  if (diff.level === undefined)
    return {
      title: `${id}: equivalent`,
      sentences: [provedOver(diff.classes)],
      tables: [],
      notes: [],
    }
  return {
    title: `${id}: ${diff.level}`,
    sentences: [
      ...flowTexts(diff.newFlows).map(text => `security: new is ${text}.`),
      ...diff.envelope.map(envelopeText),
      ...(diff.replyModel ? ['routing: the model that replies name differs.'] : []),
      ...(diff.prompt ? ['routing: the prompt that precedes the messages differs.'] : []),
      ...flowTexts(diff.endedFlows).map(text => `ended is ${text}.`),
    ],
    tables: gravestFirst(diff.traffic).map(change => trafficTable(change, id, prefix)),
    notes: notDecidedNotes(diff),
  }
}

const notDecidedNotes = ({ notDecided }: PlanDiff): readonly string[] =>
  notDecided.map(because => `Not decided, because ${because}.`)

const NAMES: { readonly [name in EnvelopeChange['name']]: string } = {
  calls: 'calls of targets',
  time: 'time until the whole reply',
  firstContent: 'time until the first content of a stream',
  cost: 'cost at list prices',
}

function envelopeText({ name, before, after }: EnvelopeChange): string {
  const format = name === 'calls' ? String : name === 'cost' ? formatDollars : formatMilliseconds
  const text = (bound: EnvelopeChange['before']): string => formatBound(bound, format, 'not decided')
  return `cost: ${NAMES[name]}: ${text(before)} → ${text(after)}.`
}

/** A class of requests with what differs for it. */
function trafficTable(change: TrafficChange, id: string, prefix: string): ReportTable {
  const { example, classes, level } = change
  const such =
    example.kind === 'found'
      ? formatExample(id, exampleOf(example.request), {}, prefix)
      : `no example, because ${example.kind === 'not decided' ? example.because : 'none is possible'}`
  const caption = `${level}, for ${classes === 1 ? 'a class' : `${classes} classes`} of requests such as ${such}`
  return { caption, header: ['', 'before', 'after'], rows: trafficRows(change) }
}

/** What differs, before, and after, of which the second is empty for what is only there after; at least one. */
export function trafficRows(change: TrafficChange): ReportTable['rows'] {
  const { shares, failures, newOrigins, guards, caches, settings } = change
  const rows = [
    ...newOrigins.map(origin => ['reaches', '', origin]),
    ...(guards ? [['guards', '', 'other guards, or other settings of them']] : []),
    ...shares.map(each => [`first ${each.target}`, formatShare(each.before), formatShare(each.after)]),
    ...settings.map(({ target, names }) => [`settings of ${target}`, '', `other ${names.join(', ')}`]),
    ...(caches ? [['caches', '', 'other caches, or other settings of them']] : []),
    ...failures.map(each => [
      `if every attempt ends in ${outcomesText(each.outcomes)}`,
      each.before,
      each.after,
    ]),
  ]
  return rows.length > 0 ? rows : [divergenceRow(change)]
}

/** What shows in no other row: an order of replies that are not all alike, or the structure around circuit breakers. */
function divergenceRow({ divergence }: TrafficChange): readonly string[] {
  if (divergence === undefined)
    return ['structure', '', 'differs; whether any request is treated differently is not decided']
  const { path, before, after } = divergence
  const calls = path.map(
    ({ target, statuses, error }) =>
      `${target} replied with ${formatStatusSet(statuses)}${error === undefined ? '' : ` (${error})`}`,
  )
  return [calls.length === 0 ? 'first' : `after ${calls.join(', then ')}`, before, after]
}

const formatShare = (share: number): string => `${Number((share * 100).toFixed(2))}%`

/** Outcomes in the words of the failure table. */
function outcomesText(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    (outcome): FailureRow => ({ outcome, retries: NO_RETRIES, next: [], reply: { statuses: [] } }),
  )
  return mergeRows(rows).map(formatOutcomes).join('; ')
}

/** The other name of a config that was renamed. */
export const samePlan = (config: ConfigDiff): string =>
  config.kind !== 'compared' && config.samePlanAs !== undefined ? `, same plan as ${config.samePlanAs}` : ''
