// The versions of configs of a project that a runtime shows, where it follows a label: those that calls pin, as `chat@2`.
import { expect, it, onTestFinished } from 'vitest'
import { promoteVersion } from '../../../../runtime/control/releases/move-label.ts'
import { rollBack } from '../../../../runtime/control/releases/roll-back.ts'
import { serveStore } from '../../../../runtime/process/follow-store.ts'
import { nodePorts } from '../../../../runtime/process/node-ports.ts'
import { openResourceStore } from '../../../../runtime/stores/resources/open-resource-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../../../support/until.ts'
import { bundleWith, by, push } from './release-harness.ts'

const live = { project: 'main', label: 'live', moved: by('ann') }
const release = (chat: string, fast: string) => bundleWith({ chat, fast }, [], { listen: { port: 0 } })

it('are those of the selection: of its release, and of single configs from others', async () => {
  const place = { folder: temporaryFolder(), environment: {}, clock: nodePorts().clock }
  const store = await openResourceStore('sqlite:store.db', place)
  onTestFinished(store.close)
  for (const [chat, fast] of [
    ['a', 'x'],
    ['b', 'x'],
    ['c', 'y'],
  ] as const)
    await push(store, release(chat, fast))
  const runtime = await serveStore({
    ...place,
    ...{ store: 'sqlite:store.db', project: 'main', label: 'live', trusted: [] },
    writeLog: () => {},
    logTo: 'none',
  })
  if (!('stop' in runtime)) throw new Error(runtime.join('\n'))
  onTestFinished(runtime.stop)
  const shown = async (): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${runtime.port}/v1/configs`)
    const { data } = (await reply.json()) as { readonly data: readonly { slug: string; version: number }[] }
    return data.map(({ slug, version }) => `${slug}@${version}`)
  }
  expect(await shown()).toEqual(['chat@3', 'fast@2'])
  await rollBack(store, live, undefined)
  await until(async () => String(await shown()) === 'chat@2,fast@1')
  await promoteVersion(store, live, 'chat', 1)
  await until(async () => String(await shown()) === 'chat@1,fast@1')
  const one = await fetch(`http://127.0.0.1:${runtime.port}/v1/configs/chat`)
  expect(await one.json()).toMatchObject({ version: 1, version_id: expect.stringMatching(/@1$/) })
})
