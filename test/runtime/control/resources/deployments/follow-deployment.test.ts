// What a runtime knows of the deployment that it serves.

import { expect, test } from 'vitest'
import { followDeployment } from '../../../../../runtime/control/resources/deployments/follow-deployment.ts'
import { openMemoryStore } from '../../../../support/memory-store.ts'

const newStore = async () => openMemoryStore()

test('it follows the label and the workspaces, and serves what is deleted as it was', async () => {
  const store = await newStore()
  const write = (value: { label: string; workspaces: string[] } | undefined) =>
    store.commit({ writes: [{ kind: 'deployment', id: 'eu', value }] })
  await write({ label: 'live', workspaces: ['a'] })
  const told: string[] = []
  const followed = await followDeployment(store, 'eu', (_, message) => void told.push(message))
  if (typeof followed === 'string') throw new Error(followed)
  const served = () => ['a', 'b', ''].filter(followed.servesWorkspace)
  expect(await followed.readLabel()).toBe('live')
  expect(served()).toEqual(['a'])
  await write({ label: 'next', workspaces: ['b'] })
  expect(await followed.readLabel()).toBe('next')
  expect(served()).toEqual(['b'])
  await write(undefined)
  expect(await followed.readLabel()).toBe('next')
  expect(await followed.readLabel()).toBe('next')
  expect(served()).toEqual(['b'])
  expect(told).toEqual(['The deployment "eu" has been deleted: it is served as it was.'])
  await write({ label: 'live', workspaces: [] })
  expect(await followed.readLabel()).toBe('live')
  expect(served()).toEqual(['a', 'b', ''])
  await store.close()
})

test('the log names one that serves production, with the label, whenever either changes', async () => {
  const store = await newStore()
  const write = (value: { label: string; production: boolean }) =>
    store.commit({ writes: [{ kind: 'deployment', id: 'eu', value: { ...value, workspaces: [] } }] })
  await write({ label: 'live', production: true })
  const told: string[] = []
  const followed = await followDeployment(store, 'eu', (_, message) => void told.push(message))
  if (typeof followed === 'string') throw new Error(followed)
  for (const value of [
    { label: 'live', production: true },
    { label: 'next', production: true },
    { label: 'next', production: false },
    { label: 'next', production: true },
  ]) {
    await write(value)
    await followed.readLabel()
  }
  expect(told).toEqual(
    ['live', 'next', 'next'].map(
      label => `The deployment "eu" serves production: it follows the label "${label}".`,
    ),
  )
  await store.close()
})

test.each([
  ['all', 'has no deployment "eu": POST /v1/deployments makes it.'],
  ['releases', 'only holds releases: it has no deployments.'],
] as const)('a store of %s without it is a sentence', async (holds, sentence) => {
  const store = await newStore()
  expect(await followDeployment({ ...store, holds }, 'eu', () => {})).toContain(sentence)
  await store.close()
})
