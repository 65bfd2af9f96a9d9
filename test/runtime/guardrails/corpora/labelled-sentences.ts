// Sentences in which words stand between a label and its value: LABEL is the name of the document, NAME a person, VALUE the number.
import type { PiiCategory } from '../../../../runtime/guardrails/detect/pii/find-pii.ts'

/** Twelve forms of each language. */
// biome-ignore format: a table
export const SENTENCE_FORMS: Readonly<Record<string, readonly string[]>> = {
  English: [
    'The LABEL of NAME is VALUE.', 'The LABEL of NAME is now VALUE.', 'The LABEL of NAME is currently recorded as VALUE', 'NAME’s LABEL was changed to VALUE yesterday.',
    'The LABEL for our customer NAME reads VALUE.', 'LABEL of NAME: VALUE', 'LABEL of Dr. NAME: "VALUE"', 'The LABEL belonging to NAME, our guest, has been updated to VALUE.',
    'Please note that the LABEL we have on file for NAME is VALUE', 'LABEL (NAME) = VALUE', 'The LABEL of Mr. NAME will be VALUE', 'Regarding the LABEL of NAME – VALUE',
  ],
  German: [
    'LABEL von NAME ist VALUE.', 'LABEL von NAME lautet VALUE.', 'LABEL von NAME lautet jetzt VALUE.', 'LABEL unserer Kundin NAME: VALUE', 'LABEL von Frau Dr. NAME war bisher VALUE',
    'LABEL von NAME wurde geändert: VALUE', 'LABEL des Gastes NAME ist seit gestern VALUE.', 'Die neue LABEL von NAME ist die VALUE.', 'LABEL (NAME) = VALUE', 'Hier die LABEL für NAME: „VALUE“',
    'LABEL der Mitarbeiterin NAME – VALUE', 'Zur LABEL von NAME: sie hat weiterhin VALUE',
  ],
  French: [
    'LABEL de NAME est VALUE.', 'LABEL de NAME est maintenant VALUE.', 'LABEL de Mme NAME : VALUE', 'LABEL de notre client NAME était VALUE', 'LABEL de NAME est désormais le VALUE.', 'LABEL (NAME) = VALUE',
    'Voici LABEL de NAME : « VALUE »', 'LABEL appartenant à NAME sera VALUE', 'LABEL de NAME devient VALUE.', 'LABEL de la cliente NAME – VALUE', 'LABEL de NAME est toujours VALUE', 'LABEL de NAME a changé : VALUE',
  ],
  Spanish: [
    'LABEL de NAME es VALUE.', 'LABEL de NAME es ahora VALUE.', 'LABEL de la señora NAME: VALUE', 'LABEL de nuestro cliente NAME era VALUE', 'LABEL de NAME será VALUE', 'LABEL (NAME) = VALUE',
    'Este LABEL de NAME: «VALUE»', 'LABEL de la clienta NAME fue VALUE', 'LABEL de NAME es actualmente el VALUE.', 'LABEL de la huésped NAME – VALUE', 'LABEL de NAME está registrado como VALUE', 'LABEL de NAME ha cambiado: VALUE',
  ],
  Portuguese: [
    'LABEL de NAME é VALUE.', 'LABEL de NAME é agora VALUE.', 'LABEL da senhora NAME: VALUE', 'LABEL do nosso cliente NAME era VALUE', 'LABEL de NAME será VALUE', 'LABEL (NAME) = VALUE',
    'Este LABEL de NAME: «VALUE»', 'LABEL da cliente NAME foi VALUE', 'LABEL de NAME é atualmente o VALUE.', 'LABEL da hóspede NAME – VALUE', 'LABEL de NAME está registado como VALUE', 'LABEL de NAME mudou: VALUE',
  ],
  Italian: [
    'LABEL di NAME è VALUE.', 'LABEL di NAME è ora VALUE.', 'LABEL della signora NAME: VALUE', 'LABEL del nostro cliente NAME era VALUE', 'LABEL di NAME sarà VALUE', 'LABEL (NAME) = VALUE',
    'Questo LABEL di NAME: «VALUE»', 'LABEL della cliente NAME è stato VALUE', 'LABEL di NAME è attualmente il VALUE.', 'LABEL dell’ospite NAME – VALUE', 'LABEL di NAME è registrato come VALUE', 'LABEL di NAME ha il numero VALUE',
  ],
  Dutch: [
    'LABEL van NAME is VALUE.', 'LABEL van NAME is nu VALUE.', 'LABEL van mevrouw NAME: VALUE', 'LABEL van onze klant NAME was VALUE', 'LABEL van NAME luidt VALUE', 'LABEL (NAME) = VALUE',
    'Dit LABEL van NAME: "VALUE"', 'LABEL van de klant NAME werd VALUE', 'LABEL van NAME is momenteel het VALUE.', 'LABEL van de gast NAME – VALUE', 'LABEL van NAME wordt binnenkort VALUE', 'LABEL van NAME heeft nummer VALUE',
  ],
  Polish: [
    'LABEL osoby NAME to VALUE.', 'LABEL osoby NAME to teraz VALUE.', 'LABEL pani NAME: VALUE', 'LABEL naszego klienta NAME to VALUE', 'LABEL osoby NAME brzmi VALUE', 'LABEL (NAME) = VALUE',
    'Oto LABEL osoby NAME: „VALUE”', 'LABEL klientki NAME to obecnie VALUE', 'LABEL osoby NAME jest VALUE', 'LABEL gościa NAME – VALUE', 'LABEL osoby NAME jest wpisany jako VALUE', 'LABEL osoby NAME brzmi teraz VALUE',
  ],
  Swedish: [
    'LABEL för NAME är VALUE.', 'LABEL för NAME är nu VALUE.', 'LABEL för fru NAME: VALUE', 'LABEL för vår kund NAME var VALUE', 'LABEL för NAME lyder VALUE', 'LABEL (NAME) = VALUE',
    'Här är LABEL för NAME: "VALUE"', 'LABEL för kunden NAME blir VALUE', 'LABEL för NAME är för närvarande VALUE', 'LABEL för gästen NAME – VALUE', 'LABEL för NAME är registrerat som VALUE', 'LABEL för NAME lyder numera VALUE',
  ],
  Russian: [
    'LABEL клиента NAME: VALUE', 'LABEL клиентки NAME — VALUE', 'LABEL клиентки NAME теперь VALUE', 'LABEL клиента NAME был VALUE', 'LABEL на имя NAME: «VALUE»', 'LABEL (NAME) = VALUE',
    'LABEL г. NAME: VALUE', 'LABEL нашего гостя NAME теперь такой VALUE', 'LABEL клиента NAME есть VALUE', 'LABEL гостя NAME – VALUE', 'LABEL клиента NAME это VALUE', 'LABEL клиента NAME изменился: VALUE',
  ],
  Chinese: [
    'NAME的LABEL是VALUE。', 'NAME的LABEL现在是VALUE。', 'LABEL（NAME女士，我们多年的重要客户兼本次旅行的负责人）：VALUE', 'LABEL，持有人是我们公司的老客户和合作伙伴NAME，号码为VALUE', 'NAME的LABEL：VALUE', 'LABEL (NAME) = VALUE',
    '请记录NAME的LABEL，号码是「VALUE」', '客户NAME的LABEL为VALUE', 'NAME的LABEL目前是 VALUE', 'LABEL，属于来自北京分公司的客户经理NAME女士的号码是VALUE', 'LABEL，登记在本公司的客户NAME女士名下的号码为VALUE', 'NAME的LABEL：「VALUE」',
  ],
  Japanese: [
    'NAMEさんのLABELはVALUEです。', 'NAMEさんのLABELは現在VALUEです。', 'LABEL（NAME様、弊社の長年の大切なお客様で今回の旅行の代表者）：VALUE', 'LABELですが、長年お付き合いのある弊社のお客様であるNAME様の番号はVALUEです', 'NAMEさんのLABEL：VALUE', 'LABEL (NAME) = VALUE',
    'NAMEさんのLABELは「VALUE」です', 'お客様NAMEのLABELがVALUEになりました', 'NAMEさんのLABELは今 VALUEです', 'LABELについて、東京支店の担当者であるNAME様の番号はVALUEです', 'LABELに関して、先日ご来店いただいたNAME様の番号がVALUEです', 'NAMEさんのLABEL：「VALUE」',
  ],
  Korean: [
    'NAME 씨의 LABEL 번호는 VALUE입니다.', 'NAME 씨의 LABEL 번호는 현재 VALUE입니다.', 'LABEL (우리 회사의 오랜 고객이자 이번 여행의 대표인 NAME 씨): VALUE', 'LABEL 관련하여 우리 회사의 오랜 고객인 NAME 씨의 번호는 VALUE입니다', 'NAME 씨의 LABEL: VALUE', 'LABEL (NAME) = VALUE',
    'NAME 씨의 LABEL 번호는 "VALUE"', '고객 NAME의 LABEL 번호가 VALUE로 변경', 'NAME 씨의 LABEL 번호는 지금 VALUE입니다', 'LABEL – 서울 지점의 담당자인 NAME 씨의 번호는 VALUE입니다', 'LABEL, 지난주에 방문하신 NAME 씨의 번호가 VALUE입니다', 'NAME 씨의 LABEL: "VALUE"',
  ],
}

/** Sentences whose subject is the number. */
// biome-ignore format: a table
export const REVERSED_FORMS: Readonly<Record<string, readonly string[]>> = {
  English: ['VALUE is my LABEL.', 'VALUE is the LABEL', '"VALUE" was NAME’s LABEL', 'VALUE is your LABEL, isn’t it?'],
  German: ['VALUE ist meine LABEL.', '„VALUE“ ist die LABEL', 'VALUE war ihre LABEL', 'VALUE ist Dana’s LABEL'],
  French: ['VALUE est LABEL.', '« VALUE » était LABEL', 'VALUE est LABEL de NAME', 'VALUE est LABEL, merci'],
  Spanish: ['VALUE es mi LABEL.', '«VALUE» es el LABEL', 'VALUE era su LABEL', 'VALUE fue el LABEL de NAME'],
  Portuguese: ['VALUE é o meu LABEL.', '"VALUE" é o LABEL', 'VALUE foi seu LABEL', 'VALUE é LABEL de NAME'],
  Italian: ['VALUE è il mio LABEL.', '«VALUE» è il LABEL', 'VALUE è LABEL di NAME', 'VALUE era il suo LABEL'],
  Dutch: ['VALUE is mijn LABEL.', '"VALUE" is het LABEL', 'VALUE was uw LABEL', 'VALUE is haar LABEL'],
  Polish: ['VALUE to mój LABEL.', '"VALUE" to LABEL', 'VALUE to jego LABEL', 'VALUE jest LABEL'],
  Swedish: ['VALUE är mitt LABEL.', '"VALUE" är LABEL', 'VALUE var hans LABEL', 'VALUE är hennes LABEL'],
  Russian: ['VALUE это LABEL.', '«VALUE» это мой LABEL', 'VALUE это его LABEL', 'VALUE это LABEL клиента'],
  Chinese: ['VALUE是我的LABEL。', '「VALUE」是LABEL', 'VALUE为LABEL', 'VALUE是他的LABEL'],
  Japanese: ['VALUEは私のLABELです。', '「VALUE」がLABELです', 'VALUEはLABEL', 'VALUEが彼のLABELです'],
  Korean: ['VALUE는 제 LABEL 번호입니다', 'VALUE는 내 LABEL입니다', '"VALUE"가 제 LABEL', 'VALUE은 내 LABEL'],
}

interface LabelledKind {
  readonly category: PiiCategory
  readonly value: string
  /** Its names, by language. */
  readonly labels: Readonly<Record<string, string>>
}

// biome-ignore format: a table
export const LABELLED_KINDS: readonly LabelledKind[] = [
  { category: 'PASSPORT', value: 'C98299044', labels: { English: 'passport number', German: 'Reisepassnummer', French: 'le numéro de passeport', Spanish: 'número de pasaporte', Portuguese: 'número do passaporte', Italian: 'numero di passaporto', Dutch: 'paspoortnummer', Polish: 'numer paszportu', Russian: 'Номер паспорта', Chinese: '护照号码', Japanese: 'パスポート番号', Korean: '여권' } },
  { category: 'DRIVING_LICENCE', value: 'H12345678', labels: { English: 'driving licence number', German: 'Führerscheinnummer', French: 'le numéro du permis de conduire', Spanish: 'número del permiso de conducir', Portuguese: 'número da carta de condução', Italian: 'numero della patente di guida', Dutch: 'rijbewijsnummer', Polish: 'numer prawa jazdy', Swedish: 'körkortsnummer', Russian: 'Номер водительского удостоверения', Chinese: '驾照号码', Japanese: '運転免許証番号', Korean: '운전면허' } },
  { category: 'SSN', value: '219099999', labels: { English: 'Social Security number', Spanish: 'número de seguro social' } },
  { category: 'CA_SIN', value: '473 394 641', labels: { English: 'Social Insurance Number', French: 'le numéro d’assurance sociale' } },
  { category: 'IN_AADHAAR', value: '234123412346', labels: { English: 'Aadhaar number' } },
  { category: 'UK_NHS', value: '9434765919', labels: { English: 'NHS number' } },
  { category: 'BR_CPF', value: '11144477735', labels: { English: 'CPF number', Portuguese: 'CPF' } },
  { category: 'DE_TAX_ID', value: '2893081508152', labels: { English: 'German tax number', German: 'Steuernummer' } },
  { category: 'ES_NIF', value: '1111111G', labels: { English: 'DNI', Spanish: 'DNI' } },
  { category: 'NL_BSN', value: '111222333', labels: { English: 'citizen service number', Dutch: 'burgerservicenummer' } },
  { category: 'PL_PESEL', value: '44051401359', labels: { English: 'PESEL', Polish: 'PESEL' } },
  { category: 'SE_PERSONNUMMER', value: '8112189876', labels: { English: 'Swedish personal number', Swedish: 'Personnummer' } },
]

/** Labels whose sentence leads to no number of theirs. */
export const UNRELATED_NUMBERS: readonly string[] = [
  'The passport office of the embassy moved. Ask for file 12345678.',
  'A passport needs 2 photos, and the number of the appointment is 12345678.',
  'Passport photos of children cost more than last year; order 12345678',
  'No driving licence is required.\nThe order number is 12345678',
  'Please forward request 12345678 to your passport office',
  'Send 12345678 to passport control',
  '12345678 is the order that your passport came with',
  '12345678 is our reference, the passport has another',
  'The order was 12345678\nis my passport ready',
  'The passport of the third volunteer at the front desk downstairs, in room 12345678',
]
