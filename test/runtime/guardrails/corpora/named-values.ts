// Values that are personal data by their name, and the places in which a text names them.
import type { PiiCategory } from '../../../../runtime/guardrails/detect/pii/find-pii.ts'

interface NamedKind {
  readonly category: PiiCategory
  /** As words; formats write them in the case of their keys. */
  readonly names: readonly string[]
  readonly values: readonly string[]
}

// biome-ignore format: a table
export const NAMED_KINDS: readonly NamedKind[] = [
  { category: 'PASSPORT', names: ['passport number', 'passport'], values: ['C98299044', '912803456', 'X1234567'] },
  { category: 'DRIVING_LICENCE', names: ['driving licence', 'drivers license number'], values: ['H12345678', 'D1234567'] },
  { category: 'SSN', names: ['social security number', 'ssn'], values: ['219099999', '078051120'] },
  { category: 'CA_SIN', names: ['social insurance number', 'SIN'], values: ['473394641', '046454286'] },
  { category: 'UK_NHS', names: ['nhs number'], values: ['9434765919'] },
  { category: 'IN_AADHAAR', names: ['aadhaar number'], values: ['234123412346'] },
  { category: 'BR_CPF', names: ['cpf'], values: ['11144477735'] },
  { category: 'NL_BSN', names: ['bsn'], values: ['111222333'] },
  { category: 'PL_PESEL', names: ['pesel'], values: ['44051401359'] },
  { category: 'SE_PERSONNUMMER', names: ['personal number'], values: ['8112189876'] },
  { category: 'DE_TAX_ID', names: ['tax number'], values: ['2893081508152'] },
  { category: 'ES_NIF', names: ['dni'], values: ['1111111G'] },
  { category: 'PHONE_NUMBER', names: ['phone number', 'mobile phone'], values: ['6125550123', '415 555 0132'] },
  { category: 'CREDIT_CARD', names: ['card number'], values: ['4222222222222'] },
]

const camel = (name: string): string => name.replace(/ (\S)/g, (_, letter: string) => letter.toUpperCase())
const joined = (name: string, sign: string): string => name.replaceAll(' ', sign)

export const NAMED_PLACES: Readonly<Record<string, (name: string, value: string) => string>> = {
  'JSON with a key in camel case': (name, value) => `{"${camel(name)}":"${value}","b":1}`,
  'JSON with a key of dashes': (name, value) => `{"${joined(name, '-')}": "${value}"}`,
  'a string of JSON': (name, value) => JSON.stringify(JSON.stringify({ [camel(name)]: value })),
  'YAML in camel case': (name, value) => `- ${camel(name)}: ${value}\n  b: c\n`,
  'a form': (name, value) => `a=1&${joined(name, '_')}=${value}&b=2`,
  'a list of keys': (name, value) => `id=17 ${camel(name)}=${value}; b=2`,
  'capital letters': (name, value) => `${joined(name, '_').toUpperCase()}=${value}\n`,
  'the line below its label': (name, value) => `Name\nDana Lewis\n${name}\n${value}\nCity\nBerlin\n`,
  'the line below a heading': (name, value) => `## ${name}\n\n${value}\n`,
  'the line below a label with a colon': (name, value) => `**${name}:**\n${value}`,
  'a row of HTML': (name, value) => `<table><tr><th>Name</th><td>Dana</td></tr><tr><th>${name}</th><td>${value}</td></tr></table>`,
  'a list of definitions': (name, value) => `<dl><dt>${name}</dt><dd><b>${value}</b></dd></dl>`,
  XML: (name, value) => `<person><${camel(name)}>${value}</${camel(name)}></person>`,
  'a row of Markdown': (name, value) => `| name | ${name} |\n|:--|--:|\n| Dana | **${value}** |\n`,
  'a column with rows without numbers': (name, value) => `name,${name},city\nJo,none,Bonn\nKim,,Rome\nDana,${value},Berlin\n`,
  'a table below a title': (name, value) => `Report, guests, May\nname,${name},city\nDana,${value},Berlin\n`,
  'quoted CSV': (name, value) => `"id","name, first","${name}"\n"1","Lewis, Dana","${value}"\n`,
} // biome-ignore format: a table

export const HARMLESS_COLUMNS: readonly string[] = [
  'x,sin,cos\n1,0.099833417,0.995004165\n2,0.198669331,0.980066578\n',
  'id,passport expiry\n12,20270315\n',
  'call_id,text\n12345678,hello\n12345679,12 words\n',
  'id,licence\n12345678,MIT\n',
  'Please bring your passport,\nand the form 12345678, which is blue.\n',
  'The passport office\nopened in 1987 with form 12345678 and a long line of people who waited there.\n',
  'Bring the passport.\n12345678 people did.\n',
  '{"passportIssuedAt": 20200315, "phoneCallCount": 1234567}',
  'id,card_id\n17,4111111111111112\n',
  'name,phone calls\nNorth,1234567\n',
  '<tr><th>passport</th><th>id</th></tr><tr><td></td><td>12345678</td></tr>',
  '<tr><td>port control</td></tr><tr><td>12345678</td></tr>',
]
