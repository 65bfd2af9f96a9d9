// What a tree without choices does, whatever its structure: which target is called next with which probability after every sequence of
// replies, as a number. Two trees have one number exactly if no sequence of replies distinguishes them, so a flattened load balancer, another
// order of weights, a fallback within a fallback or around one target are not differences. Circuit breakers pass on what an open circuit
// would have got to its siblings, so load balancers and fallbacks above them are compared by their structure.
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { formatTrigger, isTriggeredBy, type Trigger } from '../../plan/trigger.ts'
import { type ReplyClass, replyClasses } from '../status-classes.ts'
import { type Tree, treesIn } from './behaviour.ts'

/** A target, with what is around it: its cache and guards, or circuit breakers with what shares their traffic. */
export type Leaf = Tree

/** What follows: the reply goes to the client, or a target is called. Numbers of steps by their probability. */
export type Lottery = readonly (readonly [step: number, probability: number])[]

/** The client gets the reply. */
export const REPLY = -1

export interface CallStep {
  readonly leaf: Leaf
  /** Equal for equal targets. */
  readonly leafId: number
  /** The number of the lottery after a reply of each class. */
  readonly next: readonly number[]
}

export interface NormalForms {
  /** The number of the lottery of the first call; undefined for a tree with too many sequences of replies. */
  readonly formOf: (tree: Tree) => number | undefined
  readonly lotteryAt: (form: number) => Lottery
  readonly stepAt: (step: number) => CallStep
  /** The classes by which the forms distinguish replies. */
  readonly replies: readonly ReplyClass[]
}

/** Calls with what follows them, of all trees of a comparison. */
export const MAX_CALL_STEPS = 50_000

/** Probabilities are added up in different orders. */
const DIGITS = 10

/** `lists`: what triggers the fallbacks in the trees. */
export function createNormalForms(lists: readonly Trigger[], limit = MAX_CALL_STEPS): NormalForms {
  const replies = distinctReplies(lists)
  const triggersOf = (trigger: Trigger): readonly boolean[] =>
    replies.map(({ statuses, error }) => isTriggeredBy(trigger, statuses[0]?.[0] ?? 0, error))
  const lotteries: Lottery[] = []
  const steps: CallStep[] = []
  const numbers = new Map<string, number>()
  /** From then on nothing is computed, and nothing has a form. */
  let isCutOff = false
  const numberOf = (text: string, add: () => number): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    const added = add()
    numbers.set(text, added)
    return added
  }
  const lotteryAt = (form: number): Lottery => lotteries[form] ?? []
  const stepAt = (step: number): CallStep => {
    const found = steps[step]
    if (found === undefined) throw new Error('A lottery names a step before it is known.')
    return found
  }
  const addStep = (leaf: Leaf, leafId: number, next: readonly number[]): number =>
    numberOf(`step ${leafId} ${next.join()}`, () => {
      isCutOff ||= steps.length >= limit
      return isCutOff ? 0 : steps.push({ leaf, leafId, next }) - 1
    })
  /** Calls of one target are one step: what they differ in shows only after the reply. */
  const addLottery = (entries: Lottery): number => {
    const byLeaf = Map.groupBy(entries, ([step]) => (step === REPLY ? REPLY : stepAt(step).leafId))
    const merged = [...byLeaf.values()].map((group): Lottery[number] => {
      const probability = group.reduce((sum, [, each]) => sum + each, 0)
      const [[first] = [REPLY]] = group
      if (group.every(([step]) => step === first)) return [first, probability]
      const { leaf, leafId, next } = stepAt(first)
      const after = next.map((_, index) =>
        mixed(group.map(([step, each]) => [stepAt(step).next[index] ?? reply, each / probability])),
      )
      return [addStep(leaf, leafId, after), probability]
    })
    const sorted = merged.sort(([one], [other]) => one - other)
    const text = sorted.map(([step, each]) => `${step}:${each.toPrecision(DIGITS)}`).join()
    return numberOf(`lottery ${text}`, () => lotteries.push(sorted) - 1)
  }
  const reply = addLottery([[REPLY, 1]])
  const mixed = (parts: readonly (readonly [form: number, share: number])[]): number =>
    isCutOff
      ? reply
      : addLottery(
          parts.flatMap(([form, share]) =>
            lotteryAt(form).map(([step, each]) => [step, each * share] as const),
          ),
        )
  const call = (leaf: Leaf, text: string): number => {
    const leafId = numberOf(`leaf ${text}`, () => numbers.size)
    return addLottery([
      [
        addStep(
          leaf,
          leafId,
          replies.map(() => reply),
        ),
        1,
      ],
    ])
  }
  /** The first, and after its replies that trigger, the other. */
  const followed = (first: number, triggers: readonly boolean[], other: number): number => {
    const key = triggers.map(Number).join('')
    const after = (form: number, triggered: boolean): number =>
      numberOf(`after ${form} ${triggered} ${key} ${other}`, () =>
        mixed(
          lotteryAt(form).map(([step, share]) => [
            step === REPLY ? (triggered ? other : reply) : extended(step),
            share,
          ]),
        ),
      )
    const extended = (step: number): number => {
      const { leaf, leafId, next } = stepAt(step)
      const extendedNext = next.map((form, index) => after(form, triggers[index] === true))
      return addLottery([[addStep(leaf, leafId, extendedNext), 1]])
    }
    return after(first, false)
  }
  const known = new Map<number, number>()
  const form = (tree: Tree): number => {
    const earlier = known.get(tree.id)
    if (earlier !== undefined) return earlier
    const made = makeForm(tree)
    known.set(tree.id, made)
    return made
  }
  const makeForm = (tree: Tree): number => {
    if (tree.kind === 'choice') throw new Error('A class of requests has decided every choice.')
    if (tree.kind === 'call') return call(tree, `${tree.id}`)
    const { node, children } = tree
    if (node.kind === 'loadbalance') {
      const total = node.draw.weights.reduce((sum, weight) => sum + weight, 0)
      const parts = children.flatMap((child, index) => {
        const weight = node.draw.weights[index] ?? 0
        return weight > 0 ? [[form(child), weight / total] as const] : []
      })
      if (!hasBreakerIn(tree) && node.sticky === undefined) return mixed(parts)
      const sorted = parts.map(([each, share]) => `${each}:${share.toPrecision(DIGITS)}`).sort()
      const sessions =
        node.sticky === undefined
          ? ''
          : ` by ${canonicalJson({ ...node.sticky, fields: [...node.sticky.fields] })}`
      return call(tree, `shares ${sorted.join()}${sessions}`)
    }
    if (node.kind === 'fallback') {
      const triggers = triggersOf(node)
      if (hasBreakerIn(tree)) {
        const key = triggers.map(Number).join('')
        return call(tree, `follow ${key} ${listOf(tree, key).map(form).join()}`)
      }
      const [last, ...before] = children.map(form).reverse()
      return before.reduce((other, first) => followed(first, triggers, other), last ?? reply)
    }
    const settings = canonicalJson({ ...node, children: [] })
    return call(tree, `${settings} ${children.map(form).join()}`)
  }
  /** The targets of a fallback, with those of fallbacks in it that the same replies trigger. */
  const listOf = (tree: Tree, key: string): readonly Tree[] =>
    tree.children.flatMap(child =>
      child.kind === 'node' &&
      child.node.kind === 'fallback' &&
      (child.children.length === 1 || triggersOf(child.node).map(Number).join('') === key)
        ? listOf(child, key)
        : [child],
    )
  const formOf = (tree: Tree): number | undefined => {
    const found = isCutOff ? undefined : form(tree)
    return isCutOff ? undefined : found
  }
  return { formOf, lotteryAt, stepAt, replies }
}

/** The replies that the lists distinguish. An error of a kind is mostly treated like those of some status: such classes are one. */
function distinctReplies(lists: readonly Trigger[]): readonly ReplyClass[] {
  const distinct = [...new Map(lists.map(each => [formatTrigger(each), each])).values()]
  const classes = replyClasses(
    distinct.map(({ onStatus }) => onStatus),
    distinct.flatMap(({ onErrors }) => onErrors ?? []),
  )
  const bySignature = new Map<string, ReplyClass>()
  for (const each of classes) {
    const status = each.statuses[0]?.[0] ?? 0
    const isSuccess = status >= 200 && status < 300
    const signature = [isSuccess, ...distinct.map(list => isTriggeredBy(list, status, each.error))].join()
    if (!bySignature.has(signature)) bySignature.set(signature, each)
  }
  return [...bySignature.values()]
}

/** Whether a target that requests may reach has a circuit breaker. */
const hasBreakerIn = (tree: Tree): boolean => {
  if (tree.kind === 'call') return tree.node.breaker !== undefined
  const { children } = tree
  if (tree.kind === 'choice' || tree.node.kind !== 'loadbalance') return children.some(hasBreakerIn)
  const { weights } = tree.node.draw
  return children.some((child, index) => (weights[index] ?? 0) > 0 && hasBreakerIn(child))
}

/** What triggers the fallbacks in a tree. */
export const fallbackTriggers = (tree: Tree): readonly Trigger[] =>
  treesIn([tree]).flatMap(each => (each.kind === 'node' && each.node.kind === 'fallback' ? [each.node] : []))
