// Diagnostics about prompts and their templates.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const promptMessages = {
  'malformed-template': defineMessage(
    'error',
    'A template of a prompt is not well formed.',
    `
Templates are Mustache: {{name}} writes a value, {{#name}} ... {{/name}} repeats its content for every item of a list or renders
it if the value is present, {{^name}} ... {{/name}} if it is absent, {{>part}} includes a partial, {{! ... }} is a comment. Expressions,
filters and arguments do not exist. Sections are closed in the order in which they were opened.

    content: "Dear {{#customer}}{{name}}"                  # the section is not closed
    content: "Dear {{customer.name | upper}}"              # not a name

    content: "Dear {{#customer}}{{name}}{{/customer}}"

For text that contains braces itself, use other delimiters: {{=<% %>=}} and then <% name %>.
`,
  ),
  'unknown-variable': defineMessage(
    'error',
    'A template uses a variable that the prompt does not declare.',
    `
A variable that no caller gives makes every call a 400, so a name with a typing error is reported here. Declare the variables of a
prompt with their types; those of partials belong to every prompt that includes them.

    variables: { customer: { type: string } }
    messages:
      - { role: user, content: "Write to {{costumer}}." }   # refused: did you mean "customer"?

In a section over a list or an object, the properties of its items are names too.
`,
  ),
  'unused-variable': defineMessage(
    'warning',
    'A prompt declares a variable that no message uses.',
    `
Callers give it for nothing. Either the variable is left over, or a message should use it.

    variables: { customer: { type: string }, tone: { default: friendly } }
    messages:
      - { role: user, content: "Write to {{customer}}." }   # "tone" is used nowhere
`,
  ),
  'varying-prefix': defineMessage(
    'note',
    'Long constant text of a prompt comes after a variable.',
    `
Providers cache prompts by their beginning: what comes after the first difference is billed in full, and takes its full time. It is
reported if so much constant text follows a variable that the provider would cache this part: 1,024 tokens at OpenAI and Azure, 4,096
elsewhere, which is the longest minimum that a vendor states. Tokens are estimated, at four letters each.

    messages:
      - { role: system, content: "You help {{customer}}. {{>handbook}}" }       # the handbook is never read from a cache

    messages:
      - { role: system, content: "{{>handbook}} You help {{customer}}." }

Variables with a default and booleans count as constant. "portolan analyse --only cache" shows what else makes prompts differ, and
with a log of requests what it costs.
`,
  ),
  'unknown-partial': defineMessage(
    'error',
    'A template includes a partial that does not exist.',
    `
Partials are the files of the folder "partials" in that of the prompts, named without their extensions: prompts/partials/tone.txt
is {{>tone}}. A file has no versions, so {{>tone@2}} and labels are only for partials that are written through the API.

    content: "{{>tine}} Write to {{customer}}."     # refused: did you mean "tone"?
`,
  ),
  'partial-cycle': defineMessage(
    'error',
    'A partial includes itself.',
    `
It would never end, whether it includes itself directly or through other partials. Put what they share into a partial of its own.

    prompts/partials/greeting.txt:    Hello {{>name}}
    prompts/partials/name.txt:        {{customer}} ({{>greeting}})
`,
  ),
  'ambiguous-prompt-target': defineMessage(
    'error',
    'A prompt names more than one thing that serves it.',
    `
A call of the prompt is served by one of: a saved config, a provider, a virtual key, or the provider in the name of the model.

    config: chat
    provider: "@openai"           # refused beside "config"

    config: chat
`,
  ),
  'unknown-prompt': defineMessage(
    'error',
    'A config uses a prompt that the project does not have.',
    `
The identifier of a prompt is the name of its file in the folder of prompts: prompts/welcome.yaml is "welcome".

    prompt_id: welcom             # refused: did you mean "welcome"?

    prompt_id: welcome
`,
  ),
  'misplaced-prompt': defineMessage(
    'error',
    'A target names a prompt.',
    `
The messages of a prompt are rendered once, before a target is chosen, so that guardrails, conditions and caches see them. So
"prompt_id" belongs to the root of a config.

    strategy: { mode: fallback }
    targets:
      - { provider: "@main", prompt_id: welcome }     # refused

    prompt_id: welcome
    strategy: { mode: fallback }
    targets:
      - { provider: "@main" }
`,
  ),
} as const satisfies Record<string, MessageEntry>
