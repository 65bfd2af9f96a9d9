// Diagnostics about the queries of conditions.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const queryMessages = {
  'unknown-context': defineMessage(
    'error',
    'A query uses an unknown context.',
    `
A key of a query is metadata.<key>, params.<path> for a field of the request body, or url.pathname. Headers cannot be
queried: send the values in the metadata.

    query: { headers.x-plan: paid }       # refused
    query: { model: gpt-6-sol }              # refused: params.model

    query: { metadata.plan: paid }
`,
  ),
  'malformed-field': defineMessage(
    'error',
    'The name of a field in a query is malformed.',
    `
The context is followed by the name of a field. In the body, dots address object fields and [n] list items, counted from 0. Metadata is read by the names of its keys: a nested value is sent under a key of its own.

    query: { params.messages.[0]: x }     # refused
    query: { metadata.user.plan: paid }   # refused

    query: { "params.messages[0].role": system }
    query: { metadata.user_plan: paid }
`,
  ),
  'unknown-operator': defineMessage(
    'error',
    'A query uses an operator that does not exist.',
    `
Operators begin with a dollar sign: $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $regex, $and, $or. A field of an object is
addressed by a dot in the key, not by nesting.

    query: { metadata.age: { $above: 18 } }       # refused
    query: { metadata: { plan: paid } }           # refused: metadata.plan

    query: { metadata.age: { $gt: 18 } }
`,
  ),
  'misplaced-operator': defineMessage(
    'error',
    'An operator is not under a field.',
    `
Only $and and $or are allowed at the top level of a query; the others test the field that contains them.

    query: { $eq: paid }                          # refused: which field?

    query: { metadata.plan: { $eq: paid } }
`,
  ),
  'wrong-operand': defineMessage(
    'error',
    'An operator has an operand of the wrong type.',
    `
$in and $nin take a list, $regex a string, $gt, $gte, $lt and $lte a number or a numeric string, $and and $or a list of
queries; equality takes a single value. An empty list matches nothing and is rejected.

    query: { metadata.plan: [paid, trial] }               # refused

    query: { metadata.plan: { $in: [paid, trial] } }
`,
  ),
  'malformed-pattern': defineMessage(
    'error',
    'A regular expression is invalid.',
    `
    query: { params.model: { $regex: "gpt-(4" } }         # refused: the group is not closed

    query: { params.model: { $regex: "gpt-(4|5)" } }

The patterns of checks follow the same rules.

    input_guardrails: [{ regexMatch: { rule: "(secret" } }]     # refused

    input_guardrails: [{ regexMatch: { rule: "secret" } }]
`,
  ),
  'unsupported-pattern': defineMessage(
    'error',
    'A regular expression uses unsupported syntax.',
    `
Patterns use the RE2 syntax, which matches in linear time. It has no lookahead, lookbehind or backreferences. Patterns are
unanchored; use ^ and $ to anchor them, and a leading (?i) to ignore case.

    query: { params.model: { $regex: "^(?!gpt)" } }       # refused

    query: { params.model: { $regex: "^claude" } }
`,
  ),
  'catastrophic-pattern': defineMessage(
    'error',
    'A regular expression can backtrack catastrophically.',
    `
Nested repetitions can match in so many ways that a short string occupies a backtracking engine for years (ReDoS). The
engine of the gateway is not affected, but the same config may be used elsewhere. Do not nest repetitions.

    query: { params.user: { $regex: "^(a+)+$" } }         # refused

    query: { params.user: { $regex: "^a+$" } }
`,
  ),
  'pattern-not-proved': defineMessage(
    'note',
    'It was not proved that a regular expression is fast in every engine.',
    `
The engine of the gateway takes time in proportion to the text, whatever the pattern. For engines that backtrack the compiler proves a bound,
in a limited number of steps, so that the result is the same on every machine. This pattern has too many repetitions in repetitions,
syntax that is not covered, such as flags within, or ways to match one text for which no slow text was found. If the config is
used only here, nothing needs to be done.

    query: { params.user: { $regex: "^(é|è)*$" } }           # proved only for letters of ASCII

    query: { params.user: { $regex: "^[éè]*$" } }
`,
  ),
  'empty-query': defineMessage(
    'note',
    'An empty query matches every request.',
    `
All tests of a query must be true, and an empty query has none. As the last condition it acts as "default"; before others
it makes them unreachable.

    conditions:
      - { query: {}, then: standard }
`,
  ),
  'unreachable-condition': defineMessage(
    'warning',
    'A condition is unreachable.',
    `
Conditions are evaluated in order and the first match wins. Conditions after one that matches every request have no effect, and
neither have conditions whose requests all match conditions before them, or which conditions of a strategy above send elsewhere.
Lists, bounds and regular expressions that are literals are compared; what other expressions match is not decided.

    conditions:
      - { query: {}, then: standard }
      - { query: { metadata.plan: paid }, then: premium }     # never evaluated

    conditions:
      - { query: { params.max_tokens: { $gt: 1000 } }, then: large }
      - { query: { params.max_tokens: { $gt: 4000 } }, then: huge }     # never matches: put it first
`,
  ),
  'duplicate-condition': defineMessage(
    'warning',
    'The same query appears twice.',
    `
Conditions are evaluated in order and the first match wins, so the second of two equal queries never matches.

    conditions:
      - { query: { metadata.plan: paid }, then: premium }
      - { query: { metadata.plan: paid }, then: standard }    # never matches
`,
  ),
  'reachability-not-decided': defineMessage(
    'note',
    'Whether a condition is reachable is not decided.',
    `
A condition is compared with the nearest 16 above it that may match some of the same requests. If there are more, those further
away are left out: together they may match everything that this one does, and then it would never be used. Conditions with many
alternatives ($or) may have more combinations than are tried, too.

    conditions:
      - { query: { metadata.tier: { $gte: 1 }, params.n: 1 }, then: one }
      # 16 more conditions on the same fields
      - { query: { metadata.tier: { $gte: 0 }, params.n: { $lt: 9 } }, then: rest }     # not decided
`,
  ),
  'contradictory-condition': defineMessage(
    'warning',
    'A query contradicts itself and never matches.',
    `
All tests of a query must hold for one request, so two different values of one field, or bounds with nothing between them,
never match. The condition, and a target that only it names, would be left out of the plan.

    query: { params.max_tokens: { $gt: 10, $lt: 5 } }     # never matches

    query: { $or: [{ params.max_tokens: { $gt: 10 } }, { params.max_tokens: { $lt: 5 } }] }
`,
  ),
  'value-never-occurs': defineMessage(
    'warning',
    'A query compares a field with a value that it never has.',
    `
Equality converts no types: the number 0.5 is not the string "0.5". Parameters of requests have the types of the API. The path is the
whole path of the request, which begins with /v1.

    query: { params.stream: "true" }                  # a boolean in every request
    query: { url.pathname: /chat/completions }

    query: { params.stream: true }
    query: { url.pathname: /v1/chat/completions }
`,
  ),
  'pattern-never-matches': defineMessage(
    'warning',
    'A regular expression matches no string.',
    `
"^" is the start of the text and "$" its end: nothing comes before the one or after the other. A condition with such a pattern is never
met, and a check with it finds nothing.

    query: { metadata.plan: { $regex: "$paid" } }     # paid after the end of the text

    query: { metadata.plan: { $regex: "\\\\$paid" } }   # a dollar sign
    query: { metadata.plan: { $regex: "paid$" } }
`,
  ),
  'delimited-pattern': defineMessage(
    'warning',
    'A regular expression is written with delimiters.',
    `
"$regex" is the bare pattern: slashes around it are part of what is searched, and so are letters after them. Flags are
written at the beginning of the pattern.

    query: { metadata.plan: { $regex: "/paid/i" } }       # looks for the slashes

    query: { metadata.plan: { $regex: "(?i)paid" } }
`,
  ),
  'missing-key-never-matches': defineMessage(
    'note',
    'A request that lacks a field does not match "$ne" or "$nin".',
    `
Every test of a missing field is false, including "$ne" and "$nin". To match such requests, route them by the default, or
always send the field.

    query: { metadata.plan: { $ne: paid } }     # a request without metadata.plan does not match
`,
  ),
  'two-spellings': defineMessage(
    'warning',
    'Queries read one key of metadata in two spellings.',
    `
Keys of metadata are compared letter by letter. A request has one of them, and the queries with the other spelling never match.

    conditions:
      - { query: { metadata.user_plan: paid }, then: large }
      - { query: { metadata.userPlan: free }, then: small }     # another key

    conditions:
      - { query: { metadata.user_plan: paid }, then: large }
      - { query: { metadata.user_plan: free }, then: small }
`,
  ),
} as const satisfies Record<string, MessageEntry>
