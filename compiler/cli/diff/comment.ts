// A comparison as a comment on a pull request of at most one screen: failing tests, levels with the worst case before and after, new
// destinations and a smallest request of each change; all else is collapsed.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { joinNames, pluralize } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { Bound } from '../../analyse/bound.ts'
import type { EnvelopeChange, TrafficChange } from '../../analyse/diff/plan-diff.ts'
import type { ConfigDiff, ProjectDiff } from '../../analyse/diff/project-diff.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { flowsByWay, gravestFirst, levelOf, samePlan, trafficRows } from '../../report/diff-sections.ts'
import type { ReportSection } from '../../report/section.ts'
import { exampleOf, formatExample } from '../../validate/flows/format-flow.ts'
import { formatDollars, formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import {
  escapeMarkdown,
  markdownCode,
  markdownTable,
  sectionMarkdown,
  truncateLine,
} from '../analyse/render.ts'
import type { Findings } from '../formats/format.ts'
import { formatTests, lineOf, type SideTests } from './side-tests.ts'

/** Rows and items of all groups together, and of one: an item may take two lines, and a screen has some thirty. */
const ALL_ROWS = 10
const MAX_ROWS = 8
const MAX_NAME = 40
const MAX_ITEM = 160
const MAX_PART = 80
const MAX_REQUEST = 120
/** GitHub takes 65,536 characters. */
const MAX_DETAILS = 50_000

export interface CommentParts {
  readonly title: string
  readonly diff: ProjectDiff
  readonly prefix: string
  readonly tests: SideTests | undefined
  /** Of the candidate. */
  readonly errors: readonly Diagnostic[]
  /** Sentences below the title. */
  readonly remarks: readonly string[]
  /** All of it, for the details. */
  readonly sections: readonly ReportSection[]
}

export function renderComment({
  title,
  diff,
  prefix,
  tests,
  errors,
  remarks,
  sections,
}: CommentParts): string {
  const configs = gravestFirst(diff.configs.map(config => ({ config, level: levelOf(config) }))).flatMap(
    ({ config, level }) => (level === undefined ? [] : [config]),
  )
  const broken = errors.map(each => escapeItem(lineOf([each])))
  const failing = tests === undefined || tests.isBlocked ? [] : tests.lines.map(escapeItem)
  const reached = newDestinations(diff, configs)
  const requests = smallestRequests(configs, prefix)
  const groups = [broken, failing, configs, reached, requests].filter(({ length }) => length > 0)
  const most = Math.min(MAX_ROWS, Math.floor(ALL_ROWS / Math.max(1, groups.length)))
  const equal = diff.configs.length - configs.length
  const heading = [
    title,
    ...(errors.length === 0 ? [] : [pluralize(errors.length, 'error')]),
    ...(tests === undefined ? [] : [formatTests(tests)]),
  ].join('; ')
  return [
    `## ${escapeMarkdown(heading.charAt(0).toUpperCase() + heading.slice(1))}`,
    '',
    ...remarks.flatMap(remark => [escapeMarkdown(remark), '']),
    ...list('Errors', broken, most, ': run portolan check'),
    ...list('Failing tests', failing, most),
    ...levelTable(diff, configs, most),
    ...(equal === 0
      ? []
      : [
          `${configs.length === 0 ? '' : 'The others: '}${pluralize(equal, 'config')}, proved to handle every request as before.`,
          '',
        ]),
    ...list('New destinations', reached, most),
    ...list('Smallest requests that are handled differently', requests, most),
    ...details(sections),
  ]
    .join('\n')
    .trimEnd()
}

/** What is printed where a side has errors. */
export function renderErrors(side: string, { diagnostics, configs }: Findings): string {
  const title = `${side} has ${pluralize(diagnostics.length, 'error')} in ${pluralize(configs, 'config')}`
  const errors = diagnostics.map(each => escapeItem(`${lineOf([each])} (${each.code})`))
  return [
    `## ${escapeMarkdown(title)}`,
    '',
    'Nothing was compared.',
    '',
    ...list('Errors', errors, MAX_ROWS, ': run portolan check'),
  ]
    .join('\n')
    .trimEnd()
}

const escapeItem = (text: string): string => escapeMarkdown(truncateLine(text, MAX_ITEM))
const nameCode = (name: string): string => markdownCode(truncateLine(name, MAX_NAME))

/** What is beyond `most` is in the details, or counted only. */
function list(title: string, items: readonly string[], most: number, where = MORE): readonly string[] {
  if (items.length === 0) return []
  const beyond = items.length - most
  return [
    `**${title}**`,
    '',
    ...items.slice(0, most).map(item => `- ${item}`),
    ...(beyond > 0 ? [`- and ${beyond} more${where}`] : []),
    '',
  ]
}

const MORE = ', in the details'

const BOUNDS: { readonly [name in EnvelopeChange['name']]: readonly [string, (value: number) => string] } = {
  calls: ['max. calls', String],
  time: ['max. time', formatMilliseconds],
  firstContent: ['max. time to content', formatMilliseconds],
  cost: ['max. list price', formatDollars],
}

const boundText = (bound: Bound, format: (value: number) => string): string =>
  'most' in bound ? format(bound.most) : 'not decided'

/** The levels, and the bounds that differ in any config. */
function levelTable(
  { gateway }: ProjectDiff,
  configs: readonly ConfigDiff[],
  most: number,
): readonly string[] {
  if (configs.length === 0 && gateway.level === undefined) return []
  const shown = configs.slice(0, most)
  const envelopeOf = (config: ConfigDiff): readonly EnvelopeChange[] =>
    config.kind === 'compared' ? config.diff.envelope : []
  const cell = (config: ConfigDiff, name: EnvelopeChange['name']): string => {
    const change = envelopeOf(config).find(each => each.name === name)
    const format = BOUNDS[name][1]
    return change === undefined
      ? ''
      : `${boundText(change.before, format)} → ${boundText(change.after, format)}`
  }
  const names = (Object.keys(BOUNDS) as EnvelopeChange['name'][]).filter(
    name =>
      shown.some(config => cell(config, name) !== '') &&
      // If no stream begins before the reply is complete, one column is enough.
      (name !== 'firstContent' || shown.some(config => cell(config, name) !== cell(config, 'time'))),
  )
  const row = (config: ConfigDiff): readonly string[] => [
    nameCode(config.id),
    escapeMarkdown(levelText(config)),
    ...names.map(name => escapeMarkdown(cell(config, name))),
  ]
  const settings = gravestFirst(gateway.settings).map(({ name }) => name)
  return [
    ...markdownTable(
      ['config', 'level', ...names.map(name => BOUNDS[name][0])],
      [
        ...(gateway.level === undefined
          ? []
          : [
              [
                escapeMarkdown(
                  truncateLine(
                    `the manifest${settings.length === 0 ? '' : `: ${settings.join(', ')}`}`,
                    MAX_NAME,
                  ),
                ),
                gateway.level,
                ...names.map(() => ''),
              ],
            ]),
        ...shown.map(row),
      ],
    ),
    '',
    ...(configs.length > most ? [`and ${configs.length - most} more${MORE}.`, ''] : []),
  ]
}

function levelText(config: ConfigDiff): string {
  if (config.kind !== 'compared') return `${config.level} (${config.kind}${samePlan(config)})`
  const { level = '', notDecided } = config.diff
  return notDecided.length === 0 ? level : `${level} (not decided)`
}

const SHOWN_NAMES = 3

/** Configs with the same item: `chat`, `legal` and 12 more. */
function nameCodes(names: readonly string[]): string {
  const beyond = names.length - SHOWN_NAMES
  const shown = names.slice(0, SHOWN_NAMES).map(nameCode)
  return joinNames(beyond > 0 ? [...shown, `${beyond} more`] : shown, 'and')
}

/** Items, each of a destination with what it gets from which configs, or from all callers. */
function newDestinations({ gateway }: ProjectDiff, configs: readonly ConfigDiff[]): readonly string[] {
  const flows = [
    ...flowsByWay(gateway.newFlows).map(flow => ({ ...flow, id: undefined })),
    ...configs.flatMap(config => {
      if (config.kind === 'removed') return []
      const { id } = config
      const { newFlows } = config.kind === 'compared' ? config.diff : { newFlows: config.flows }
      return flowsByWay(newFlows).map(flow => ({ ...flow, id }))
    }),
  ]
  const alike = Map.groupBy(flows, ({ way, carried, id }) => `${id === undefined} ${way} ${carried}`)
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const ids = [first, ...others].flatMap(({ id }) => id ?? [])
    const from = ids.length === 0 ? 'all callers' : nameCodes(ids)
    const [way, carried] = [first.way, first.carried].map(text =>
      escapeMarkdown(truncateLine(text, MAX_PART)),
    )
    return [`${way} gets ${carried}, from ${from}`]
  })
}

/** Items: the request, and the first thing that differs for it. Requests that are alike but for their configs are one. */
function smallestRequests(configs: readonly ConfigDiff[], prefix: string): readonly string[] {
  const changes = configs.flatMap(config =>
    config.kind === 'compared'
      ? config.diff.traffic.map(change => ({ id: config.id, change, level: change.level }))
      : [],
  )
  const effectOf = (change: TrafficChange): string => {
    const [what = '', before = '', after = ''] = trafficRows(change)[0] ?? []
    return before === '' ? `${what}: ${after}` : `${what}: ${before} → ${after}`
  }
  const alike = Map.groupBy(gravestFirst(changes), ({ change }) =>
    canonicalJson([effectOf(change), change.example] as unknown as Json),
  )
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { id, change } = first
    const request =
      change.example.kind === 'found'
        ? formatExample(id, exampleOf(change.example.request), {}, prefix)
        : `${prefix}config: ${id}, no example is known`
    const also = others.length === 0 ? '' : ` (and ${pluralize(others.length, 'other config')})`
    const effect = escapeMarkdown(truncateLine(effectOf(change), MAX_PART))
    return [`${markdownCode(truncateLine(request, MAX_REQUEST))}${also} ${effect}`]
  })
}

export function details(sections: readonly ReportSection[]): readonly string[] {
  if (sections.length === 0) return []
  const texts: string[] = []
  let free = MAX_DETAILS
  for (const text of sections.map(sectionMarkdown)) {
    free -= text.length
    if (free > 0) texts.push(text)
  }
  const missing = sections.length - texts.length
  return [
    '<details><summary>Details</summary>',
    '',
    ...texts.flatMap(text => [text, '']),
    ...(missing === 0 ? [] : [`${missing} more are too long for a comment: run portolan diff.`, '']),
    '</details>',
  ]
}
