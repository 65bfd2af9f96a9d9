// One spelling for names of languages: `en`, `eng` and `eng_Latn` are the same. ISO 639 groups some that the detector
// tells as one: what is written of Norwegian is Bokmål or Nynorsk, of Kurdish in Arabic letters Sorani.

const TOLD_AS: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', ckb: 'ku' }

export function nameOfLanguage(code: string): string {
  const { language } = new Intl.Locale(code.replace('_', '-'))
  return TOLD_AS[language] ?? language
}
