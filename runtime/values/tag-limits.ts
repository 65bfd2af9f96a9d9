// How much of the metadata of a request its record has: the maximum number of keys, and of characters of a key and of a value.
export const MAX_TAG_COUNT = 32
export const MAX_TAG_KEY = 64
export const MAX_TAG_VALUE = 128
