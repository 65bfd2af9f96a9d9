// The type of a schema as data, apart from what reads schemas from files: checks of one's own bring theirs.

export type Schema = { [key: string]: unknown }
