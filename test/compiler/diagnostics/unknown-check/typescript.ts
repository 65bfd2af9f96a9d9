import { defineConfig } from 'portolan'

export default defineConfig({
  provider: 'mock',
  input_guardrails: [
    { deny: true, wordCount: { maxWords: 500, scope: 'all' }, 'acme.shape': { level: 3 } },
    { wordCount: { maxWord: 500 } },
    { regexMatch: {} },
  ],
})
