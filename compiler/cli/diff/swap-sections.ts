// What a replaced model changes, as sections of one screen: the replacements with the most places in full, the others in a line each.
import type { Thinking } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { OTHER_UNITS, type PriceTable, type Rates, TOKEN_UNITS } from '../../../schemas/values/price-table.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import type { CapabilityLoss } from '../../analyse/capabilities.ts'
import type { ModelSwap, SwapComparison, SwappedModel, SwapUse } from '../../analyse/diff/model-swap.ts'
import type { ProjectDiff } from '../../analyse/diff/project-diff.ts'
import { configSection, gatewaySection, levelOf } from '../../report/diff-sections.ts'
import type { ReportSection, ReportTable } from '../../report/section.ts'
import { formatTokens, lossRows } from '../analyse/capabilities-section.ts'
import { endText } from '../models/format-models.ts'
import { type SwapFindings, type SwapReport, sourcePlace } from './replace-models.ts'
import { lineOf } from './side-tests.ts'
import { costSection } from './swap-cost-section.ts'
import { limited, limitedRows, type SwapExtent, sentencesOnly } from './swap-extent.ts'
import { nameUse } from './swap-traffic.ts'

export interface SwapPresentation {
  /** As 2026-11-29. */
  readonly day: string
  readonly prefix: string
  readonly extent: SwapExtent
}

/** `gpt-5 → gpt-6.1-sol: 2 places`. */
export const swapTitle = ({ replacements, replaced }: SwapReport): string =>
  `${joinNames(
    replacements.map(({ from, to }) => `${from} → ${to}`),
    'and',
  )}: ${pluralize(replaced.length, 'place')}`

export function swapSections(
  report: SwapReport,
  diff: ProjectDiff,
  { day, prefix, extent }: SwapPresentation,
): readonly ReportSection[] {
  const shown = report.swaps.slice(0, extent.swaps)
  const others = report.swaps.slice(extent.swaps)
  const places = report.replaced.filter(
    ({ by }) => !report.swaps.some(({ uses }) => uses.some(use => nameUse(use) === by)),
  )
  const written = new Map(report.replaced.map(({ by, location }) => [by, sourcePlace(location)]))
  return [
    ...shown.map(swap => swapSection(swap, written, day, extent)),
    ...(others.length === 0 ? [] : [otherSwaps(others, extent)]),
    ...(places.length === 0
      ? []
      : [
          sentencesOnly(
            'Replaced, and not compared',
            limited(
              places.map(({ by, location, becomes }) => `${sourcePlace(location)} in ${by}: ${becomes}.`),
              extent,
            ),
          ),
        ]),
    costSection(report, extent),
    ...testsSections(report, extent),
    besidesSection(report, diff, prefix, extent),
  ]
}

const MAX_USES = 4

/** Where a use is written, by its name. */
type Places = ReadonlyMap<string, string>

const formatUses = (uses: readonly SwapUse[], places: Places = new Map()): string => {
  const names = uses.map(nameUse).map(name => {
    const place = places.get(name)
    return place === undefined ? name : `${name} (${place})`
  })
  const beyond = names.length - MAX_USES
  return joinNames(beyond > 0 ? [...names.slice(0, MAX_USES), `${beyond} more`] : names, 'and')
}

const formatSwap = ({ from, to }: ModelSwap): string =>
  from.at === to.at
    ? `${from.at}: ${from.model} → ${to.model}`
    : `${from.at} ${from.model} → ${to.at} ${to.model}`

function swapSection(swap: SwapFindings, places: Places, day: string, extent: SwapExtent): ReportSection {
  const { from, to, after, compared } = swap
  const lost = whereRows(swap, lostIn)
  const isKnown = (model: SwappedModel): boolean => !swap.unknown.some(each => each.model === model)
  const gained = isKnown(to) ? gainedIn(compared) : []
  const isSomewhere = lost.some(([, , where]) => where !== '')
  return {
    title: formatSwap(swap),
    sentences: [
      `Named by ${formatUses(swap.uses, places)}.`,
      ...(after.warning === undefined ? [] : [after.warning]),
      ...(swap.uses.some(({ kind }) => kind === 'semantic cache')
        ? ['The semantic cache begins empty: it never compares vectors of different models.']
        : []),
      ...(isUnknown(swap)
        ? [
            `Nothing is known of ${quoteName(to.model)} at ${to.at}: neither its price, its windows nor its life.${didYouMean(swap.near)}`,
          ]
        : []),
      ...(lost.length === 0 && isKnown(from) && isKnown(to)
        ? ['No feature of a chat is known that the old model supports and the new one does not.']
        : []),
    ],
    tables: [
      { header: ['', 'before', 'after'], rows: factRows(swap, day) },
      ...(lost.length === 0
        ? []
        : [
            {
              caption: isKnown(from)
                ? `Supported by ${from.model} and not by ${to.model}`
                : `Not supported by ${to.model}`,
              header: ['a chat with', `with ${to.model}`, ...(isSomewhere ? ['of'] : [])],
              rows: limitedRows(isSomewhere ? lost : lost.map(row => row.slice(0, 2)), extent),
            },
          ]),
    ],
    notes: [
      ...(gained.length === 0
        ? []
        : [
            `New with it: ${joinNames(gained.slice(0, extent.rows), 'and')}${gained.length > extent.rows ? ' and more' : ''}.`,
          ]),
      ...swap.unknown.map(formatUnknown),
    ],
  }
}

/** Each feature once, whichever places gain it. */
function gainedIn(compared: ModelSwap['compared']): readonly string[] {
  const gains = compared.flatMap(each => each.gains)
  const distinct = new Map(gains.map(gain => [JSON.stringify([gain.feature, gain.value]), gain]))
  return lossRows([...distinct.values()]).map(([feature = '']) => feature)
}

type LossRow = readonly [what: string, there: string]

/** What the project sets itself goes first. */
const lostIn = ({ losses, beyond }: SwapComparison): readonly LossRow[] => [
  ...beyond.map(
    ({ name, value, maximum }): LossRow => [
      `${name} ${formatTokens(value)}${AS_SET}`,
      `accepts at most ${formatTokens(maximum)}`,
    ],
  ),
  ...losses.filter(isOverride).map(setRow),
  ...lossRows(losses.filter(each => !isOverride(each))).map(
    ([what = '', there = '']): LossRow => [what, there],
  ),
]

const AS_SET = ', as it is set'

const isOverride = ({ feature }: CapabilityLoss): boolean => feature === 'override'

const setRow = ({ kind, parameters, becomes, because }: CapabilityLoss): LossRow =>
  kind === 'refused'
    ? ['what is set', `is refused: ${because ?? ''}`]
    : [
        `${parameters.join(', ')}${AS_SET}`,
        kind === 'left-out' ? 'left out' : becomes === undefined ? 'changed' : `becomes ${becomes}`,
      ]

/** Rows with the uses that they are of, where that is not all of them. */
function whereRows(
  { compared, uses }: ModelSwap,
  rowsOf: (comparison: SwapComparison) => readonly LossRow[],
): readonly (readonly [...LossRow, where: string])[] {
  const rows = compared.flatMap(comparison => rowsOf(comparison).map(row => ({ row, uses: comparison.uses })))
  return [...Map.groupBy(rows, ({ row }) => row.join('\n')).values()].flatMap(group => {
    const [first] = group
    const found = group.flatMap(each => each.uses)
    const where = found.length === uses.length ? '' : formatUses(found)
    return first === undefined ? [] : [[...first.row, where] as const]
  })
}

const isUnknown = ({ to, unknown, after: { price, context, output, life } }: SwapFindings): boolean =>
  [price, context, output, life].every(fact => fact === undefined) &&
  !unknown.some(({ model, because }) => model === to && because === 'no-provider')

function formatUnknown({ model: { model, at }, because }: ModelSwap['unknown'][number]): string {
  const name = quoteName(model)
  switch (because) {
    case 'none':
      return `The limits of ${name} are not known, because it belongs to no family: only omissions of ${at} itself are compared.`
    case 'adapted':
      return `The limits of ${name} are not known, because ${at} fits requests to its models itself.`
    case 'no-provider':
      return `Nothing is known of ${name}, because ${at.startsWith('@') ? `the store has the provider ${at}` : 'the request or a config names its provider'}.`
    case 'no-chats':
      return `Chats are not compared: ${at} serves none with ${name}.`
  }
}

/** Prices, windows and life always, and the other facts where they differ. */
function factRows({ from, to, before, after }: SwapFindings, day: string): ReportTable['rows'] {
  const tokens = (count: number | undefined, prefix = ''): string =>
    count === undefined ? UNKNOWN : `${prefix}${formatTokens(count)}`
  const [was, is] = [formatThinking(before.thinking), formatThinking(after.thinking)]
  return [
    ['model', from.model, to.model],
    ['$ per million tokens', formatRates(before.price), formatRates(after.price)],
    ...otherRates(before.price, after.price),
    ['context window', tokens(before.context), tokens(after.context)],
    ['longest reply', tokens(before.output), tokens(after.output)],
    ...(was === is ? [] : [['thinking', was, is]]),
    ['ends', lifeText(before, day), lifeText(after, day)],
  ]
}

const UNKNOWN = 'not known'

const lifeText = ({ life }: SwapFindings['before'], day: string): string => {
  const text = endText(life, day)
  return text === '-' ? 'no end announced' : text === 'unknown' ? UNKNOWN : text
}

const MAIN = ['input', 'cached', 'output'] as const

const formatRates = (rates: Rates | undefined): string =>
  rates === undefined
    ? UNKNOWN
    : MAIN.flatMap(unit => {
        const rate = rates[unit]
        return rate === undefined ? [] : [`${unit} ${rate}`]
      }).join(', ') || UNKNOWN

/** Units that differ, and prices of long requests. */
function otherRates(before: PriceTable | undefined, after: PriceTable | undefined): ReportTable['rows'] {
  if (before === undefined || after === undefined) return []
  const above = ({ above: tables = [] }: PriceTable): string =>
    tables.map(({ tokens, ...rates }) => `above ${formatTokens(tokens)}: ${formatRates(rates)}`).join('; ')
  const [was, is] = [above(before), above(after)]
  return [
    ...[...TOKEN_UNITS, ...OTHER_UNITS]
      .filter(unit => !MAIN.some(each => each === unit) && before[unit] !== after[unit])
      .map(unit => [
        `$ ${unit.replaceAll('_', ' ')}`,
        String(before[unit] ?? NOT_PRICED),
        String(after[unit] ?? NOT_PRICED),
      ]),
    ...(was === is ? [] : [['$ of long requests', was || SAME, is || SAME]]),
  ]
}

const NOT_PRICED = 'not listed'
const SAME = 'the same'

const FORMS: { readonly [form in Thinking['form']]: string } = {
  none: 'none',
  budget: 'by a budget of tokens',
  adaptive: 'adaptive, by an effort',
  effort: 'by an effort',
  switch: 'on or off',
}

function formatThinking(thinking: Thinking | undefined): string {
  if (thinking === undefined) return UNKNOWN
  const { form, byDefault, off } = thinking
  if (form === 'none') return FORMS.none
  return `${FORMS[form]}${byDefault === false ? ', if requested' : ''}${off === 'lowest' ? ', never off' : ''}`
}

const otherSwaps = (swaps: readonly SwapFindings[], extent: SwapExtent): ReportSection => ({
  title: `${pluralize(swaps.length, 'other replacement')}`,
  sentences: [],
  tables: [
    {
      header: ['', 'named by', '$ per million tokens', 'context window', 'losses'],
      rows: limitedRows(
        swaps.map(swap => [
          formatSwap(swap),
          formatUses(swap.uses),
          `${formatRates(swap.before.price)} → ${formatRates(swap.after.price)}`,
          [swap.before.context, swap.after.context]
            .map(count => (count === undefined ? UNKNOWN : formatTokens(count)))
            .join(' → '),
          String(whereRows(swap, lostIn).length),
        ]),
        extent,
      ),
    },
  ],
  notes: [],
})

function testsSections({ tests }: SwapReport, extent: SwapExtent): readonly ReportSection[] {
  if (tests === undefined) return []
  const { count, changed, unread, isBlocked } = tests
  if (isBlocked) return [sentencesOnly('Config tests: they cannot be run', [])]
  if (count === 0 && unread.length === 0) return []
  const number = changed.length === 0 ? 'none' : changed.length
  return [
    sentencesOnly(
      `Config tests: ${number} of ${count} ${changed.length > 1 ? 'change' : 'changes'}`,
      limited(
        [
          ...changed.map(({ name, now, line }) => (now === 'fails' ? `fails: ${line}` : `passes: ${name}`)),
          ...unread.map(line => `not run: ${line}`),
        ],
        extent,
      ),
    ),
  ]
}

/** What differs beyond the models: envelopes, flows, and what the compiler finds in the second version only. */
function besidesSection(
  { findings, mentioned }: SwapReport,
  diff: ProjectDiff,
  prefix: string,
  { rows, where }: SwapExtent,
): ReportSection {
  const differing = diff.configs.filter(config => levelOf(config) !== undefined)
  const equal = diff.configs.length - differing.length
  const texts = [
    ...gatewaySection(diff).flatMap(({ sentences }) => sentences),
    ...differing.flatMap(config => {
      const { sentences, notes } = configSection(config, prefix)
      return [...sentences, ...notes].map(sentence => `${config.id}: ${sentence}`)
    }),
  ]
  const isElsewhere = [diff.gateway.newFlows, ...diff.configs.map(newFlowsOf)].some(
    ({ length }) => length > 0,
  )
  const half = { rows: Math.floor(rows / 2), where }
  return sentencesOnly('Routes and flows', [
    `${pluralize(differing.length, 'config')} ${differing.length === 1 ? 'differs' : 'differ'}${equal === 0 ? '' : `; ${pluralize(equal, 'config')} ${equal === 1 ? 'is' : 'are'} proved to handle every request as before`}.`,
    ...(isElsewhere ? [] : ['No data goes to a host that did not get it before.']),
    ...(mentioned.length === 0
      ? []
      : [
          `Not replaced, since callers may send it: the name at ${joinNames(
            limited(
              mentioned.map(({ location }) => sourcePlace(location)),
              { rows: 3, where: '' },
            ).map(text => text.replace(/^And (\d+ more)\.$/, '$1')),
            'and',
          )}.`,
        ]),
    ...limited(texts, half),
    ...limited(
      findings.map(each => `${each.severity}: ${lineOf([each])}`),
      half,
    ),
  ])
}

const newFlowsOf = (config: ProjectDiff['configs'][number]): readonly unknown[] =>
  config.kind === 'compared' ? config.diff.newFlows : config.kind === 'added' ? config.flows : []
