// Keywords of injections in other languages: verbs that dismiss, words for prior and for rules, verbs that request,
// words for the prompt, phrases of freedom. Stems, as patterns over normalized words; word order differs between
// languages, so they are searched near each other.
import { foldLetters } from './normalize-words.ts'

interface KeywordStems {
  readonly drop: string
  readonly prior: string
  readonly rules: string
  readonly show: string
  readonly prompt: string
  readonly free: string
  /** Maximum distance in characters that counts as near. */
  readonly reach: number
}

export interface KeywordPatterns {
  readonly drop: RegExp
  readonly prior: RegExp
  readonly rules: RegExp
  readonly show: RegExp
  readonly prompt: RegExp
  readonly free: RegExp
  readonly reach: number
}

const WIDE = 60
const DENSE = 18

// biome-ignore format: a table
const stems: readonly KeywordStems[] = [
  // German
  { drop: ' (?:ignorier|vergiss|vergesst|vergessen|missacht|verwirf|umgeh)', prior: ' (?:vorherig|bisherig|vorig|obig|fruher|vorangegangen|alle |alles |deine |ihre |saemtlich|samtlich)', rules: ' (?:anweisung|regel|instruktion|vorgabe|befehl|richtlinie|vorher gesagt|anleitungen )', show: ' (?:zeig|gib |geben |nenn|verrat|offenbar|druck|wiederhol)', prompt: ' (?:systemprompt|system prompt|systemanweisung|systemnachricht|deine anweisung|ihre anweisung|interne anweisung)', free: ' (?:ohne |keine )[^.]{0,20}(?:einschrankung|beschrankung|regeln|filter)', reach: WIDE },
  // French
  { drop: ' (?:ignore|ignorez|oublie|oubliez|neglige|desobeis)', prior: ' (?:precedent|anterieur|ci dessus|toutes |tes |vos |avant)', rules: ' (?:instruction|consigne|regle|directive|ordres)', show: ' (?:affiche|montre|revele|donne|repete|imprime|dis moi)', prompt: ' (?:prompt systeme|invite systeme|prompt du systeme|tes instructions|vos instructions|message systeme)', free: ' sans [^.]{0,20}(?:restriction|filtre|limite|regle)', reach: WIDE },
  // Spanish
  { drop: ' (?:ignora|ignore|ignorad|olvida|olvide|omite|desobedece|descarta)', prior: ' (?:anterior|previa|previas|todas |todo |tus |sus )', rules: ' (?:instruccion|regla|directriz|directrices|ordenes|normas)', show: ' (?:muestra|muestrame|revela|dime|imprime|ensena|repite)', prompt: ' (?:prompt del sistema|mensaje del sistema|tus instrucciones|prompt de sistema|instrucciones del sistema)', free: ' sin [^.]{0,20}(?:restriccion|filtro|limite|regla)', reach: WIDE },
  // Italian
  { drop: ' (?:ignora|ignorate|dimentica|dimenticate|trascura|disobbedisci)', prior: ' (?:precedent|tutte |tue |che ti |sopra)', rules: ' (?:istruzioni|regole|direttive|ordini)', show: ' (?:mostra|mostrami|rivela|dimmi|stampa|ripeti)', prompt: ' (?:prompt di sistema|prompt del sistema|istruzioni di sistema|tue istruzioni|messaggio di sistema)', free: ' senza [^.]{0,20}(?:restrizion|filtri|limiti|regole)', reach: WIDE },
  // Portuguese
  { drop: ' (?:ignore|ignora|esqueca|esquece|desconsidere|desobedeca)', prior: ' (?:anterior|previas|todas |suas |tuas |acima)', rules: ' (?:instrucoes|regras|diretrizes|ordens|comandos)', show: ' (?:mostre|mostra|revele|revela|diga|exiba|imprima)', prompt: ' (?:prompt do sistema|prompt de sistema|suas instrucoes|mensagem do sistema|instrucoes do sistema)', free: ' sem [^.]{0,20}(?:restric|filtro|limite|regras)', reach: WIDE },
  // Dutch
  { drop: ' (?:negeer|vergeet|omzeil)', prior: ' (?:eerdere|vorige|voorgaande|alle |jouw |je |bovenstaande)', rules: ' (?:instructies|regels|richtlijnen|opdrachten|aanwijzingen)', show: ' (?:toon|laat |geef|onthul|vertel|herhaal)', prompt: ' (?:systeemprompt|systeem prompt|verborgen instructies|jouw instructies|je instructies|systeembericht)', free: ' zonder [^.]{0,20}(?:beperking|filter|regels)', reach: WIDE },
  // Polish
  { drop: ' (?:zignoruj|ignoruj|zapomnij|pomin)', prior: ' (?:poprzedni|wczesniejsz|wszystki|powyzsz|swoje|swoich|twoje)', rules: ' (?:instrukcj|zasad|polecen|regul|wytyczn)', show: ' (?:pokaz|ujawnij|wyswietl|podaj|powtorz|zdradz)', prompt: ' (?:prompt systemow|swoje instrukcje|swoj prompt|instrukcje systemowe|ukryte instrukcje)', free: ' bez [^.]{0,20}(?:ogranicz|filtr|zasad)', reach: WIDE },
  // Swedish, Danish, Norwegian
  { drop: ' (?:ignorera|ignorer|glom|glem|strunta|bortse)', prior: ' (?:tidigare|tidligere|foregaende|ovanstaende|alla |alle |dina |dine )', rules: ' (?:instruktion|regler|anvisning|riktlinjer|retningslinj)', show: ' (?:visa|vis |avsloja|afslor|skriv|beratta|fortel)', prompt: ' (?:systemprompt|systemmeddel|dina instruktioner|dine instruk)', free: ' (?:utan|uden|uten) [^.]{0,20}(?:begrans|begraens|filter|regler)', reach: WIDE },
  // Russian, Ukrainian
  { drop: ' (?:игнорир|проигнорир|забудь|забудьте|отбрось|не обращаи|игноруи|проигноруи)', prior: ' (?:предыдущ|прежн|все |свои|вышеуказ|твои|попередн|усі |всі )', rules: ' (?:инструкц|правил|указани|команд|інструкц|iнструкц|настанов)', show: ' (?:покаж|раскро|выведи|напечат|скажи|повтори|виведи)', prompt: ' (?:системныи промпт|системныи промт|свои системныи|системное сообщение|системну|системнии промпт|системную инструкц|свои инструкц)', free: ' без [^.]{0,20}(?:ограничен|фильтр|правил|обмежен)', reach: WIDE },
  // Turkish
  { drop: ' (?:yok say|gormezden gel|goz ardi et|unut|dikkate alma)', prior: ' (?:onceki|tum |butun |yukaridaki)', rules: ' (?:talimat|kural|yonerge|komut)', show: ' (?:goster|acikla|yazdir|paylas|soyle)', prompt: ' (?:sistem istem|sistem prompt|sistem talimat|sistem mesaj)', free: '(?:kisitlama|sinir|filtre|kural)[^ .]{0,6} olmayan', reach: WIDE },
  // Indonesian, Malay
  { drop: ' (?:abaikan|lupakan|hiraukan)', prior: ' (?:sebelumnya|sebelum ini|semua |di atas)', rules: ' (?:instruksi|aturan|perintah|arahan|peraturan)', show: ' (?:tampilkan|tunjukkan|ungkapkan|berikan|beritahu)', prompt: ' (?:prompt sistem|instruksi sistem|pesan sistem|perintah sistem)', free: ' tanpa [^.]{0,20}(?:batasan|filter|aturan)', reach: WIDE },
  // Vietnamese
  { drop: ' (?:bo qua|phot lo|quen)', prior: ' (?:truoc|tat ca|o tren|phia tren)', rules: ' (?:huong dan|chi dan|lenh|quy tac|chi thi)', show: ' (?:tiet lo|hien thi|cho toi|in ra|cho biet)', prompt: ' (?:system prompt|loi nhac he thong|huong dan he thong|prompt he thong)', free: ' khong [^.]{0,20}(?:gioi han|han che)', reach: WIDE },
  // Arabic
  { drop: ' (?:تجاهل|انس|انسى|اهمل|تخط)', prior: ' (?:السابق|جميع|كل |اعلاه|التي سبقت)', rules: ' (?:التعليمات|تعليمات|القواعد|قواعد|الاوامر|الارشادات)', show: ' (?:اعرض|اظهر|اكشف|اطبع|اخبرني)', prompt: ' (?:موجه النظام|تعليماتك|رساله النظام|تعليمات النظام|عن تعليمات)', free: ' (?:بدون|بلا) [^.]{0,20}(?:قيود|حدود|قواعد)', reach: WIDE },
  // Hindi
  { drop: '(?:अनदेखा|नज़रअंदाज़|भूल जाओ|उपेक्षा)', prior: '(?:पिछल|सभी|पहले|ऊपर)', rules: '(?:निर्देश|नियम|आदेश)', show: '(?:दिखाओ|दिखा|बताओ|प्रकट)', prompt: '(?:सिस्टम प्रॉम्प्ट|सिस्टम निर्देश|सिस्टम संदेश)', free: 'बिना[^.]{0,20}(?:प्रतिबंध|नियम)', reach: WIDE },
  // Chinese
  { drop: '(?:忽略|无视|無視|忘记|忘掉|不要理会|抛弃)', prior: '(?:之前|以前|以上|前面|上述|先前|所有|你的)', rules: '(?:指令|指示|规则|規則|说明|要求|限制|提示)', show: '(?:告诉|显示|输出|透露|展示|打印|说出|重复)', prompt: '(?:系统提示|系统指令|系统消息|系統提示|你的指令|初始提示)', free: '(?:没有|無|无|不受)[^.]{0,6}(?:限制|约束|规则)', reach: DENSE },
  // Japanese
  { drop: '(?:無視|忘れ|破棄)', prior: '(?:以前|前の|これまで|上記|すべて|全て)', rules: '(?:指示|命令|ルール|規則|プロンプト)', show: '(?:表示|教え|見せ|出力|公開)', prompt: '(?:システムプロンプト|システムメッセージ|あなたの指示|初期指示)', free: '(?:制限|規制|フィルタ)[^.]{0,4}(?:ない|なし)', reach: DENSE },
  // Korean
  { drop: '(?:무시|잊어|잊고|잊으)', prior: '(?:이전|지금까지|앞의|위의|모든)', rules: '(?:지시|명령|규칙|지침)', show: '(?:보여|출력|알려|공개|표시)', prompt: '(?:시스템 프롬프트|시스템프롬프트|시스템 메시지|시스템 지시)', free: '(?:제한|규칙|필터)[^.]{0,4}(?:없는|없이)', reach: 30 },
]

const pattern = (source: string): RegExp => new RegExp(foldLetters(source), 'g')

export const keywordPatterns: readonly KeywordPatterns[] = stems.map(({ reach, ...sources }) => ({
  drop: pattern(sources.drop),
  prior: pattern(sources.prior),
  rules: pattern(sources.rules),
  show: pattern(sources.show),
  prompt: pattern(sources.prompt),
  free: pattern(sources.free),
  reach,
}))
