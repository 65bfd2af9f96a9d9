// A recorded request on its way through a plan: targets that the record has an outcome of end as they did, and the way ends at the first
// target that it has none of, since its reply is unknown.
import type { CallNode } from '../../../schemas/generated/types.ts'
import { hasStatus } from '../../plan/status-set.ts'
import type { Tree } from './behaviour.ts'
import { type NormalForms, REPLY } from './normal-form.ts'

/** The last status of each target that was called, by its key. */
export type RecordedOutcomes = ReadonlyMap<string, number>

/** An end of the way, with its probability. */
export interface WalkEnd {
  readonly probability: number
  /** The target that replies, or that has no recorded outcome; absent for several behind one circuit breaker, cache or guard. */
  readonly target: CallNode | undefined
  /** The recorded status of the reply; absent if the target was not called. */
  readonly status: number | undefined
  /** The key of the target that the way began with. */
  readonly first: string
}

export type RecordedWalk = readonly WalkEnd[]

/** The slug of a target's stored provider, which a comparison has written out; undefined for one without. */
export function slugOfTarget({ binding }: Pick<CallNode, 'binding'>): string | undefined {
  if (binding.from === 'request') return undefined
  const slug = binding.from === 'slug' ? binding.slug : binding.settings['slug']
  return typeof slug === 'string' && slug !== '' ? slug : undefined
}

/** The stored provider or the one of the catalog, with the model that the config sends: the same target in two plans. */
export function keyOfTarget(call: CallNode): string {
  const { binding, overrides } = call
  const { model } = overrides
  const slug = slugOfTarget(call)
  const provider = binding.from === 'request' || binding.from === 'slug' ? '' : binding.provider
  return `${slug === undefined ? provider : `@${slug}`} ${typeof model === 'string' ? model : ''}`
}

export function walkRecorded(form: number, forms: NormalForms, outcomes: RecordedOutcomes): RecordedWalk {
  const ends: WalkEnd[] = []
  const walk = (at: number, share: number, last?: CallNode, status?: number, begun?: string): void => {
    for (const [step, part] of forms.lotteryAt(at)) {
      const probability = share * part
      if (step === REPLY) {
        ends.push({ probability, target: last, status, first: begun ?? '' })
        continue
      }
      const { leaf, next } = forms.stepAt(step)
      const target = onlyCall(leaf)
      const key = target === undefined ? '' : keyOfTarget(target)
      const first = begun ?? key
      const recorded = outcomes.get(key)
      const index =
        recorded === undefined
          ? -1
          : forms.replies.findIndex(
              ({ statuses, error }) => error === undefined && hasStatus(statuses, recorded),
            )
      const after = next[index]
      if (after === undefined) ends.push({ probability, target, status: undefined, first })
      else walk(after, probability, target, recorded, first)
    }
  }
  walk(form, 1)
  return ends
}

/**
 * The way of a request that began at a target in the log: it stays there as far as the candidate does not take traffic away from it.
 * `before` and `after`: the first targets of both versions.
 */
export function fromRecordedDraw(
  ways: RecordedWalk,
  recorded: string,
  before: RecordedWalk,
  after: RecordedWalk,
): RecordedWalk {
  const shareOf = (walk: RecordedWalk): number =>
    walk.reduce((sum, { first, probability }) => sum + (first === recorded ? probability : 0), 0)
  const [was, is] = [shareOf(before), shareOf(after)]
  const stays = was === 0 ? is : Math.min(1, is / was)
  return ways.map(end => ({
    ...end,
    probability:
      end.first === recorded
        ? (end.probability / is) * stays
        : end.probability * (is >= 1 ? 0 : (1 - stays) / (1 - is)),
  }))
}

function onlyCall(tree: Tree): CallNode | undefined {
  if (tree.kind === 'call') return tree.node
  const [child, ...others] = tree.children
  return child === undefined || others.length > 0 ? undefined : onlyCall(child)
}
