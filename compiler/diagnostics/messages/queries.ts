// Mistakes about the queries of conditions.
import { type Entry, entry } from './entry.ts'

export const queries = {
  'unknown-context': entry(
    'error',
    'A query reads something that queries cannot read.',
    `
A key of a query is metadata.<key>, params.<path> for a field of the request's body, or url.pathname. Headers are not part
of the interface: send what matters in the metadata.

    query: { headers.x-plan: paid }       # refused
    query: { model: gpt-4o }              # refused: params.model

    query: { metadata.plan: paid }
`,
  ),
  'malformed-field': entry(
    'error',
    'The name of a field in a query has a wrong form.',
    `
Behind the context stands the name of a field. In the body, dots descend into objects and [n] into lists, counted from 0.

    query: { params.messages.[0]: x }     # refused

    query: { "params.messages[0].role": system }
`,
  ),
  'unknown-operator': entry(
    'error',
    'A query uses an operator that does not exist.',
    `
Operators begin with a dollar sign: $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin, $regex, $and, $or. A field of an object is
reached by a dot in the key, not by nesting.

    query: { metadata.age: { $above: 18 } }       # refused
    query: { metadata: { plan: paid } }           # refused: metadata.plan

    query: { metadata.age: { $gt: 18 } }
`,
  ),
  'misplaced-operator': entry(
    'error',
    'An operator stands below no field.',
    `
Only $and and $or may stand at the top of a query; the others test the field above them.

    query: { $eq: paid }                          # refused: what is equal to it?

    query: { metadata.plan: { $eq: paid } }
`,
  ),
  'wrong-operand': entry(
    'error',
    'An operator has an operand of the wrong kind.',
    `
$in and $nin want a list, $regex a text, $gt, $gte, $lt and $lte a number or a text that holds one, $and and $or a list of
queries; equality wants a single value. An empty list compares with nothing and is refused.

    query: { metadata.plan: [paid, trial] }               # refused

    query: { metadata.plan: { $in: [paid, trial] } }
`,
  ),
  'malformed-pattern': entry(
    'error',
    'A regular expression cannot be read.',
    `
    query: { params.model: { $regex: "gpt-(4" } }         # refused: the group is not closed

    query: { params.model: { $regex: "gpt-(4|5)" } }

The patterns of checks are held to the same.

    input_guardrails: [{ regexMatch: { rule: "(secret" } }]     # refused

    input_guardrails: [{ regexMatch: { rule: "secret" } }]
`,
  ),
  'unsupported-pattern': entry(
    'error',
    'A regular expression uses what the engine does not have.',
    `
Patterns are of the RE2 syntax and run in time that grows with the text only. It has no looking ahead or behind and no
references back to groups. Patterns are unanchored; write ^ and $ for the ends, and (?i) in front to ignore case.

    query: { params.model: { $regex: "^(?!gpt)" } }       # refused

    query: { params.model: { $regex: "^claude" } }
`,
  ),
  'catastrophic-pattern': entry(
    'error',
    'A regular expression can backtrack without bound.',
    `
Repetitions inside repetitions can be matched in so many ways that a short text keeps an ordinary engine busy for years.
The gateway's own engine is not affected, but the same config may be checked elsewhere. Write each repetition once.

    query: { params.user: { $regex: "^(a+)+$" } }         # refused

    query: { params.user: { $regex: "^a+$" } }
`,
  ),
  'empty-query': entry(
    'note',
    'An empty query matches every request.',
    `
All tests of a query must hold, and an empty one has none. As a last condition it does what "default" does; before others
it hides them.

    conditions:
      - { query: {}, then: standard }
`,
  ),
  'unreachable-condition': entry(
    'warning',
    'A condition is never tried.',
    `
Conditions are tried in order and the first that fits wins. What stands behind one that fits every request never matters.

    conditions:
      - { query: {}, then: standard }
      - { query: { metadata.plan: paid }, then: premium }     # never tried
`,
  ),
  'duplicate-condition': entry(
    'warning',
    'The same query stands twice.',
    `
Conditions are tried in order and the first that fits wins, so the second of two equal ones never does.

    conditions:
      - { query: { metadata.plan: paid }, then: premium }
      - { query: { metadata.plan: paid }, then: standard }    # never wins
`,
  ),
  'missing-key-never-matches': entry(
    'note',
    'A request that lacks a field does not match "$ne" or "$nin".',
    `
Every test of a field that the request lacks is false, those for being different too. To catch such requests, leave them
to the default, or send the field always.

    query: { metadata.plan: { $ne: paid } }     # a request without metadata.plan does not match
`,
  ),
} as const satisfies Record<string, Entry>
