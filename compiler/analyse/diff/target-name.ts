// The name of a target in a comparison, where positions mean nothing.
import type { CallNode } from '../../../schemas/generated/types.ts'

/** `@main gpt-6-sol`, `openai at https://host`: what a change of is a call that goes elsewhere. */
export function nameOfTarget({ binding, overrides }: CallNode): string {
  const { model } = overrides
  const suffix = typeof model === 'string' ? ` ${model}` : ''
  if (binding.from === 'request')
    return `the provider of the request${binding.customHost === undefined ? '' : ` at ${binding.customHost}`}${suffix}`
  if (binding.from === 'slug') return `@${binding.slug}${suffix}`
  const slug = binding.settings['slug']
  const name = typeof slug === 'string' ? `@${slug}` : binding.provider
  return `${name}${binding.custom ? ` at ${binding.baseUrl}` : ''}${suffix}`
}
