// The sentence about a value that does not match the pattern of its property: it names the characters, and the length only as it is.
import { expect, test } from 'vitest'
import { startControl } from '../../support/control-harness.ts'

test.each<readonly [string, string, object, string]>([
  [
    'a slug in upper case',
    '/integrations',
    { name: 'mock', slug: 'MOCK', ai_provider_id: 'openai', key: 'sk-0123456789abcdef' },
    'slug must consist of at most 255 lower-case letters, digits, dots, hyphens and underscores, and begin with a lower-case letter or a digit.',
  ],
  [
    'a slug that is too short',
    '/agent-integrations',
    { name: 'mock', slug: 'a', card_url: 'https://agents.example.com/card.json' },
    'slug must consist of 3 to 50 lower-case letters, digits, hyphens and underscores, and begin with a lower-case letter or a digit.',
  ],
  [
    'a slug with a space',
    '/configs',
    { name: 'mock', slug: 'a b', config: { provider: '@mock' } },
    'slug must consist of at most 255 letters, digits, hyphens and underscores.',
  ],
])('%s', async (_title, path, body, sentence) => {
  const { send } = await startControl({ providers: { mock: { provider: 'mock' } } })
  const { status, body: answer } = await send('POST', path, { workspace_id: 'default', ...body })
  expect([status, answer.error.message]).toEqual([400, sentence])
})
