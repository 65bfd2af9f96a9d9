// What a loss does to one config as a section, and the load of the remaining targets of all of them.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type { Capabilities } from '../../analyse/capabilities.ts'
import { type ExampleRequest, USUAL_PATH } from '../../analyse/conditions/example-request.ts'
import { nameOfTarget } from '../../analyse/diff/target-name.ts'
import type { FailureTable } from '../../analyse/failure-table.ts'
import type { LossAnalysis, LossClass } from '../../analyse/loss/loss-classes.ts'
import type { LimitLoad, LossLoad, Rate } from '../../analyse/loss/loss-load.ts'
import type { PoolLoss } from '../../analyse/loss/lost-targets.ts'
import { failingShare, type LossEnd, type LossWalk } from '../../analyse/loss/walk-loss.ts'
import { formatRetries, formatTarget } from '../../report/format-outcomes.ts'
import type { ReportSection } from '../../report/section.ts'
import { exampleOf, formatExample } from '../../validate/flows/format-flow.ts'
import { capabilitiesSection } from './capabilities-section.ts'

/** Rows of a table, targets in one cell, and tables of what is lost. */
const MAX_ROWS = 30
const MAX_ENDS = 3
const MAX_TABLES = 4

export interface ConfigLoss {
  readonly id: string
  readonly prefix: string
  readonly analysis: LossAnalysis
  /** Of the pairs that begin at a lost target and end at one that remains. */
  readonly capabilities: Capabilities
  readonly failures: FailureTable
  readonly pools: readonly PoolLoss[]
  readonly lost: ReadonlySet<string>
}

/** What happens to the requests of all configs: those that fail first. */
export function lossSection(names: readonly string[], configs: readonly ConfigLoss[]): ReportSection {
  const rows = configs
    .flatMap(config => groupsOf(config).map(group => ({ config, group, rank: RANKS[group[0].verdict] })))
    .toSorted((one, other) => one.rank - other.rank)
  const shown = rows.slice(0, MAX_ROWS)
  const spare = configs.filter(({ analysis, lost }) => analysis.classes.length === 0 && lost.size > 0)
  const cutOff = configs.filter(({ analysis }) => analysis.isCutOff)
  return {
    title: `Loss of ${joinNames(names, 'and')}`,
    sentences: [
      ...verdictSentences(configs),
      ...new Set(configs.flatMap(({ pools }) => pools.map(formatPoolLoss))),
      ...configs.flatMap(retrySentences),
    ],
    tables:
      rows.length === 0
        ? []
        : [
            {
              header: ['config', 'requests such as', 'go to', 'then to', 'client gets'],
              rows: shown.map(({ config, group }) => [config.id, ...rowOf(config, group)]),
            },
          ],
    notes: [
      ...(rows.length > shown.length ? [`${rows.length - shown.length} more rows are not shown.`] : []),
      ...(spare.length === 0
        ? []
        : [
            `${nameConfigs(spare)} ${spare.length === 1 ? 'loses' : 'lose'} only targets that are called after failures.`,
          ]),
      ...(rows.length === 0
        ? []
        : [
            'A lost target refuses connections; every other target replies with 200, and guards pass. Replies from caches, and bodies above limits.body_bytes, which are sent only once, are not included.',
          ]),
      ...cutOff.map(
        ({ id, analysis }) =>
          `Only the first ${analysis.classes.length} kinds of requests of ${id} were analysed.`,
      ),
    ],
  }
}

/** What clients may use at a lost target and not at the one that follows it; undefined if there is nothing. */
export function lostFeaturesSection(configs: readonly ConfigLoss[]): ReportSection | undefined {
  const all = configs.flatMap(({ id, capabilities }) =>
    capabilitiesSection(capabilities).tables.map(({ caption = '', header, rows }) => ({
      caption: `${id} ${caption}`,
      header,
      rows,
    })),
  )
  const groups = [...Map.groupBy(all, ({ rows }) => canonicalJson(rows)).values()]
  const notes = new Set(
    configs.flatMap(({ capabilities }) =>
      capabilities.pairs.length === 0 ? [] : capabilitiesSection(capabilities).notes,
    ),
  )
  if (groups.length === 0 && notes.size === 0) return undefined
  return {
    title: 'Features that the next target lacks',
    sentences: groups.length === 0 ? ['No feature of a chat is known to be lost.'] : [],
    tables: groups.slice(0, MAX_TABLES).flatMap(([first, ...others]) =>
      first === undefined
        ? []
        : [
            {
              ...first,
              caption: `${first.caption}${others.length === 0 ? '' : ` (and ${others.length} more)`}`,
            },
          ],
    ),
    notes: [
      ...(groups.length > MAX_TABLES ? [`${groups.length - MAX_TABLES} more are in --format json.`] : []),
      ...notes,
    ],
  }
}

const RANKS: { readonly [verdict in LossClass['verdict']]: number } = {
  fails: 0,
  'fails-in-part': 1,
  'not-decided': 2,
  'goes-on': 3,
}

type Group = readonly [LossClass, ...LossClass[]]

/** Classes that fare alike. */
const groupsOf = ({ analysis }: ConfigLoss): readonly Group[] =>
  [
    ...Map.groupBy(analysis.classes, ({ verdict, named, because, before, after, whileOpen }) =>
      canonicalJson([
        verdict,
        named ?? null,
        because,
        endsKey(before),
        endsKey(after),
        whileOpen ? endsKey(whileOpen) : null,
      ]),
    ).values(),
  ] as unknown as readonly Group[]

const endsKey = ({ ends }: LossWalk) =>
  ends.map(({ pointer, share, status }) => [pointer, Number(share.toPrecision(9)), status])

function verdictSentences(configs: readonly ConfigLoss[]): readonly string[] {
  const touched = configs.filter(({ analysis }) => analysis.classes.length > 0)
  if (touched.length === 0) {
    const pooled = configs.filter(({ pools }) => pools.length > 0)
    return pooled.length === 0
      ? ['No request reaches a lost target.']
      : [`All requests of ${nameConfigs(pooled)} go on to other members of their pools.`]
  }
  const having = (verdict: LossClass['verdict']): readonly ConfigLoss[] =>
    touched.filter(({ analysis }) => analysis.classes.some(each => each.verdict === verdict))
  const [failing, partly, open] = [having('fails'), having('fails-in-part'), having('not-decided')]
  const safe = touched.filter(({ analysis }) => analysis.classes.every(each => each.verdict === 'goes-on'))
  const sentence = (found: readonly ConfigLoss[], before: string, after: string): readonly string[] =>
    found.length === 0 ? [] : [`${before} ${nameConfigs(found)} ${after}.`]
  return [
    ...sentence(failing, 'Requests of', 'fail'),
    ...sentence(partly, 'A part of the requests of', 'fails'),
    ...sentence(open, 'Whether requests of', 'fail is not decided'),
    ...sentence(safe, 'All requests of', 'go on'),
  ]
}

function nameConfigs(configs: readonly ConfigLoss[]): string {
  const names = configs.slice(0, MAX_NAMES).map(({ id }) => id)
  const hidden = configs.length - names.length
  return joinNames(hidden > 0 ? [...names, `${hidden} more`] : names, 'and')
}
const MAX_NAMES = 8

function formatPoolLoss({ pool, lost, remaining }: PoolLoss): string {
  const name = `The pool @${pool} loses ${joinNames(lost, 'and')}`
  return remaining.length === 0
    ? `${name}, and no member is left.`
    : `${name}: ${joinNames(remaining, 'and')} ${remaining.length === 1 ? 'remains' : 'remain'}.`
}

/** Retries of lost targets come before the next target. */
function retrySentences({ id, failures: { routes }, lost, analysis }: ConfigLoss): readonly string[] {
  if (analysis.classes.length === 0) return []
  const called = new Set(analysis.classes.flatMap(({ after }) => [...after.calls.keys()]))
  const retried = routes.flatMap(({ pointer, rows }) => {
    const row = rows.find(({ outcome }) => outcome.kind === 'failure' && outcome.cause === 'refused')
    return lost.has(pointer) && called.has(pointer) && row !== undefined && row.retries.most > 0
      ? [[formatTarget(pointer), formatRetries(row)] as const]
      : []
  })
  const groups = Map.groupBy(new Map(retried), ([, text]) => text)
  return Array.from(groups, ([text, targets]) => {
    const names = targets.slice(0, MAX_ENDS).map(([name]) => name)
    const hidden = targets.length - names.length
    const all = joinNames(hidden > 0 ? [...names, `${hidden} more`] : names, 'and')
    return `${id} retries ${all} first: ${text}.`
  })
}

function rowOf({ prefix, analysis }: ConfigLoss, group: Group): readonly string[] {
  const [{ verdict, named, because, before, after, whileOpen, example }, ...others] = group
  const isAll = !analysis.leavesOthers && group.length === analysis.classes.length
  const found =
    example === undefined
      ? 'no example found'
      : isAll
        ? 'all'
        : isEmpty(example) && named === undefined
          ? 'one without metadata'
          : formatExample(
              undefined,
              exampleOf(example),
              named === undefined ? {} : { provider: named },
              prefix,
            )
  const requests = others.length === 0 || isAll ? found : `${found} (${group.length} kinds)`
  if (verdict === 'not-decided')
    return [requests, formatEnds(before.ends), '-', `not decided, because ${because.join(', and because ')}`]
  const steady = whileOpen ?? after
  const [closed, open] = [
    formatReplies(after),
    whileOpen === undefined ? undefined : formatReplies(whileOpen),
  ]
  return [
    requests,
    formatEnds(before.ends),
    formatEnds(steady.ends.filter(({ code }) => code === undefined)),
    open === undefined || open === closed ? closed : `${closed}; ${open} once circuits are open`,
  ]
}

const isEmpty = ({ metadata, params, path }: ExampleRequest): boolean =>
  path === USUAL_PATH && Object.keys(metadata).length + Object.keys(params).length === 0

/** By names of targets: the same target may be at several places. */
function formatEnds(ends: readonly LossEnd[]): string {
  if (ends.length === 0) return '-'
  const shares = new Map<string, number>()
  for (const { call, pointer, share } of ends) {
    const name = call === undefined ? formatTarget(pointer) : nameOfTarget(call)
    shares.set(name, (shares.get(name) ?? 0) + share)
  }
  const sorted = [...shares].toSorted(([, one], [, other]) => other - one)
  const hidden = sorted.length - MAX_ENDS
  const shown = sorted
    .slice(0, MAX_ENDS)
    .map(([name, share]) => (share > 1 - 1e-9 ? name : `${name} ${formatShare(share)}`))
  return [...shown, ...(hidden > 0 ? [`${hidden} more`] : [])].join(', ')
}

/** `the reply`; `70% the reply, 30% 502 upstream_unreachable`. */
function formatReplies(walk: LossWalk): string {
  const failing = failingShare(walk)
  const failures = walk.ends.filter(({ code }) => code !== undefined)
  const kinds = [...Map.groupBy(failures, ({ status, code }) => `${status} ${code}`)].map(
    ([text, group]) => [text, group.reduce((sum, { share }) => sum + share, 0)] as const,
  )
  if (failing === 0) return 'the reply'
  const parts = [...(failing > 1 - 1e-9 ? [] : [['the reply', 1 - failing] as const]), ...kinds]
  return parts.length === 1
    ? (parts[0]?.[0] ?? '')
    : parts.map(([text, share]) => `${formatShare(share)} ${text}`).join(', ')
}

function formatShare(share: number): string {
  const rounded = Number((share * 100).toFixed(1))
  return rounded === 0 ? '<0.1%' : `${rounded}%`
}

/** The load of the targets that remain, against the limits of the manifest. */
export function loadSection(load: LossLoad, source: string): ReportSection {
  const { targets, limits, requests, failing, withoutTokens, notDecided, because } = load
  const changed = targets.filter(({ requests: { before, after } }) => before.mean !== after.mean)
  const unlimited = changed.filter(({ isLost, isLimited }) => !isLost && !isLimited)
  return {
    title: 'Load of the remaining targets',
    sentences: [
      `${source}: ${formatAmount(requests.mean)} requests a minute, ${formatAmount(requests.peak)} at the peak; ${formatShare(failing).replace('<0.1%', failing === 0 ? '0%' : '<0.1%')} of them fail.`,
      ...(changed.length === 0 ? ['No target gets more requests.'] : []),
    ],
    tables: [
      ...(changed.length === 0
        ? []
        : [
            {
              header: [
                'target',
                'requests a minute',
                'in the peak minute',
                'tokens a minute',
                'in the peak minute',
              ],
              rows: changed.map(({ target, isLost, requests: calls, tokens }) => [
                isLost ? `${target} (lost)` : target,
                formatChange(calls, 'mean'),
                formatChange(calls, 'peak'),
                formatChange(tokens, 'mean'),
                formatChange(tokens, 'peak'),
              ]),
            },
          ]),
      ...(limits.length === 0
        ? []
        : [
            {
              caption: 'declared limits',
              header: ['limit', 'allows', 'before', 'after', ''],
              rows: limits.map(limit => [
                limit.group === undefined ? limit.name : `${limit.name} (${limit.group})`,
                `${limit.valueBefore === undefined ? '' : `${formatAmount(limit.valueBefore)} → `}${formatAmount(limit.value)} ${limit.type} a ${PERIODS[limit.unit]}`,
                formatAmount(limit.before),
                formatAmount(limit.after),
                formatVerdict(limit),
              ]),
            },
          ]),
    ],
    notes: [
      ...(unlimited.length === 0
        ? []
        : [
            `No limit is declared for ${joinNames(
              unlimited.map(({ target }) => target),
              'and',
            )}.`,
          ]),
      'Requests are expected ones by the conditions and weights of the configs, while circuits of lost targets are open. A lost target has the attempts without their retries; another one replies with as many tokens.',
      ...(withoutTokens > 0
        ? [`The tokens of ${formatAmount(withoutTokens)} requests are unknown, and count as none.`]
        : []),
      ...because.map(reason => `${formatAmount(notDecided)} requests are not included, because ${reason}.`),
    ],
  }
}

const PERIODS: { readonly [unit in LimitLoad['unit']]: string } = {
  rpm: 'minute',
  rph: 'hour',
  rpd: 'day',
  rpw: 'week',
}

export const isExceeded = ({ value, after }: Pick<LimitLoad, 'value' | 'after'>): boolean => after > value

function formatVerdict(limit: LimitLoad): string {
  const { value, valueBefore, before, after, notDecided } = limit
  const open = notDecided.length === 0 ? '' : `, if all of it has one ${joinNames(notDecided, 'and')}`
  if (!isExceeded(limit)) return `holds, ${Math.round((after / value) * 100)}% used`
  return `${before > (valueBefore ?? value) ? 'was exceeded already' : 'is exceeded'} (${Math.round((after / value) * 100)}%)${open}`
}

const formatChange = (sides: { readonly before: Rate; readonly after: Rate }, rate: keyof Rate): string =>
  `${formatAmount(sides.before[rate])} → ${formatAmount(sides.after[rate])}`

const formatAmount = (amount: number): string =>
  (amount >= 100 ? Math.round(amount) : Number(amount.toPrecision(2))).toLocaleString('en-US')
