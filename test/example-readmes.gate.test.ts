// The README of each example is typed as it stands, in a new shell that has what the set-up of README.md gives and nothing else.
import { describe, expect, it } from 'vitest'
import { hasCurl } from './support/example-commands.ts'
import { folders, ROOT } from './support/folder.ts'
import { typeReadme } from './support/type-readme.ts'

if (!hasCurl) console.warn('There is no curl: the commands of the examples are not run.')

/** Their commands are run by tests of their own, which compare what they print; others fail on purpose, or need services. */
const TESTED_ELSEWHERE = ['company', 'deploy', 'external', 'fleet', 'logs', 'team']

/** What a reader without accounts types before: calls of providers are left out. */
const WITHOUT_CALLS = 'curl() { :; }'
const ACCOUNT = JSON.stringify({
  project_id: 'p',
  client_email: 'a@p.iam.gserviceaccount.com',
  private_key: 'k',
})
const BEFORE: Readonly<Record<string, string>> = {
  azure: WITHOUT_CALLS,
  batches: WITHOUT_CALLS,
  'first-provider': WITHOUT_CALLS,
  peer: WITHOUT_CALLS,
  rerank: WITHOUT_CALLS,
  vertex: `${WITHOUT_CALLS}; jq() { echo key; }; echo '${ACCOUNT}' > account.json`,
  // Its proposal is refused.
  'proved-flows': 'portolan() { command portolan "$@" || [ $? = 1 ]; }',
}

describe.skipIf(!hasCurl)('the README of each example', () => {
  it.each(folders(`${ROOT}examples`).filter(name => !TESTED_ELSEWHERE.includes(name)))(
    '%s is true as it stands',
    async name => {
      const typed = await typeReadme(name, BEFORE[name] ?? '')
      expect(typed).toMatchObject({ status: 0 })
      expect(typed.complaints).not.toMatch(/not found|No such file|unbound/)
      expect(typed.out).not.toMatch(/"code":"(?:unknown|unsupported|upstream)_/)
    },
    60_000,
  )
})
