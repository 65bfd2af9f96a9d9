// An effort that the config sets for targets of one fallback is one that the model of each has: otherwise the request is
// served with another effort after a failure. Efforts without any effect are reported by override-is-lost.
import { pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { poolOfCall } from '../../analyse/call-provider.ts'
import { analyseOverrides, type CapabilityLoss } from '../../analyse/capabilities.ts'
import { analyseFailures } from '../../analyse/failure-table.ts'
import type { ParsedSource } from '../../source.ts'
import { OVERRIDES } from '../nodes/overrides.ts'
import type { PlanRule } from '../nodes/rule-context.ts'

/** The parameters that say how much a model thinks. */
const EFFORTS = ['reasoning_effort', 'thinking']

export const nextTargetHasTheEffort: PlanRule = ({ plan, gateway, catalog, parsed }, report) => {
  // If it is rejected, override-is-rejected reports it.
  if (gateway.unsupported === 'reject') return
  const { nodes } = plan
  const forced = nodes.filter(node => node.kind === 'call' && EFFORTS.some(name => name in node.overrides))
  const isPooled = forced.some(node => node.kind === 'call' && poolOfCall(node, gateway) !== undefined)
  if (forced.length === 0 || !(isPooled || nodes.some(({ kind }) => kind === 'fallback'))) return
  const { pairs, isCutOff } = analyseOverrides(plan, analyseFailures(plan), gateway, catalog)
  if (isCutOff)
    report(
      'effort-not-decided',
      '',
      `It is undecided for some targets whether fallbacks preserve the efforts that the config sets: the first ${pluralize(pairs.length, 'pair')} of targets that follow each other were compared, and there are more.`,
    )
  for (const { from, to, members, models, losses } of pairs)
    for (const loss of losses) {
      if (loss.feature !== 'override' || loss.kind !== 'changed') continue
      for (const name of EFFORTS.filter(each => loss.parameters.some(named => rootOf(named) === each))) {
        const first = overrideAt(parsed, from, name)
        const second = overrideAt(parsed, to, name)
        if (first === undefined || second === undefined) continue
        report(
          'fallback-loses-effort',
          second,
          `${from === to ? `The member ${quoteName(String(members?.to))} of the pool` : 'After a failure the next target'} ${formatChange(name, loss)}: "${models?.to}" does not have this effort.`,
          first === second
            ? {}
            : { notes: [{ at: first, message: 'the preceding target has the effort that is set here' }] },
        )
      }
    }
}

/** `thinking` for `thinking.budget_tokens`. */
const rootOf = (name: string): string => name.replace(/\..*$/, '')

const formatChange = (name: string, { becomes, parameters }: CapabilityLoss): string =>
  name === 'reasoning_effort' && becomes !== undefined
    ? `gets "${becomes}" instead`
    : `does not get ${parameters.filter(each => rootOf(each) === name).join(', ')} as it is set`

/** The override in effect at a target: its own, or that of the nearest node above it. */
function overrideAt({ origins }: ParsedSource, target: Pointer, name: string): Pointer | undefined {
  let at = target
  while (true) {
    const override = childPointer(childPointer(at, OVERRIDES), name)
    if (origins.has(override)) return override
    if (at === '') return undefined
    at = at.slice(0, at.lastIndexOf('/'))
  }
}
