// Patterns of the schemas in words, by the name of the property that has one. A test asks for a line here for each.

export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  header_prefix:
    'must be lower-case letters, digits and hyphens, begin with a letter and end with a hyphen, such as "x-gateway-"',
  store: 'must begin with folder:, sqlite:, postgres: or s3:',
  state: 'must be memory:, begin with redis:// or rediss://, or be a reference such as ${env:REDIS_URL}',
  vectors: 'must be memory:, begin with postgres://, or be a reference such as ${env:POSTGRES_URL}',
  provider: 'must be a slug of the form @slug',
  hash: 'must be sha256: and 64 lower-case hexadecimal digits',
}
