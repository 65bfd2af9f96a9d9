// The help desk: questions are short and often the same, personal data is removed before any vendor sees it.
import { defineConfig } from 'portolan'
import { byRegion, europe, world } from './_regions.ts'

export default defineConfig({
  input_guardrails: ['no-personal-data', 'short-questions'],
  request_timeout: 30_000,
  ...byRegion(europe, world),
})
