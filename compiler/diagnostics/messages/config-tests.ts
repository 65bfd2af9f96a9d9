// Diagnostics of test files, and of the tests in them (compiler/config-tests).
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const configTestMessages = {
  'unknown-test-config': defineMessage(
    'error',
    'A test or traffic model is about a config that the project does not have.',
    `
A test file is named after its config: chat.test.yaml tests the saved config "chat", wherever in the project it is. Another
config is named with "config", for the file or for one case:

    config: chat-eu
    cases:
      - name: serves a short chat

gateway.test.yaml tests the gateway itself: its requests name no config, so that defaults, aliases and @slug/model serve them.
`,
  ),
  'unknown-test-target': defineMessage(
    'error',
    'A test or traffic model names a target, a provider or a key that does not exist.',
    `
A test names what is called in one of these ways:

    upstreams:
      config.targets[0]: { status: 503 }          # a target, or all targets below it
      "@openai": { delay: 800 }                   # a stored provider of the manifest
      anthropic: { fail: refused }                # a provider of the catalog
      https://checks.example: { body: { ok: true } }   # the beginning of a URL, such as that of a check
      "*": { status: 500 }                        # every other call

Targets are those of the plan, as "portolan print" shows them: a target without traffic, such as one of weight 0, is not
among them.
`,
  ),
  'duplicate-test-name': defineMessage(
    'error',
    'Two cases of a file have the same name.',
    `
Reports and filters name a case by its file and its name. Give each case of a file its own name.
`,
  ),
  'contradictory-test-step': defineMessage(
    'error',
    'A step of a script has settings that exclude each other.',
    `
A call that fails has no reply, and a reply has one body:

    upstreams:
      "@openai": { fail: refused }                # no status, body, content, stream or cut beside it
      "@anthropic": { content: Hello }            # or body, or stream
`,
  ),
  'invalid-failures': defineMessage(
    'error',
    'The failures of a provider in a traffic model are not probabilities.',
    `
Each failure has the probability of a call to fail so, between 0 and 1; together they are 1 at most. The other calls succeed:

    providers:
      "@openai":
        median: 900
        p95: 4000
        failures: { "429": 0.01, "503": 0.005, timeout: 0.001 }
`,
  ),
  'malformed-record': defineMessage(
    'warning',
    'A line of the request log is not a valid record, and was skipped.',
    `
portolan simulate --traffic and portolan diff --traffic read logs of requests as the gateway writes them: one JSON object in
each line, with at least "time" and "path". Lines of other programs in the same file are left out, and reported so that a log
of another form is noticed.
`,
  ),
  'unmet-expectation': defineMessage(
    'error',
    'A test failed: the result differs from its expectation.',
    `
The location is that of the expectation; the notes have the expected and the actual result, and all calls of providers. If the
new behavior is what you want, change the expectation. Recordings ("recorded") are updated by "portolan test --update".

Waits, times and draws are exact, since a test runs on a virtual clock: a wait before a retry is the longest possible one
unless the case sets "jitter", and a load balancer draws 0, its first target, unless the case sets "draw".
`,
  ),
  'unplayable-test': defineMessage(
    'error',
    'A test needs something that it does not script.',
    `
Calls of targets have a default reply; others have none, because a test that passes by accident proves nothing. Script the
call that the message names, with a body in the provider's own format:

    upstreams:
      https://checks.example/: { body: { verdict: true } }
      "@openai": { body: { results: [] } }

A request that never ends, because no timeout limits a call that fails with "timeout", is such a test too.
`,
  ),
} as const satisfies Record<string, MessageEntry>
