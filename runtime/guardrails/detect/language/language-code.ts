// Normalizes language codes: `en`, `eng` and `eng_Latn` are the same. The detector does not distinguish some ISO 639
// languages: Bokmål and Nynorsk are Norwegian, Sorani is Kurdish.

const DETECTED_AS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', ckb: 'ku' }

export function normalizeLanguage(code: string): string {
  const { language } = new Intl.Locale(code.replace('_', '-'))
  return DETECTED_AS[language] ?? language
}
