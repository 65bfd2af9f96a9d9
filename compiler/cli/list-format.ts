// The formats of commands that show facts and have no findings.

export type ListFormat = 'pretty' | 'json'

export const LIST_FORMAT_USAGE = '--format must be pretty or json.'

export const isListFormat = (value: unknown): value is ListFormat => value === 'pretty' || value === 'json'
