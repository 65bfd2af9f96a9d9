// The managers of secret references are opened again only by a change that concerns a reference.
import { expect, test } from 'vitest'
import { openStoredReferences } from '../../../../../runtime/control/resources/secret-references/stored-references.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { startControl } from '../../../../support/control-harness.ts'

const mapping = (key?: string): JsonObject => ({
  secret_mappings: [
    { target_field: 'key', secret_reference_id: 'vault', ...(key !== undefined && { secret_key: key }) },
  ],
})

test('a change of an integration opens managers again only where it maps another property of a reference', async () => {
  const { context, clock } = await startControl()
  const { store, replica } = context
  if (store === undefined || replica === undefined) throw new Error('There is no store.')
  const save = async (kind: string, id: string, value: JsonObject | undefined): Promise<void> => {
    await store.commit({ writes: [{ kind, id, value }] })
    await replica.look()
  }
  await save('secret-reference', 'vault', {
    id: 'one',
    name: 'Vault',
    manager_type: 'hashicorp_vault',
    secret_path: 'a',
  })
  const opened: string[] = []
  const references = openStoredReferences({
    replica,
    clock,
    sealing: undefined,
    random: () => 0.5,
    onChange: () => {},
    openSource: ({ key = '' }) => {
      opened.push(key)
      return async () => ({ text: 'secret' })
    },
  })
  const openedBy = async (value: JsonObject | undefined, id = 'openai'): Promise<readonly string[]> => {
    opened.length = 0
    await save('integration', id, value)
    return [...opened]
  }
  expect(opened).toEqual([''])
  expect(await openedBy({ name: 'OpenAI' })).toEqual([])
  expect(await openedBy({ name: 'Open AI', ...mapping() })).toEqual([])
  expect(await openedBy({ name: 'Open AI', ...mapping('prod') })).toEqual(['', 'prod'])
  expect(await openedBy({ name: 'OpenAI', ...mapping('prod') })).toEqual([])
  expect(await openedBy({ name: 'Other' }, 'other')).toEqual([])
  expect(await openedBy(undefined)).toEqual([''])
  references.stop()
})
