// What goes where, as a section: the secrets and the data, each with the origins that it may reach and what sends it there.

import type { FlowRule } from '../../../schemas/generated/types.ts'
import { joinNames, pluralize } from '../../../schemas/values/format-names.ts'
import type { Carried, Opening } from '../../analyse/flows/flow.ts'
import type { MergedFlow } from '../../analyse/flows/plan-flows.ts'
import type { RuleVerdict } from '../../analyse/flows/rule-verdicts.ts'
import { formatTarget } from '../../report/format-outcomes.ts'
import type { ReportSection, ReportTable } from '../../report/section.ts'
import {
  formatAllowed,
  formatCarried,
  formatDestination,
  formatOpening,
  formatSender,
  formatWay,
  formatWhen,
} from '../../validate/flows/format-flow.ts'

export interface ShownFlows {
  readonly rules: readonly FlowRule[]
  /** Of each rule. */
  readonly verdicts: readonly RuleVerdict[]
  readonly flows: readonly MergedFlow[]
  readonly isOpen: boolean
  readonly isCutOff: boolean
}

export function flowsSection(
  { rules, verdicts, flows, isOpen, isCutOff }: ShownFlows,
  prefix: string,
): ReportSection {
  const table = (caption: string, what: string, kind: Carried['kind']): readonly ReportTable[] => {
    const rows = rowsOf(
      flows.filter(({ carried }) => carried.kind === kind),
      prefix,
    )
    return rows.length === 0 ? [] : [{ caption, header: [what, 'may reach', 'sent by'], rows }]
  }
  return {
    title: 'Flows',
    sentences: [],
    tables: [
      ...rulesTable(rules, verdicts),
      ...table('secrets', 'secret', 'secret'),
      ...table('data', 'data', 'data'),
    ],
    notes: [
      ...(isCutOff ? ['Truncated: the config has more paths to its targets than are analysed.'] : []),
      ...(!isOpen
        ? []
        : [
            'Beside this config callers may name providers, hosts or configs of their own, as far as their keys allow: --format json lists these flows as "open".',
          ]),
      'Messages are the bodies of requests and replies; a secret reaches a host if it, or a token or signature made of it, is sent there. Metadata are chosen by the caller.',
      ...(flows.some(({ hop }) => hop !== undefined)
        ? ['A proxy sees the hosts that are called, and what is sent over plain http.']
        : []),
      'Not included: the hosts of images that messages link to, which only receive the link.',
    ],
  }
}

/** The rules of the manifest, each with what it was proved over. */
function rulesTable(rules: readonly FlowRule[], verdicts: readonly RuleVerdict[]): readonly ReportTable[] {
  const rows = rules.flatMap((rule, index) => {
    const found = verdicts[index]
    if (found === undefined) return []
    const { verdict, flow, over } = found
    const because =
      flow === undefined ? '' : `: ${formatCarried(flow.carried)} to ${formatDestination(flow.to)}`
    const parts = [
      pluralize(over.paths, 'path'),
      pluralize(over.callers, 'caller'),
      ...(over.services === 0 ? [] : [`${pluralize(over.services, 'flow')} of the gateway`]),
    ]
    return [
      [
        `${subjectOf(rule)}${formatWhen(rule)} ${formatAllowed(rule)}`,
        verdict + because,
        joinNames(parts, 'and'),
      ],
    ]
  })
  const proved = (row: readonly string[] | undefined): number => Number(row?.[1] === 'holds')
  const sorted = rows.toSorted((one, other) => proved(one) - proved(other))
  return rows.length === 0
    ? []
    : [{ caption: 'rules', header: ['rule', 'verdict', 'proved over'], rows: sorted }]
}

const subjectOf = ({ data, secrets }: FlowRule): string =>
  data === undefined && secrets === undefined
    ? 'everything'
    : joinNames([...(data ?? []), ...(secrets ?? [])], 'and')

const MAX_SENDERS = 4

/** One row for each pair, with all that sends it. */
function rowsOf(flows: readonly MergedFlow[], prefix: string): readonly (readonly string[])[] {
  const groups = Map.groupBy(flows, flow => JSON.stringify([formatCarried(flow.carried), formatWay(flow)]))
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (first === undefined) return []
    // Flows that need nothing of the caller are more important than those that do.
    const usual = group.filter(({ opening }) => opening === undefined)
    const senders = (usual.length > 0 ? usual : group).flatMap(flow => sendersOf(flow, prefix))
    const distinct = [...new Set(senders)]
    const hidden = distinct.length - MAX_SENDERS
    const text = distinct.slice(0, MAX_SENDERS).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '')
    return [[formatCarried(first.carried), formatWay(first), text]]
  })
}

function sendersOf(flow: MergedFlow, prefix: string): readonly string[] {
  const sender = formatSender(flow)
  const { opening, pointers } = flow
  const when = opening === undefined ? '' : ` if the caller sends ${namesOf(opening, prefix)}`
  return sender === undefined
    ? pointers.map(pointer => formatTarget(pointer) + when)
    : [`${sender} at ${formatTarget(pointers[0] ?? '')}${when}`]
}

/** The values of an example say nothing here. */
const namesOf = (opening: Opening, prefix: string): string =>
  formatOpening(opening, prefix)
    .map(text => text.replace(/:.*$/s, ''))
    .join(' and ')
