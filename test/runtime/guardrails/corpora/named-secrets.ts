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

/** Sentences with a password or a key, by language. */
export const SPOKEN_SECRETS: Readonly<Record<string, readonly (readonly [kind: 'PASSWORD' | 'SECRET', sentence: string])[]>> = {
  German: [['PASSWORD', 'Das Passwort für den Server lautet VALUE.'], ['PASSWORD', 'Unser Kennwort war bisher VALUE, bitte ändern.'], ['SECRET', 'Der API-Schlüssel von Frau Lewis ist VALUE']],
  French: [['PASSWORD', 'Le mot de passe du serveur est VALUE.'], ['PASSWORD', 'Voici le mot de passe : VALUE'], ['SECRET', 'La clé de notre client est maintenant VALUE.']],
  Spanish: [['PASSWORD', 'La contraseña del servidor es VALUE.'], ['PASSWORD', 'La clave de la señora Lewis es VALUE'], ['SECRET', 'La llave para la API es VALUE']],
  Portuguese: [['PASSWORD', 'A senha do servidor é VALUE.'], ['PASSWORD', 'A palavra-passe da conta era VALUE'], ['SECRET', 'A chave da API é VALUE']],
  Italian: [['PASSWORD', 'La password della rete è VALUE.'], ['PASSWORD', "La parola d'ordine è VALUE"], ['SECRET', 'La chiave di accesso è VALUE']],
  Dutch: [['PASSWORD', 'Het wachtwoord van mevrouw Lewis is VALUE.'], ['PASSWORD', 'Het wachtwoord luidt VALUE'], ['SECRET', 'De sleutel voor de API is VALUE']],
  Polish: [['PASSWORD', 'Hasło do serwera to VALUE.'], ['PASSWORD', 'Hasło pani Lewis brzmi VALUE'], ['SECRET', 'Klucz dla usługi to VALUE']],
  Swedish: [['PASSWORD', 'Lösenordet är inte viktigt, men lösenord för fru Lewis är VALUE.'], ['PASSWORD', 'Mitt lösenord är VALUE'], ['SECRET', 'Vår nyckel till tjänsten är VALUE']],
  Russian: [['PASSWORD', 'Пароль от сервера: VALUE'], ['PASSWORD', 'Пароль для сервера это VALUE'], ['SECRET', 'Ключ для сервиса: VALUE']],
  Chinese: [['PASSWORD', '服务器的密码是VALUE。'], ['PASSWORD', '密码：VALUE'], ['SECRET', '我们的密钥是 VALUE，谢谢']],
  Japanese: [['PASSWORD', 'サーバーのパスワードはVALUEです。'], ['PASSWORD', 'パスワード：「VALUE」'], ['SECRET', 'ルイスさんのAPIキーはVALUEです']],
  Korean: [['PASSWORD', '서버 비밀번호는 VALUE입니다.'], ['PASSWORD', '비밀번호: VALUE'], ['SECRET', 'API 키는 VALUE입니다']],
} // biome-ignore format: a table

/** Sentences about passwords and keys, without one. */
export const NO_SPOKEN_SECRETS: readonly string[] = [
  'Das Passwort ist mindestens 12 Zeichen lang.',
  'Der Schlüssel zum Erfolg ist Ausdauer, nicht 100Prozent.',
  'La clave del éxito es COVID-19 2021.',
  'La clé de la voiture est dans le tiroir n°12.',
  'A senha é obrigatória desde 2024-01-01.',
  'Het wachtwoord is verplicht sinds versie 2.4.1.',
  'Hasło to minimum 8 znaków.',
  '密码是8位以上的数字。',
  'パスワードは8文字以上です。',
  '비밀번호는 8자 이상입니다.',
  'The token on page 12 is the 3rd-party one.',
  'The primary key to users is user_id_2024.',
  'Ключ от машины: в ящике №12.',
]
