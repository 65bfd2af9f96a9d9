// Injections in languages other than English: stems, as patterns over normalized words. Word order differs between languages, so they are
// searched near each other, by `other-language-signals.ts`. One file, since it is one table: 28 languages with the same columns.
import { foldLetters } from './normalize-words.ts'

interface Stems {
  readonly language: string
  readonly keywords: Keywords<string>
  /** Absent for languages without cues. */
  readonly cues?: Cues<string>
}

interface Keywords<Pattern> {
  /** Verbs that dismiss. */
  readonly drop: Pattern
  readonly prior: Pattern
  readonly rules: Pattern
  /** Verbs that request. */
  readonly show: Pattern
  /** The system prompt. */
  readonly prompt: Pattern
  /** Phrases of freedom. */
  readonly free: Pattern
  /** Maximum distance in characters that counts as near. */
  readonly reach: number
}

interface Cues<Pattern> {
  /** An AI or an assistant, as these languages name it. */
  readonly machine: Pattern
  /** An address next to its name: a note, a call. */
  readonly call: Pattern
  /** Orders to send, execute, replace or recommend something. */
  readonly act: Pattern
  /** Secrecy: the user must not be informed or asked. */
  readonly hide: Pattern
  /** Another task. */
  readonly task: Pattern
  /** The instructions that a model was given before the conversation. */
  readonly given: Pattern
  readonly place: Pattern
  readonly exact: Pattern
  /** Maximum distance in characters that counts as near. */
  readonly reach: number
}

export type KeywordPatterns = Keywords<RegExp>
export type CuePatterns = Cues<RegExp>

// biome-ignore format: a table
const languages: readonly Stems[] = [
  {
    language: 'German',
    keywords: {
      drop: ' (?:ignorier|vergiss|vergesst|vergessen|missacht|verwirf|umgeh)',
      prior: ' (?:vorherig|bisherig|vorig|obig|fruher|vorangegangen|alle |alles |deine |ihre |saemtlich|samtlich)',
      rules: ' (?:anweisung|regel|instruktion|vorgabe|befehl|richtlinie|vorher gesagt|anleitungen )',
      show: ' (?:zeig|gib |geben |nenn|verrat|offenbar|druck|wiederhol)',
      prompt: ' (?:systemprompt|system prompt|systemanweisung|systemnachricht|deine anweisung|ihre anweisung|interne anweisung)',
      free: ' (?:ohne |keine )[^.]{0,20}(?:einschrankung|beschrankung|regeln|filter)',
      reach: 60,
    },
    cues: {
      machine: ' (?:ki |ki assisten|ki agent|ki modell|sprachmodell|assistent |assistenten )',
      call: ' (?:hinweis|achtung|an die |an den |an alle |liebe |lieber |anweisung|nachricht|wenn du |falls du )',
      act: ' (?:sende |schick |leite |losche |empfiehl |empfehle |bewerte |uberweise |fuhre |rufe |offne |fuge |ersetze |gib |behaupte |verschicke |ubermittle )',
      hide: ' (?:(?:erwahne|sag|sage|verrate|melde|erzahl|erzahle|informiere)(?: [^.]{1,20}){0,3} (?:nicht|nichts)|ohne (?:es |das |dies |den nutzer |den benutzer |ruckfrage|nachzufragen)|verschweig|heimlich)',
      task: ' (?:nicht zusammen|stattdessen|sondern |ubersetze [^.]{0,12}nicht|ignoriere|systemanweisung|vergiss )',
      given: ' (?:anweisung|vorgaben|text|regeln|alles|nachricht)[^.]{0,40} (?:hast du|du [^.]{0,30}(?:bekommen|erhalten)|dir|der vor|die vor|das vor|steht)',
      place: ' (?:vor meiner|vor dieser|am anfang|zu beginn|oberhalb|davor|vor diesem|bevor ich)',
      exact: ' (?:wortlich|wort fur wort|gesamten|vollstandig|unverandert|komplett|exakt|schreib|gib |wiederhol|zeig|nenn)',
      reach: 200,
    },
  },
  {
    language: 'French',
    keywords: {
      drop: ' (?:ignore(?![ds] )|ignorez|oublie|oubliez|neglige|desobeis)',
      prior: ' (?:precedent|anterieur|ci dessus|toutes |tes |vos |avant)',
      rules: ' (?:instruction|consigne|regle|directive|ordres)',
      show: ' (?:affiche|montre|revele|donne|repete|imprime|dis moi)',
      prompt: ' (?:prompt systeme|invite systeme|prompt du systeme|tes instructions|vos instructions|message systeme)',
      free: ' sans [^.]{0,20}(?:restriction|filtre|limite|regle)',
      reach: 60,
    },
    cues: {
      machine: ' (?:assistant ia|lassistant ia|lia |ia |lassistant |assistant virtuel|modele de langage|le modele |agent ia|lagent ia)',
      call: ' (?:note|attention|a lattention|pour l|pour le|pour tout|instruction|cher |chere |si tu es|si vous etes|message)',
      act: ' (?:envoie |envoyez |transfere |transferez |recommande |recommandez |supprime |execute |remplace |reponds |dis |affirme |ajoute |publie |note )',
      hide: ' (?:sans (?:le dire|en parler|lui dire|prevenir|linformer|informer lutil)|nen parle|nen parlez|ne (?:le |lui |les )?(?:dis |dites |mentionne |previens |prevenez |signale |informe )|discretement)',
      task: ' (?:ignore |ignorez |oublie |oubliez |au lieu|ne resume|ne resumez|ne traduis|ne traduisez)',
      given: ' (?:consignes|instructions|regles|texte|tout ce)[^.]{0,40} (?:tu as|vous avez|tont |tas |recu|recues|donnees)',
      place: ' (?:avant cette|avant mon|avant ce|au debut|ci dessus|au depart|precede)',
      exact: ' (?:mot pour mot|textuellement|integral|exactement|repete|recopie|affiche|donne|montre|ecris)',
      reach: 200,
    },
  },
  {
    language: 'Spanish',
    keywords: {
      drop: ' (?:ignora|ignore(?![ds] )|ignorad|olvida|olvide|omite|desobedece|descarta)',
      prior: ' (?:anterior|previa|previas|todas |todo |tus |sus )',
      rules: ' (?:instruccion|regla|directriz|directrices|ordenes|normas)',
      show: ' (?:muestra|muestrame|revela|dime|imprime|ensena|repite)',
      prompt: ' (?:prompt del sistema|mensaje del sistema|tus instrucciones|prompt de sistema|instrucciones del sistema)',
      free: ' sin [^.]{0,20}(?:restriccion|filtro|limite|regla)',
      reach: 60,
    },
    cues: {
      machine: ' (?:asistente de ia|asistente|la ia |ia |modelo de lenguaje|agente de ia|inteligencia artificial)',
      call: ' (?:nota|atencion|aviso|para el|para la|para cualquier|instruccion|instrucciones|estimad|si eres|mensaje)',
      act: ' (?:envia |envie |reenvia |reenvie |manda |recomienda |recomiende |borra |elimina |ejecuta |reemplaza |sustituye |responde |di que|publica |transfiere )',
      hide: ' (?:sin (?:decir|avisar|decirselo|informar|mencionar)|no (?:se lo |lo |le |les )?(?:digas|diga |menciones|informes|avises)[^.]{0,20}|en secreto)',
      task: ' (?:ignora |ignore |olvida |en lugar de|en vez de|no resumas|no traduzcas|antes de responder)',
      given: ' (?:instrucciones|reglas|texto|todo lo)[^.]{0,40} (?:recibiste|te dieron|has recibido|te han|que tienes)',
      place: ' (?:antes de est|antes de mi|al principio|al inicio|mas arriba|anterior a)',
      exact: ' (?:literal|palabra por palabra|exact|textual|integr|repite|escribe|muestra|copia|dime)',
      reach: 200,
    },
  },
  {
    language: 'Italian',
    keywords: {
      drop: ' (?:ignora|ignorate|dimentica|dimenticate|trascura|disobbedisci)',
      prior: ' (?:precedent|tutte |tue |che ti |sopra)',
      rules: ' (?:istruzioni|regole|direttive|ordini)',
      show: ' (?:mostra|mostrami|rivela|dimmi|stampa|ripeti)',
      prompt: ' (?:prompt di sistema|prompt del sistema|istruzioni di sistema|tue istruzioni|messaggio di sistema)',
      free: ' senza [^.]{0,20}(?:restrizion|filtri|limiti|regole)',
      reach: 60,
    },
    cues: {
      machine: ' (?:assistente ai|assistente ia|assistente|lassistente|modello linguistico|lia |lai |agente ai)',
      call: ' (?:nota|attenzione|avviso|per l|allattenzione|istruzion|se sei|quando leggi|messaggio)',
      act: ' (?:invia |inoltra |manda |consiglia |raccomanda |cancella |elimina |esegui |sostituisci |rispondi |di che|aggiungi |prenota |trasferisci )',
      hide: ' (?:senza (?:dirlo|dirgli|chiedere|avvisare|informare|menzionar)|non (?:dirlo|dire |menzionar|avvisare|informare|parlarne)|di nascosto)',
      task: ' (?:ignora |dimentica |invece di|al posto di|non riassumere|non tradurre|prima di rispondere)',
      given: ' (?:istruzioni|regole|testo|tutto cio)[^.]{0,40} (?:hai ricevuto|ti hanno|ti sono|ricevute)',
      place: ' (?:prima di questa|prima del|allinizio|sopra|precede)',
      exact: ' (?:parola per parola|letteral|esatt|integral|ripeti|scrivi|mostra|copia)',
      reach: 200,
    },
  },
  {
    language: 'Portuguese',
    keywords: {
      drop: ' (?:ignore(?![ds] )|ignora|esqueca|esquece|desconsidere|desobedeca)',
      prior: ' (?:anterior|previas|todas |suas |tuas |acima)',
      rules: ' (?:instrucoes|regras|diretrizes|ordens|comandos)',
      show: ' (?:mostre|mostra|revele|revela|diga|exiba|imprima)',
      prompt: ' (?:prompt do sistema|prompt de sistema|suas instrucoes|mensagem do sistema|instrucoes do sistema)',
      free: ' sem [^.]{0,20}(?:restric|filtro|limite|regras)',
      reach: 60,
    },
    cues: {
      machine: ' (?:assistente de ia|assistente|modelo de linguagem|a ia |ia |agente de ia)',
      call: ' (?:nota|atencao|aviso|para o|para a|instrucao|instrucoes|se voce e|mensagem|caro )',
      act: ' (?:envie |encaminhe |mande |recomende |apague |exclua |execute |substitua |responda |diga |transfira |publique )',
      hide: ' (?:sem (?:dizer|avisar|informar|mencionar|contar)|nao (?:o |lhe )?(?:diga|mencione|avise|informe|conte)|em segredo)',
      task: ' (?:ignore |esqueca |em vez de|no lugar de|nao resuma|nao traduza)',
      given: ' (?:instrucoes|regras|texto|tudo o)[^.]{0,40} (?:recebeu|voce tem|te deram|foram dadas|recebeste)',
      place: ' (?:antes desta|antes da minha|no inicio|no comeco|acima)',
      exact: ' (?:palavra por palavra|literal|exat|integr|repita|escreva|mostre|copie)',
      reach: 200,
    },
  },
  {
    language: 'Dutch',
    keywords: {
      drop: ' (?:negeer|vergeet|omzeil)',
      prior: ' (?:eerdere|vorige|voorgaande|alle |jouw |je |bovenstaande)',
      rules: ' (?:instructies|regels|richtlijnen|opdrachten|aanwijzingen)',
      show: ' (?:toon|laat |geef|onthul|vertel|herhaal)',
      prompt: ' (?:systeemprompt|systeem prompt|verborgen instructies|jouw instructies|je instructies|systeembericht)',
      free: ' zonder [^.]{0,20}(?:beperking|filter|regels)',
      reach: 60,
    },
    cues: {
      machine: ' (?:ai assistent|assistent|taalmodel|ai agent|ai model|ai )',
      call: ' (?:opmerking|let op|aan de |aan alle|instructie|beste|als je een|bericht|voor de )',
      act: ' (?:stuur |verzend |mail |raad |beveel |verwijder |wis |voer |vervang |zeg |voeg |boek |maak )',
      hide: ' (?:zonder (?:het |dit )?(?:te )?(?:zeggen|melden|vertellen|vragen)|(?:vertel|meld|noem|zeg)(?: [^.]{1,20}){0,3} (?:niet|niets)|stiekem)',
      task: ' (?:negeer |vergeet |in plaats van|vat [^.]{0,20}niet samen|vertaal [^.]{0,20}niet|voordat je)',
      given: ' (?:instructies|regels|tekst|alles)[^.]{0,40} (?:je kreeg|je hebt|je kregen|gekregen|ontvangen)',
      place: ' (?:voor mijn|voor dit|aan het begin|hierboven)',
      exact: ' (?:woord voor woord|letterlijk|exact|volledig|herhaal|toon|schrijf)',
      reach: 200,
    },
  },
  {
    language: 'Polish',
    keywords: {
      drop: ' (?:zignoruj|ignoruj|zapomnij|pomin)',
      prior: ' (?:poprzedni|wczesniejsz|wszystki|powyzsz|swoje|swoich|twoje)',
      rules: ' (?:instrukcj|zasad|polecen|regul|wytyczn)',
      show: ' (?:pokaz|ujawnij|wyswietl|podaj|powtorz|zdradz)',
      prompt: ' (?:prompt systemow|swoje instrukcje|swoj prompt|instrukcje systemowe|ukryte instrukcje)',
      free: ' bez [^.]{0,20}(?:ogranicz|filtr|zasad)',
      reach: 60,
    },
    cues: {
      machine: ' (?:asystenta ai|asystent ai|asystenci|asystenta|asystent|model jezykowy|modelu jezykow|ai |agent ai)',
      call: ' (?:uwaga|do asyst|dla |notatka|instrukcja|jesli jestes|wiadomosc|drogi)',
      act: ' (?:wyslij |przeslij |przekaz |polec |usun |wykonaj |zamien |powiedz |dodaj |przelej )',
      hide: ' (?:nie (?:informuj|mow|wspominaj|zglaszaj)|bez (?:wiedzy|informow|mowienia)|po cichu)',
      task: ' (?:zignoruj|ignoruj |zapomnij |zamiast |nie streszczaj|nie tlumacz)',
      given: ' (?:instrukcj|zasad|tekst|wszystk)[^.]{0,40} (?:dostal|otrzymal|ci podan|masz)',
      place: ' (?:przed ta|przed moja|na poczatku|powyzej)',
      exact: ' (?:slowo w slowo|doslowni|dokladn|powtorz|wypisz|pokaz|cal)',
      reach: 200,
    },
  },
  {
    language: 'Swedish, Danish, Norwegian',
    keywords: {
      drop: ' (?:ignorera|ignorer|glom|glem|strunta|bortse)',
      prior: ' (?:tidigare|tidligere|foregaende|ovanstaende|alla |alle |dina |dine )',
      rules: ' (?:instruktion|regler|anvisning|riktlinjer|retningslinj)',
      show: ' (?:visa|vis |avsloja|afslor|skriv|beratta|fortel)',
      prompt: ' (?:systemprompt|systemmeddel|dina instruktioner|dine instruk)',
      free: ' (?:utan|uden|uten) [^.]{0,20}(?:begrans|begraens|filter|regler)',
      reach: 60,
    },
    cues: {
      machine: ' (?:ai assistent|assistent|assistenten|sprakmodell|sprogmodel|ai )',
      call: ' (?:obs |till |til |notera|bemaerk|instruktion|om du ar|hvis du er|kara |kaere |kjaere )',
      act: ' (?:skicka |send |vidarebefordra |videresend |rekommendera |anbefal |radera |slet |slett |kor |saga |lagg |tilfoj )',
      hide: ' (?:utan att (?:saga|beratta|namna)|uden at (?:sige|fortaelle|naevne)|uten a (?:si |fortelle|nevne)|(?:beratta|namn|fortael|fortell|naevn|nevn|sag|si|sig)(?: [^.]{1,20}){0,3} (?:inte|ikke)|i hemlighet)',
      task: ' (?:ignorera |ignorer |glom |glem |i stallet for|istallet for|i stedet for|sammanfatta inte|opsummer ikke|oppsummer ikke)',
      given: ' (?:instruktioner|instruktionen|regler|text|allt|instruksjon)[^.]{0,40} (?:du fick|du fik|du har|du fatt|modtog|mottok)',
      place: ' (?:fore |innan |i borjan|i starten|ovanfor|for denne|for min)',
      exact: ' (?:ord for ord|ordagrant|ordret|exakt|upprepa|gentag|gjenta|skriv|visa|vis )',
      reach: 200,
    },
  },
  {
    language: 'Russian, Ukrainian',
    keywords: {
      drop: ' (?:игнорир|проигнорир|забудь|забудьте|отбрось|не обращаи|игноруи|проигноруи)',
      prior: ' (?:предыдущ|прежн|все |свои|вышеуказ|твои|попередн|усі |всі )',
      rules: ' (?:инструкц|правил|указани|команд|інструкц|iнструкц|настанов)',
      show: ' (?:покаж|раскро|выведи|напечат|скажи|повтори|виведи)',
      prompt: ' (?:системныи промпт|системныи промт|свои системныи|системное сообщение|системну|системнии промпт|системную инструкц|свои инструкц)',
      free: ' без [^.]{0,20}(?:ограничен|фильтр|правил|обмежен)',
      reach: 60,
    },
    cues: {
      machine: ' (?:ии |ии ассистент|ассистент|ассистенту|ассистента|языков|помощник|помощника|нейросет|асистент|асистента|ші |шi )',
      call: ' (?:важно для|внимание|для |примечание|заметка|уважаем|если ты|сообщение|увага|якщо ти|к )',
      act: ' (?:отправь|перешли|порекомендуи|рекомендуи|удали |выполни |замени |ответь|скажи |добавь|надішли|надишли|видали |виконаи)',
      hide: ' (?:(?:ничего )?не (?:говори|сообщаи|упоминаи|рассказываи|кажи|повідомляи)(?: [^.]{1,20}){0,2} (?:пользовател|об этом|ему|никому|користувач)|ничего не говори|нічого не кажи|тайно|без ведома)',
      task: ' (?:не пересказыва|не переводи|не резюмир|вместо |игнорируи|забудь|замість )',
      given: ' (?:инструкци|правил|текст|все что|указани|інструкці)[^.]{0,40} (?:тебе|ты получил|получил|дали|тобі|отримав)',
      place: ' (?:до этого|до моего|перед |в начале|выше|на початку)',
      exact: ' (?:дословно|слово в слово|полностью|точн|повтори|выведи|покажи|напиши)',
      reach: 200,
    },
  },
  {
    language: 'Turkish',
    keywords: {
      drop: ' (?:yok say|gormezden gel|goz ardi et|unut|dikkate alma)',
      prior: ' (?:onceki|tum |butun |yukaridaki)',
      rules: ' (?:talimat|kural|yonerge|komut)',
      show: ' (?:goster|acikla|yazdir|paylas|soyle)',
      prompt: ' (?:sistem istem|sistem prompt|sistem talimat|sistem mesaj)',
      free: '(?:kisitlama|sinir|filtre|kural)[^ .]{0,6} olmayan',
      reach: 60,
    },
    cues: {
      machine: ' (?:yapay zeka|asistan|asistani|dil modeli|sohbet robotu)',
      call: ' (?:not |dikkat|icin |sayin|eger sen|mesaj)',
      act: ' (?:gonder |ilet |oner |sil |calistir |degistir |soyle |ekle |aktar )',
      hide: ' (?:soyleme |bahsetme |bildirme |haber verme|gizlice)',
      task: ' (?:ozetleme |cevirme |yerine |unut |gormezden)',
      given: ' (?:talimat|kural|metin|her sey)[^.]{0,40} (?:aldigin|verilen|sana)',
      place: ' (?:once|onceki|basinda|baslangic|yukaridaki)',
      exact: ' (?:kelimesi kelimesine|aynen|tam |tekrarla|yaz |goster)',
      reach: 200,
    },
  },
  {
    language: 'Indonesian, Malay',
    keywords: {
      drop: ' (?:abaikan|lupakan|hiraukan)',
      prior: ' (?:sebelumnya|sebelum ini|semua |di atas)',
      rules: ' (?:instruksi|aturan|perintah|arahan|peraturan)',
      show: ' (?:tampilkan|tunjukkan|ungkapkan|berikan|beritahu)',
      prompt: ' (?:prompt sistem|instruksi sistem|pesan sistem|perintah sistem)',
      free: ' tanpa [^.]{0,20}(?:batasan|filter|aturan)',
      reach: 60,
    },
  },
  {
    language: 'Vietnamese',
    keywords: {
      drop: ' (?:bo qua|phot lo|quen)',
      prior: ' (?:truoc|tat ca|o tren|phia tren)',
      rules: ' (?:huong dan|chi dan|lenh|quy tac|chi thi)',
      show: ' (?:tiet lo|hien thi|cho toi|in ra|cho biet)',
      prompt: ' (?:system prompt|loi nhac he thong|huong dan he thong|prompt he thong)',
      free: ' khong [^.]{0,20}(?:gioi han|han che)',
      reach: 60,
    },
  },
  {
    language: 'Arabic',
    keywords: {
      drop: ' (?:تجاهل|انس|انسى|اهمل|تخط)',
      prior: ' (?:السابق|جميع|كل |اعلاه|التي سبقت)',
      rules: ' (?:التعليمات|تعليمات|القواعد|قواعد|الاوامر|الارشادات)',
      show: ' (?:اعرض|اظهر|اكشف|اطبع|اخبرني)',
      prompt: ' (?:موجه النظام|تعليماتك|رساله النظام|تعليمات النظام|عن تعليمات)',
      free: ' (?:بدون|بلا) [^.]{0,20}(?:قيود|حدود|قواعد)',
      reach: 60,
    },
  },
  {
    language: 'Hindi',
    keywords: {
      drop: '(?:अनदेखा|नज़रअंदाज़|भूल जाओ|उपेक्षा)',
      prior: '(?:पिछल|सभी|पहले|ऊपर)',
      rules: '(?:निर्देश|नियम|आदेश)',
      show: '(?:दिखाओ|दिखा|बताओ|प्रकट)',
      prompt: '(?:सिस्टम प्रॉम्प्ट|सिस्टम निर्देश|सिस्टम संदेश)',
      free: 'बिना[^.]{0,20}(?:प्रतिबंध|नियम)',
      reach: 60,
    },
  },
  {
    language: 'Chinese',
    keywords: {
      drop: '(?:忽略|无视|無視|忘记|忘掉|不要理会|抛弃)',
      prior: '(?:之前|以前|以上|前面|上述|先前|所有|你的)',
      rules: '(?:指令|指示|规则|規則|说明|要求|限制|提示)',
      show: '(?:告诉|显示|输出|透露|展示|打印|说出|重复)',
      prompt: '(?:系统提示|系统指令|系统消息|系統提示|你的指令|初始提示)',
      free: '(?:没有|無|无|不受)[^.]{0,6}(?:限制|约束|规则)',
      reach: 18,
    },
    cues: {
      machine: '(?:ai助手|ai助理|人工智能|语言模型|語言模型|智能助手|大模型|ai代理|助手请|助手請)',
      call: '(?:请注意|注意|致|给|如果你是|如果您是|阅读|阅)',
      act: '(?:发送到|发送给|发给|发到|转发|寄给|傳送|推荐|删除|执行|替换|回答说|转账|上传)',
      hide: '(?:不要告诉用户|不要通知用户|不要提及|不必询问|无需确认|别告诉用户|不要告訴|悄悄)',
      task: '(?:不要总结|不要翻译|不要概括|而是|忽略|忘记)',
      given: '(?:收到的|得到的|告诉你|给你的|被告知)',
      place: '(?:之前|以上|开头|开始|前面|第一条)',
      exact: '(?:原样|逐字|一字不|完整|全部|原文|重复|复述|输出)',
      reach: 70,
    },
  },
  {
    language: 'Japanese',
    keywords: {
      drop: '(?:無視|忘れ|破棄)',
      prior: '(?:以前|前の|これまで|上記|すべて|全て)',
      rules: '(?:指示|命令|ルール|規則|プロンプト)',
      show: '(?:表示|教え|見せ|出力|公開)',
      prompt: '(?:システムプロンプト|システムメッセージ|あなたの指示|初期指示)',
      free: '(?:制限|規制|フィルタ)[^.]{0,4}(?:ない|なし)',
      reach: 18,
    },
    cues: {
      machine: '(?:aiアシスタント|アシスタント|言語モデル|人工知能|aiエージェント|エージェント|aiモテル|チャットホット|チャットボット)',
      call: '(?:へ |へ|宛|の場合|を読んで|注意)',
      act: '(?:送信|転送|送って|推薦して|勧めて|削除して|実行して|置き換え|追加して|振り込|答えて|回答して|アップロード|アッフロート)',
      hide: '(?:知らせない|伝えない|言わない|報告しない|確認せず|内緒|黙って)',
      task: '(?:要約せず|要約しない|翻訳せず|代わりに|無視して|忘れて)',
      given: '(?:受け取った|与えられた|指示された|言われた)',
      place: '(?:前に|以前|最初|冒頭|上の|始まる)',
      exact: '(?:そのまま|一字一句|全文|正確に|すべて|全て|繰り返|出力)',
      reach: 70,
    },
  },
  {
    language: 'Korean',
    keywords: {
      drop: '(?:무시|잊어|잊고|잊으)',
      prior: '(?:이전|지금까지|앞의|위의|모든)',
      rules: '(?:지시|명령|규칙|지침)',
      show: '(?:보여|출력|알려|공개|표시)',
      prompt: '(?:시스템 프롬프트|시스템프롬프트|시스템 메시지|시스템 지시)',
      free: '(?:제한|규칙|필터)[^.]{0,4}(?:없는|없이)',
      reach: 30,
    },
    cues: {
      machine: '(?:ai 비서|ai비서|ai 어시스턴트|어시스턴트|언어 모델|언어모델|인공지능|ai 에이전트|챗봇)',
      call: '(?:에게|주의|라면|께)',
      act: '(?:보내고|보내세요|보내줘|전송하|전달하|추천하|삭제하|실행하|바꾸|추가하|송금하|업로드하)',
      hide: '(?:알리지 마|말하지 마|언급하지 마|묻지 말|확인하지 말|몰래)',
      task: '(?:요약하지 말|번역하지 말|대신 |무시하|잊어)',
      given: '(?:받은|주어진|지시받은)',
      place: '(?:이전|전에|처음|시작|위의)',
      exact: '(?:그대로|한 글자도|전부|정확히|모두|반복|출력)',
      reach: 70,
    },
  },
  {
    language: 'Hebrew',
    keywords: {
      drop: '(?:התעלמ|תתעלמ|התעלם|שכח|תשכח|בטל את)',
      prior: '(?:הקודמ|לעיל|כל ה|למעלה|שקיבלת)',
      rules: '(?:הוראות|ההוראות|הנחיות|ההנחיות|כללים|הכללים|פקודות)',
      show: '(?:הצג|חשוף|גלה|הראה|הדפס|תגיד)',
      prompt: '(?:הנחיית המערכת|הנחיות המערכת|פרומפט המערכת|הודעת המערכת|הוראות המערכת)',
      free: '(?:ללא|בלי) [^.]{0,20}(?:הגבל|כללים|מגבל)',
      reach: 60,
    },
  },
  {
    language: 'Thai',
    keywords: {
      drop: '(?:เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ไม่สนใจ|ลืม|ข้าม)',
      prior: '(?:ก่อนหน้า|ทั้งหมด|ข้างต้น|เดิม)',
      rules: '(?:คำสั่ง|คำแนะนำ|กฎ|ข้อกำหนด)',
      show: '(?:แสดง|เปิดเผย|บอก|พิมพ์)',
      prompt: '(?:พรอมต์ระบบ|คำสั่งระบบ|ข้อความระบบ|system prompt)',
      free: '(?:ไม่มี|ปราศจาก)[^.]{0,20}(?:ข้อจำกัด|กฎ)',
      reach: 60,
    },
  },
  {
    language: 'Czech, Slovak',
    keywords: {
      drop: ' (?:ignoruj|zapomen|zabudn|nedbej|prehlizej|nevsimej)',
      prior: ' (?:predchoz|predosl|predchadz|vsechn|vsetk|vyse|drivejs)',
      rules: ' (?:pokyn|instrukc|instrukt|pravid|prikaz)',
      show: ' (?:ukaz|vypis|zobraz|prozrad|odhal|rekni)',
      prompt: ' (?:systemov[a-z]{1,3} (?:prompt|zprav|sprav|pokyn|instrukc)|sve pokyny|svuj prompt)',
      free: ' (?:bez|zadn[a-z]{1,2}) [^.]{0,20}(?:omezen|obmedzen|pravidel|pravidiel|filtr)',
      reach: 60,
    },
  },
  {
    language: 'Greek',
    keywords: {
      drop: '(?:αγνοησ|αγνοεισ|ξεχασ|παραβλεψ)',
      prior: '(?:προηγουμεν|παραπανω|ολεσ|ολα)',
      rules: '(?:οδηγι|εντολ|κανον)',
      show: '(?:δειξε|εμφανισ|αποκαλυψ|πεσ μου|εκτυπωσ)',
      prompt: '(?:προτροπη συστηματοσ|μηνυμα συστηματοσ|οδηγιεσ συστηματοσ|system prompt)',
      free: '(?:χωρισ) [^.]{0,20}(?:περιορισμ|κανον|φιλτρ)',
      reach: 60,
    },
  },
  {
    language: 'Finnish',
    keywords: {
      drop: ' (?:ohita|jata huomi|unohda|sivuuta)',
      prior: ' (?:aiemm|aikaisem|edelli|kaikki|ylla)',
      rules: ' (?:ohje|ohjee|maarays|maaray|saann|kask)',
      show: ' (?:nayta|paljasta|tulosta|kerro)',
      prompt: ' (?:jarjestelmakeho|jarjestelmaviest|jarjestelmaohje|jarjestelman keho)',
      free: ' (?:ilman|vailla) [^.]{0,20}(?:rajoituk|saanto|suodat)',
      reach: 60,
    },
  },
  {
    language: 'Hungarian',
    keywords: {
      drop: ' (?:hagyd figyelmen|hagyja figyelmen|felejtsd|felejts|ne vedd figyelembe|mellozd)',
      prior: ' (?:korabbi|elozo|osszes|minden|fenti)',
      rules: ' (?:utasitas|szabaly|parancs|iranyelv|instrukcio)',
      show: ' (?:mutasd|ird ki|fedd fel|aruld el|jelenitsd)',
      prompt: ' (?:rendszerprompt|rendszeruzenet|rendszerutasitas|rendszer prompt)',
      free: '(?:korlatozas|szabaly|szuro|korlat)[^ .]{0,6} nelkul',
      reach: 60,
    },
  },
  {
    language: 'Romanian',
    keywords: {
      drop: ' (?:ignora|ignorati|uita|uitati|nu tine cont|nesocoteste)',
      prior: ' (?:anterioar|precedent|toate|de mai sus|dinainte)',
      rules: ' (?:instructiun|regul|comenz|indicati|directiv)',
      show: ' (?:arata|afiseaza|dezvaluie|spune mi)',
      prompt: ' (?:promptul de sistem|promptul sistemului|mesajul de sistem|mesajul sistemului|instructiunile tale)',
      free: ' fara [^.]{0,20}(?:restrict|reguli|filtr|limit)',
      reach: 60,
    },
  },
  {
    language: 'Persian',
    keywords: {
      drop: '(?:ناديده بگير|نادیده بگیر|فراموش کن|چشم پوشی|بی توجه)',
      prior: '(?:قبلی|پیشین|همه|تمام|بالا|قبل)',
      rules: '(?:دستور|دستورالعمل|قوانین|قواعد|فرمان)',
      show: '(?:نشان بده|نمایش بده|فاش کن|بگو|چاپ کن)',
      prompt: '(?:پرامپت سیستم|پیام سیستم|دستورات سیستم|دستورالعمل سیستم)',
      free: '(?:بدون) [^.]{0,20}(?:محدودیت|قانون|فیلتر)',
      reach: 60,
    },
  },
  {
    language: 'Bengali',
    keywords: {
      drop: '(?:উপেক্ষা|অগ্রাহ্য|ভুলে যাও|ভুলে যান|বাদ দাও)',
      prior: '(?:আগের|পূর্ববর্তী|সমস্ত|সব|উপরের|পূর্বের)',
      rules: '(?:নির্দেশ|নির্দেশনা|নিয়ম|আদেশ)',
      show: '(?:দেখাও|দেখান|প্রকাশ|বলো|বলুন)',
      prompt: '(?:সিস্টেম প্রম্পট|সিস্টেম বার্তা|সিস্টেম নির্দেশ)',
      free: '(?:কোনো|ছাড়া)[^.]{0,20}(?:সীমাবদ্ধতা|নিয়ম)',
      reach: 60,
    },
  },
  {
    language: 'Swahili',
    keywords: {
      drop: ' (?:puuza|sahau|achana na|usizingatie|usifuate)',
      prior: ' (?:yaliyotangulia|zilizotangulia|ya awali|za awali|yote|zote|ya juu|hapo juu|yaliyopita)',
      rules: ' (?:maagizo|maelekezo|sheria|amri|kanuni)',
      show: ' (?:onyesha|nionyeshe|fichua|niambie|chapisha)',
      prompt: ' (?:kidokezo cha mfumo|maagizo ya mfumo|ujumbe wa mfumo|maelekezo ya mfumo)',
      free: ' bila [^.]{0,20}(?:vikwazo|sheria|kanuni|mipaka)',
      reach: 60,
    },
  },
  {
    language: 'Tagalog',
    keywords: {
      drop: ' (?:balewalain|kalimutan|huwag sundin|huwag pansinin|isantabi)',
      prior: ' (?:nakaraan|naunang|nauna|lahat|sa itaas|dati)',
      rules: ' (?:tagubilin|utos|panuto|patakaran|alituntunin)',
      show: ' (?:ipakita|ibunyag|sabihin|ilantad|i print)',
      prompt: ' (?:system prompt|tagubilin ng sistema|mensahe ng sistema|utos ng sistema)',
      free: ' (?:walang|nang walang) [^.]{0,20}(?:limitasyon|paghihigpit|patakaran)',
      reach: 60,
    },
  },
]

const pattern = (source: string): RegExp => new RegExp(foldLetters(source), 'g')

export const keywordPatterns: readonly KeywordPatterns[] = languages.map(({ keywords }) => ({
  drop: pattern(keywords.drop),
  prior: pattern(keywords.prior),
  rules: pattern(keywords.rules),
  show: pattern(keywords.show),
  prompt: pattern(keywords.prompt),
  free: pattern(keywords.free),
  reach: keywords.reach,
}))

export const cuePatterns: readonly CuePatterns[] = languages.flatMap(({ cues }) =>
  cues === undefined
    ? []
    : [
        {
          machine: pattern(cues.machine),
          call: pattern(cues.call),
          act: pattern(cues.act),
          hide: pattern(cues.hide),
          task: pattern(cues.task),
          given: pattern(cues.given),
          place: pattern(cues.place),
          exact: pattern(cues.exact),
          reach: cues.reach,
        },
      ],
)
