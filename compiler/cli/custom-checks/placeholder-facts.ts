// Facts of a custom check whose module cannot be used, or is not loaded.
import type { CheckFacts } from '../../facts/catalog.ts'

/** `path`: of its module. An error in it must not cause an unknown check at every use. */
export const placeholderFacts = (id: string, path: string): CheckFacts => ({
  id,
  title: id,
  description: '',
  hooks: ['request', 'reply'],
  readsTexts: true,
  rewrites: false,
  streaming: true,
  secrets: [],
  slugs: [],
  parameters: {},
  validate: () => true,
  module: { module: path, files: {} },
})
