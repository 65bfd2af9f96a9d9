// The stack of a label that has none stored: it is worked out from the history of the label.
import { describe, expect, it } from 'vitest'
import type { ResourceStore } from '../../../../runtime/control/core/resource-store.ts'
import { rollBack } from '../../../../runtime/control/releases/roll-back.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { bundleWith, by, push, threeReleases } from './release-harness.ts'

const input = { project: 'main', label: 'live', moved: by('ann') }

describe('a label that an earlier version moved', () => {
  /** Releases 1 to 3 serve chat@1 to chat@3, release 4 chat@3 too. */
  const fourReleases = async (): Promise<ResourceStore> => {
    const store = await threeReleases()
    await push(store, bundleWith({ chat: 'c', fast: 'z' }))
    return store
  }
  const at = (release: number, chat?: number): object => ({
    release,
    keys: 4,
    ...(chat && { configs: { chat: { version: chat, release: chat, digest: '' } } }),
  })
  const canary = (percent: number): object => ({ ...at(1), canary: { release: 2, percent } })

  // The selections in the order of the moves; then where roll-backs go until nothing is left.
  it.each<readonly [string, readonly object[], readonly string[]]>([
    ['promotions', [at(1), at(2), at(3)], ['2', '1']],
    ['a roll-back', [at(1), at(2), at(3), at(2)], ['1']],
    ['a promotion after a roll-back', [at(1), at(2), at(1), at(3)], ['1']],
    ['a config that went back', [at(1), at(2), at(4), at(4, 2)], ['2', '1']],
    [
      'a config that went back, in releases with the same version',
      [at(2), at(3), at(4), at(4, 1)],
      ['3 chat@1', '2'],
    ],
    ['a config that went forward', [at(1), at(1, 2)], ['1']],
    ['a canary that was raised', [at(1), canary(10), canary(50)], ['1']],
    ['a canary that was finished', [at(1), canary(10), at(2)], ['1']],
    ['one selection', [at(1)], []],
  ])('has a stack worked out from its history: %s', async (_, selections, expected) => {
    const store = await fourReleases()
    const states = selections.map(selection => ({ selection, moved: by('ann') })).reverse()
    const value = { ...states[0], history: states.slice(1) }
    await store.commit({
      writes: [{ kind: 'label', id: 'main/live', value: value as unknown as JsonObject }],
    })
    const seen: string[] = []
    for (;;) {
      const result = await rollBack(store, input, undefined)
      if (result.kind !== 'moved') break
      const { release, configs = {} } = result.to
      seen.push(
        [String(release), ...Object.entries(configs).map(([id, of]) => `${id}@${of?.version}`)].join(' '),
      )
    }
    expect(seen).toEqual(expected)
  })
})
