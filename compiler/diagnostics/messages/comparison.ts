// What `portolan diff` finds, by level (compiler/cli/diff), and `portolan drift` (compiler/cli/drift).
import { defineMessage, type MessageEntry } from './message-entry.ts'

const FAIL_ON =
  'portolan diff --fail-on LEVEL sets the lowest level of differences that fail; the others are notes.'

const RIGHT =
  'A release with exactly the plan of the commit matches, even if it was pushed from an earlier one: a commit that changes no plan pushes nothing.'

export const comparisonMessages = {
  'cosmetic-difference': defineMessage(
    'note',
    'A change does not affect requests.',
    `
The names or the log of the gateway differ, and no request is handled differently:

    name: gateway-eu         # was: gateway

${FAIL_ON}
`,
  ),
  'routing-difference': defineMessage(
    'note',
    'A change routes or handles requests differently.',
    `
Shares of targets moved, requests of a class go to another target, outcomes of failures change, or settings of calls differ. For each
class of requests there is a minimal example:

    weight: 0.1  →  weight: 0.5        # first @canary gpt-6-sol: 10% → 50%

${FAIL_ON}
`,
  ),
  'cost-difference': defineMessage(
    'note',
    'A change affects the calls, the time or the cost of requests.',
    `
The envelope differs: the maximum calls, time and cost of a request. One more retry is one more call in the worst case:

    retry: { attempts: 2 }             # calls of targets: at most 1 → at most 3

Budgets of the manifest bound the envelope. ${FAIL_ON}
`,
  ),
  'security-difference': defineMessage(
    'warning',
    'A change sends data or secrets to a new host, or changes who has access.',
    `
A host, a secret or a class of data is new at an origin, or guards, keys or rights of callers differ:

    targets: [{ provider: "@openai" }, { provider: "@backup" }]    # new: messages to https://api.anthropic.com

Rules in "flows" of the manifest define which data may be sent to which hosts, whatever changes. ${FAIL_ON}
`,
  ),
  'month-above-budget': defineMessage(
    'error',
    'At the traffic of a log, a month costs more than its budget.',
    `
"month" in "budgets" of the manifest is the budget for all requests of a month, in US dollars. It is compared with recorded traffic, by the
commands that read it:

    budgets: { month: 4000 }           # in gateway.yaml

    portolan diff git:main . --traffic log.jsonl     # or --log 7d, the log of the gateway
    portolan simulate --traffic log.jsonl --config chat

A month is 30 days like those of the log. If the log covers a whole week, the cost that 95 of 100 such months stay below is compared,
otherwise the expected one. A change that makes an expensive month cheaper is not an error.
`,
  ),
  'saved-beside-git': defineMessage(
    'error',
    'An object was saved by API, and git does not have it.',
    `
A client of the API saved a config, prompt, integration, provider, policy, MCP server or agent. It takes effect
like those of git, and no review has seen it. Write it into the project and delete the saved one, or, if it is meant to be in
the store, list it in the manifest:

    external: [team-openai]
`,
  ),
  'live-of-no-release': defineMessage(
    'error',
    'Nothing of this project was ever promoted.',
    `
The label that runtimes follow points nowhere, so git is not what runs. Make a release live:

    portolan push --promote
`,
  ),
  'live-of-other-commit': defineMessage(
    'error',
    'A release that is live was pushed from another commit.',
    `
The label takes all configs, one config or its canary from a release of another commit: there was a later push or a roll-back, or
this commit is not promoted yet. See the difference, and promote what was reviewed:

    portolan diff --live --plan review.json
    portolan promote --plan review.json

${RIGHT}
`,
  ),
  'live-of-uncommitted-changes': defineMessage(
    'error',
    'A release that is live was pushed with changes that were not committed.',
    `
The folder of the push differed from its commit, so git does not have what runs. Its sources are in the store:

    portolan pull 12 --sources live

Commit them or push the commit, and promote that. ${RIGHT}
`,
  ),
  'live-without-commit': defineMessage(
    'error',
    'A release that is live was pushed from no commit.',
    `
The release was pushed outside of a repository, or by a CI system that portolan does not know, so its sources cannot be
found in git. Push from a working copy, or name the commit:

    portolan push --commit "$CI_COMMIT"

${RIGHT}
`,
  ),
} as const satisfies Record<string, MessageEntry>
