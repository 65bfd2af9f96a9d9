// What the law of redaction hides, and how.

/** What each check finds, as a config has it. */
export const SECRETS = [
  [{ pii: { redact: true } }, 'anna.berg@example.com'],
  [{ secrets: { redact: true } }, 'AKIAQYLPMN5HFI4ZTWXB'],
] as const

export const HIDERS: readonly ((secret: string) => string)[] = [
  secret => secret,
  secret => `so ${secret}, and more`,
  secret => `${'long text '.repeat(3000)}${secret}`,
  secret => `${'long text '.repeat(3300)}${secret} ${'and more '.repeat(2000)}`,
  secret => secret.split('').join('\u200b'),
  secret => secret.split('').join('\u2060\ufeff'),
  secret => secret.replace(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
]

/** The text as a reader sees it. */
export const plain = (text: string): string =>
  text
    .replaceAll('\\u200b', '')
    .replaceAll('\\u2060', '')
    .replaceAll('\\ufeff', '')
    .normalize('NFKC')
    .replace(/[\u200b\u2060\ufeff]/g, '')

export const chatOf = (message: object, more: object = {}) => ({ model: 'm', messages: [message], ...more })
export const user = (content: unknown) => ({ role: 'user', content })
