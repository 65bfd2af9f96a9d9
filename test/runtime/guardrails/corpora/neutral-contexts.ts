// Twelve places of a text in which a value is named: neutral sentences and records, as people and programs write them.

const snake = (label: string): string => label.toLowerCase().replaceAll(/[ -]/g, '_')
const camel = (label: string): string =>
  label.replaceAll(/[ -](\S)/g, (_, letter: string) => letter.toUpperCase())
const title = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)

const SENTENCES: readonly string[] = [
  'Hallo, bitte notieren: LABEL von Frau Lewis lautet VALUE. Danke!',
  'Bonjour, voici le LABEL de Mme Lewis : VALUE. Merci !',
  'Hola, el LABEL de la señora Lewis es VALUE, gracias.',
  'Buongiorno, il LABEL della signora Lewis è VALUE, grazie.',
  'Olá, o LABEL da senhora Lewis é VALUE, obrigado.',
  'Hallo, het LABEL van mevrouw Lewis is VALUE, bedankt.',
  'Dzień dobry, LABEL pani Lewis to VALUE, dziękuję.',
  'Hej, LABEL för fru Lewis är VALUE, tack.',
  'ルイスさんのLABELはVALUEです。',
  'Lewis 女士的 LABEL 是 VALUE。',
]

export const NEUTRAL_CONTEXTS: Readonly<Record<string, (label: string, value: string) => string>> = {
  prose: (label, value) => `Please update the file: the ${label} of Dana Lewis is ${value}, as she told us on Monday.`,
  'label and value': (label, value) => `Name: Dana Lewis\n${title(label)}: ${value}\nCity: Berlin\n`,
  'JSON key': (label, value) => JSON.stringify({ id: 17, name: 'Dana Lewis', [camel(label)]: value, active: true }),
  'CSV column': (label, value) => `id,name,${label},city\n17,Dana Lewis,${value},Berlin\n18,Jo Brandt,,Rome\n`,
  'Markdown cell': (label, value) => `| Name | ${title(label)} | City |\n|---|---|---|\n| Dana Lewis | ${value} | Berlin |\n`,
  'log line': (label, value) => `2026-11-30T10:12:33Z INFO update user=17 ${snake(label)}="${value}" status=200`,
  SQL: (label, value) => `INSERT INTO people (id, name, ${snake(label)}, city) VALUES (17, 'Dana Lewis', '${value}', 'Berlin');`,
  form: (label, value) => `id=17&name=Dana+Lewis&${encodeURIComponent(snake(label))}=${encodeURIComponent(value)}&city=Berlin`,
  YAML: (label, value) => `people:\n  - name: Dana Lewis\n    ${snake(label)}: "${value}"\n    city: Berlin\n`,
  'HTML table': (label, value) => `<table><tr><th>Name</th><th>${title(label)}</th></tr><tr><td>Dana Lewis</td><td>${value}</td></tr></table>`,
  code: (label, value) => `const user = { id: 17 }\nuser.${camel(label).replaceAll(/\W/g, '')} = '${value}'\nawait save(user)\n`,
  'other languages': (label, value) => (SENTENCES[(label.length + value.length) % SENTENCES.length] ?? '').replace('LABEL', label).replace('VALUE', () => value),
} // biome-ignore format: a table
