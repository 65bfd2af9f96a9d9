// No provider leaves out the model that overrides name, of whichever family: the compiler asks only about other overrides.
import { expect, it } from 'vitest'
import {
  alwaysDroppedOverrides,
  unsupportedOverrides,
} from '../../../runtime/providers/unsupported-overrides.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { families } from '../../../schemas/generated/families.ts'

const MODELS = ['deployment', ...families.map(({ models: [model = ''] }) => model.replace('*', ''))]

it('the model alone is supported everywhere', () => {
  for (const spec of catalogue)
    for (const model of [...MODELS, ...(spec.models ?? []).slice(0, 1)]) {
      const dropped = [...unsupportedOverrides(spec, { model }), ...alwaysDroppedOverrides(spec, { model })]
      expect(dropped, `${spec.id} ${model}`).toEqual([])
    }
})
