// Places in which a text names a secret other than in an assignment: NAME in the case of the place, VALUE the secret.

export const SECRET_PLACES: Readonly<Record<string, (words: string, value: string) => string>> = {
  CSV: (words, value) => `id,service,${snake(words)}\n1,shop,${value}\n2,mail,none\n`,
  TSV: (words, value) => `id\t${words}\tday\n1\t${value}\t2026-01-10\n`,
  Markdown: (words, value) => `| service | ${words} |\n|---|---|\n| shop | \`${value}\` |\n`,
  HTML: (words, value) => `<table><tr><th>Service</th><th>${words}</th></tr><tr><td>shop</td><td><code>${value}</code></td></tr></table>`,
  'a row of HTML': (words, value) => `<tr><th>${words}</th><td>${value}</td></tr>`,
  SQL: (words, value) => `INSERT INTO users (id, ${snake(words)}) VALUES (1, 'none'), (2, '${value}');`,
  'the line below its label': (words, value) => `${words}:\n${value}\n`,
  Terraform: (words, value) => `variable "${snake(words)}" {\n  type    = string\n  default = "${value}"\n}\n`,
  'a command of gh': (words, value) => `gh secret set ${snake(words).toUpperCase()} --repo acme/shop --body "${value}"`,
  'a short command of gh': (words, value) => `gh secret set -R acme/shop ${snake(words).toUpperCase()} -b ${value}`,
  Ansible: (words, value) => `${snake(words)}: !unsafe "${value}"\n`,
  'prose after a colon': (words, value) => `${words}: ${value}`,
  'prose with an owner': (words, value) => `The ${words} for staging is ${value}.`,
  'prose with an owner of two words': (words, value) => `Note that the ${words} of the staging cluster is currently "${value}"`,
  'prose after an owner and a colon': (words, value) => `The ${words} for our shop: ${value}, thanks`,
} // biome-ignore format: a table

const snake = (words: string): string => words.replaceAll(' ', '_').toLowerCase()

/** Texts with a name in such a place and no secret. */
export const NO_SECRET_PLACES: readonly string[] = [
  'token,count\nalpha2beta,17\nthe,1042\n',
  '| Password | Required |\n|---|---|\n| 8 characters | yes |\n',
  '| key | value |\n|---|---|\n| 0123 | abcdefghijklmnop1 |\n',
  '| Primary key | id |\n|---|---|\n| users_2024_01 | 1a2b3c |\n',
  'db_password: !Ref DbPassword1',
  'variable "db_password" {\n  default = ""\n}\nvariable "region" {\n  default = "eu-central-1a2b3c4d"\n}',
  'The password for the archive is AES-256',
  'The token of the second request is expired, see RFC-6750.',
  'The secret to long life is 8 hours of sleep.',
  'The API key for staging is in 1Password.',
  'The key of the map is user_id_2024_partition_key_a1',
  '    password = base64.b16encode(random)[:8]',
  'Release GPG key: 9554F04D7259F04124DE6B476D5A82AC7E37093B',
  'Cache key: users:2024:profile:v2:page:10',
]
