// What `portolan drift` finds: what runs, and is not in git (compiler/cli/drift).
import { defineMessage, type MessageEntry } from './message-entry.ts'

const RIGHT =
  'A release with exactly the plan of the commit matches, even if it was pushed from an earlier one: a commit that changes no plan pushes nothing.'

export const driftMessages = {
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
