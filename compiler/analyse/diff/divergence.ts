// A shortest sequence of replies after which two trees go different ways: an example for what they differ in, whatever it is.
import type { ReplyClass } from '../status-classes.ts'
import type { Tree } from './behaviour.ts'
import { type Lottery, type NormalForms, REPLY } from './normal-form.ts'
import { nameOfTarget } from './target-name.ts'

export interface Divergence {
  /** Calls, and the class of their replies, that both make. */
  readonly path: readonly ({ readonly target: string } & ReplyClass)[]
  /** What follows in each: `50% @main, 50% its reply`. */
  readonly before: string
  readonly after: string
}

const ROUNDING = 1e-9

/** Of two forms; undefined where they are equal. */
export function findDivergence(
  before: number,
  after: number,
  { lotteryAt, stepAt, replies }: NormalForms,
): Divergence | undefined {
  const leafOf = (step: number): number => (step === REPLY ? REPLY : stepAt(step).leafId)
  const textOf = (lottery: Lottery): string =>
    lottery
      .map(([step, probability]) => {
        const share = lottery.length === 1 ? '' : `${Number((100 * probability).toFixed(2))}% `
        return `${share}${step === REPLY ? 'its reply' : nameOfTree(stepAt(step).leaf)}`
      })
      .sort()
      .join(', ')
  const open = [{ before, after, path: [] as Divergence['path'] }]
  const seen = new Set<string>()
  for (const pair of open) {
    const [left, right] = [lotteryAt(pair.before), lotteryAt(pair.after)]
    const others = new Map(right.map(([step, probability]) => [leafOf(step), { step, probability }]))
    const agree =
      left.length === right.length &&
      left.every(([step, probability]) => {
        const other = others.get(leafOf(step))
        return other !== undefined && Math.abs(other.probability - probability) < ROUNDING
      })
    if (!agree) return { path: pair.path, before: textOf(left), after: textOf(right) }
    for (const [step] of left) {
      const other = others.get(leafOf(step))?.step ?? REPLY
      if (step === REPLY || other === REPLY || step === other) continue
      const { leaf, next } = stepAt(step)
      for (const [index, form] of next.entries()) {
        const otherForm = stepAt(other).next[index] ?? form
        const key = `${form} ${otherForm}`
        if (form === otherForm || seen.has(key)) continue
        seen.add(key)
        const call = { target: nameOfTree(leaf), ...(replies[index] ?? { statuses: [] }) }
        open.push({ before: form, after: otherForm, path: [...pair.path, call] })
      }
    }
  }
  return undefined
}

/** The name of a target, or of those that a circuit breaker chooses among. */
export function nameOfTree(tree: Tree): string {
  if (tree.kind === 'call') return nameOfTarget(tree.node)
  const names = [...new Set(tree.children.map(nameOfTree))]
  return names.length === 1 ? (names[0] ?? '') : `(${names.join(' or ')})`
}
