// The type of a schema as data, apart from the code that reads schema files: custom checks bring their own.

export type Schema = { [key: string]: unknown }
