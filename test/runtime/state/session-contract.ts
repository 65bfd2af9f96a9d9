// What every store of sessions must do, as one suite: texts and boxes with lifetimes, against a model, and what two processes share.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionStore } from '../../../runtime/state/session-store.ts'

export interface SessionStage {
  readonly store: SessionStore
  /** The store of another process; undefined where there is no other. */
  readonly other?: SessionStore
  /** Lets so many seconds pass. */
  readonly pass: (seconds: number) => Promise<void>
}

type Step =
  | { readonly kind: 'set' | 'push'; readonly key: string; readonly text: string; readonly seconds: number }
  | { readonly kind: 'get' | 'remove' | 'take'; readonly key: string }
  | { readonly kind: 'pass'; readonly seconds: number }

const keys = fc.constantFrom('a', 'b', 'mcp:session:c')
const texts = fc.oneof(fc.string(), fc.constantFrom('', '\0', '𝄞 ä', '{"a":1}'))
// Even lifetimes and odd pauses: nothing ends exactly when it is looked at.
const lifetimes = fc.integer({ min: 1, max: 20 }).map(each => each * 2)
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('set', 'push'), key: keys, text: texts, seconds: lifetimes }),
    fc.record({ kind: fc.constantFrom('get', 'remove', 'take'), key: keys }),
    fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(1, 9, 21) }),
  ),
  { maxLength: 30 },
)

/** A store as its contract reads. */
function createModel() {
  let now = 0
  const kept = new Map<string, { readonly text: string; readonly until: number }>()
  const boxes = new Map<string, { readonly messages: readonly string[]; readonly until: number }>()
  const alive = <T extends { readonly until: number }>(entry: T | undefined): T | undefined =>
    entry !== undefined && entry.until > now ? entry : undefined
  return (step: Step): unknown => {
    if (step.kind === 'pass') now += step.seconds
    else if (step.kind === 'set') kept.set(step.key, { text: step.text, until: now + step.seconds })
    else if (step.kind === 'remove') kept.delete(step.key)
    else if (step.kind === 'get') return alive(kept.get(step.key))?.text
    else if (step.kind === 'push') {
      const messages = [...(alive(boxes.get(step.key))?.messages ?? []), step.text]
      boxes.set(step.key, { messages, until: now + step.seconds })
      return true
    } else {
      const messages = alive(boxes.get(step.key))?.messages ?? []
      boxes.delete(step.key)
      return messages
    }
    return undefined
  }
}

/** Texts and boxes have keys of their own. */
async function act({ store, pass }: SessionStage, step: Step): Promise<unknown> {
  if (step.kind === 'pass') return await pass(step.seconds)
  const key = step.kind === 'push' || step.kind === 'take' ? `box:${step.key}` : step.key
  if (step.kind === 'set') return await store.set(key, step.text, step.seconds)
  if (step.kind === 'push') return await store.push(key, step.text, step.seconds)
  return step.kind === 'remove' ? await store.remove(key) : await store[step.kind](key)
}

export function sessionContract(name: string, open: () => SessionStage, runs: number): void {
  describe(`sessions ${name}`, () => {
    it('do what the contract says, whatever happens to them', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async list => {
          const stage = open()
          const model = createModel()
          for (const step of list) expect(await act(stage, step)).toEqual(model(step))
        }),
        { numRuns: runs },
      )
    })
    it('give each message of a box away once, in its order', async () => {
      const { store, other = store } = open()
      for (const text of ['1', '2', '3']) await store.push('box', text, 60)
      const taken = await Promise.all([store.take('box'), other.take('box')])
      expect(taken.flat().sort()).toEqual(['1', '2', '3'])
      for (const part of taken) expect(part).toEqual([...part].sort())
      expect(await store.take('box')).toEqual([])
    })
    it('say whether another process has them', async () => {
      const { store, other } = open()
      expect(store.isShared).toBe(other !== undefined)
      await store.set('key', 'text', 60)
      expect(await other?.get('key')).toBe(other && 'text')
      await other?.remove('key')
      expect(await store.get('key')).toBe(other === undefined ? 'text' : undefined)
    })
  })
}
