// Texts for campaigns: nothing of customers in it, and the same text is not paid for twice.
import { defineConfig } from 'portolan'
import { ask, byRegion } from './_regions.ts'

const cached = (provider: string, model: string) =>
  ask(provider, model, { cache: { mode: 'simple', max_age: 86_400 } })

export default defineConfig({
  input_guardrails: ['no-personal-data'],
  request_timeout: 60_000,
  ...byRegion(cached('@frankfurt', 'gpt-6.1-sol'), cached('@openai', 'gpt-6.1-sol')),
})
