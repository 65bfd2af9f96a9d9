// The type of a schema as data, separate from the code that reads schema files, since custom checks define schemas too.

export type Schema = { [key: string]: unknown }
