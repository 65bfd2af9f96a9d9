// Labels of a store are read to the last, page by page.
import { expect, it } from 'vitest'
import { readLabels } from '../../../runtime/control/releases/label.ts'
import { listResources } from '../../../runtime/stores/resources/resources-in-memory.ts'

it.each([0, 99, 100, 250])('reads all of %i labels of a project', async count => {
  const ids = [
    ...Array.from({ length: count }, (_, index) => `main/label-${String(index).padStart(3, '0')}`),
    'other/live',
  ]
  const found = await readLabels(
    {
      list: async (_kind, options) =>
        listResources(
          ids.map(id => ({ id }) as never),
          options,
        ),
    },
    'main',
  )
  expect(found.map(({ id }) => id)).toEqual(ids.slice(0, -1))
})
