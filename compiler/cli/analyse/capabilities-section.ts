// What fallbacks lose as a section: a table per pair of targets, or one for pairs that lose the same.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import type {
  Capabilities,
  CapabilityLoss,
  CapabilityPair,
  UnknownReason,
} from '../../analyse/capabilities.ts'
import { formatTarget } from '../../report/format-outcomes.ts'
import type { ReportSection, ReportTable } from '../../report/section.ts'

/** Pairs in one caption. */
const MAX_NAMED = 6

export function capabilitiesSection({ pairs, isCutOff }: Capabilities): ReportSection {
  const tables = [...Map.groupBy(pairs, lossesKey).values()].flatMap(tableOf)
  const lossless = pairs.filter(pair => rowsOf(pair).length === 0 && pair.unknown.length === 0)
  return {
    title: 'Capabilities',
    sentences: [
      pairs.length === 0
        ? 'No target follows another one after a failure.'
        : tables.length === 0
          ? 'No feature of a chat is known that a target supports and the next one after a failure does not.'
          : 'Features of a chat that a target supports and the next one after a failure does not:',
    ],
    tables,
    notes: [
      ...(lossless.length === 0 ? [] : [`Nothing is lost ${nameList(lossless.map(formatPair))}.`]),
      ...new Set(pairs.flatMap(({ unknown }) => unknown.map(formatUnknown))),
      ...(pairs.length === 0
        ? []
        : [
            'Images: only whether they are sent is compared, since it is unknown which models read them. Endpoints other than chats are not compared.',
          ]),
      ...(isCutOff ? [`Only the first ${pairs.length} pairs were compared.`] : []),
    ],
  }
}

const lossesKey = ({ losses, smallerWindow }: CapabilityPair): string =>
  canonicalJson([losses, smallerWindow ?? null])

function formatPair({ from, to, members = {} }: Pick<CapabilityPair, 'from' | 'to' | 'members'>): string {
  const name = (target: string, member: string | undefined): string =>
    member === undefined ? formatTarget(target) : `member ${member} of ${formatTarget(target)}`
  return from === to
    ? `from member ${members.from} to member ${members.to} of ${formatTarget(from)}`
    : `from ${name(from, members.from)} to ${name(to, members.to)}`
}

function nameList(names: readonly string[]): string {
  const hidden = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '')
}

function tableOf(group: readonly CapabilityPair[]): readonly ReportTable[] {
  const [pair] = group
  const rows = pair === undefined ? [] : rowsOf(pair)
  return rows.length === 0
    ? []
    : [
        {
          caption: nameList(group.map(formatPair)),
          header: ['a chat with', 'there'],
          rows,
        },
      ]
}

/** One row for the values of a feature that have the same consequence. */
export function lossRows(losses: readonly CapabilityLoss[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(losses, loss => canonicalJson([loss.feature, formatLoss(loss)]))
  return [...groups.values()].flatMap(group => {
    const [loss] = group
    if (loss === undefined) return []
    const values = group.flatMap(({ value }) => value ?? [])
    return [[formatFeature(loss.feature, values), formatLoss(loss)]]
  })
}

function rowsOf({ losses, smallerWindow }: CapabilityPair): readonly (readonly string[])[] {
  return [
    ...lossRows(losses),
    ...(smallerWindow === undefined
      ? []
      : [
          [
            `more than ${formatTokens(smallerWindow.to)} tokens`,
            `exceeds the context window (${formatTokens(smallerWindow.from)} before)`,
          ],
        ]),
  ]
}

export const formatTokens = (count: number): string => count.toLocaleString('en-US')

function formatFeature(feature: string, values: readonly string[]): string {
  if (feature === 'override') return 'the overrides of the config'
  if (feature === 'parameter') return values.join(', ')
  return [feature, ...(values.length === 0 ? [] : [joinNames(values, 'or')])].join(' ')
}

function formatLoss({ feature, kind, parameters, becomes, because }: CapabilityLoss): string {
  if (kind === 'refused') return `is refused: ${because ?? ''}`
  if (kind === 'changed')
    return becomes === undefined ? `${parameters.join(', ')} changed` : `becomes ${becomes}`
  return feature === 'parameter' || parameters.length === 0 ? 'left out' : `${parameters.join(', ')} left out`
}

function formatUnknown(reason: UnknownReason): string {
  const at = formatTarget(reason.pointer)
  switch (reason.kind) {
    case 'provider-of-request':
      return `The capabilities of ${at} are unknown, because the request names its provider.`
    case 'external-provider':
      return `The capabilities of ${at} are unknown, because its provider is in the store.`
    case 'model-of-request':
      return `The capabilities of ${at} are unknown, because the request names its model.`
    case 'unknown-provider':
      return `The capabilities of ${at} are unknown, because its provider is not in the catalog.`
    case 'no-chats':
      return `${at} is not compared, because it serves no chats.`
    case 'no-family':
      return `The limits of the model of ${at} are unknown, because "${reason.model}" belongs to no family: only omissions of ${reason.provider} itself are shown.`
    case 'adapted':
      return `The limits of the model of ${at} are unknown, because ${reason.provider} fits requests to its models itself.`
    case 'no-window':
      return `The context window of ${at} is unknown, because "${reason.model}" of ${reason.provider} is not in the list of models.`
    case 'images':
      return `It is unknown whether ${at} accepts images: ${reason.provider} does not list them.`
    case 'signatures':
      return `It is unknown whether ${at} reads signatures of ${reason.signer} that another model made; they are sent to "${reason.model}".`
  }
}
