// The texts of bodies that are not conversations: prompts, inputs, queries and documents. Each is independent, so
// both scopes read all of them; tokens and images have no text.
import { content } from './parts.ts'
import { both, each, every, field, type Readers, same, text } from './place.ts'

const inputs = both(text, each(both(text, field('text', text), field('content', content))))

export const completionsRequest: Readers = same(
  both(field('prompt', both(text, each(text))), field('suffix', text)),
)
export const completionsReply: Readers = same(field('choices', each(field('text', text))))

export const inputsRequest: Readers = same(field('input', inputs))

export const rerankRequest: Readers = same(
  both(field('query', both(text, field('text', text))), field('documents', each(every))),
)

export const speechRequest: Readers = same(both(field('input', text), field('instructions', text)))

export const imagesRequest: Readers = same(both(field('prompt', text), field('negative_prompt', text)))
export const imagesReply: Readers = same(field('data', each(field('revised_prompt', text))))

/** A form is read as an object of its text fields; a repeated field is a list. */
export const formRequest: Readers = same(field('prompt', both(text, each(text))))
