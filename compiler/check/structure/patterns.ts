// Patterns of the schemas in words, by the name of the property that has one. A test asks for a line here for each.

export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  header_prefix:
    'must be lower-case letters, digits and hyphens, begin with a letter and end with a hyphen, such as "x-gateway-"',
  store: 'must begin with folder:, sqlite:, postgres: or s3:',
  state: 'must be memory: or begin with redis:',
  hash: 'must be sha256: and 64 lower-case hexadecimal digits',
}
