// Cues in other languages, as keywords near each other: an AI that is addressed and what it is told to do, and requests
// for what it was told before the conversation. Stems, as patterns over normalized words.
import { foldLetters } from './normalize-words.ts'

interface CueStems {
  /** An AI or an assistant, as these languages name it. */
  readonly machine: string
  /** That it is addressed, next to its name: a note, a call. */
  readonly call: string
  /** Orders to send, carry out, replace, recommend something. */
  readonly act: string
  /** That nobody is to be told or asked. */
  readonly hide: string
  /** That the task is another one. */
  readonly task: string
  /** What a model was told. */
  readonly told: string
  readonly place: string
  readonly exact: string
  /** Maximum distance in characters that counts as near. */
  readonly reach: number
}

export type CueKeywords = { readonly [K in Exclude<keyof CueStems, 'reach'>]: RegExp } & {
  readonly reach: number
}

const WIDE = 200
const DENSE = 70

// biome-ignore format: a table
const stems: readonly CueStems[] = [
  // German
  { machine: ' (?:ki |ki assisten|ki agent|ki modell|sprachmodell|assistent |assistenten )', call: ' (?:hinweis|achtung|an die |an den |an alle |liebe |lieber |anweisung|nachricht|wenn du |falls du )', act: ' (?:sende |schick |leite |losche |empfiehl |empfehle |bewerte |uberweise |fuhre |rufe |offne |fuge |ersetze |gib |behaupte |verschicke |ubermittle )', hide: ' (?:(?:erwahne|sag|sage|verrate|melde|erzahl|erzahle|informiere)(?: [^.]{1,20}){0,3} (?:nicht|nichts)|ohne (?:es |das |dies |den nutzer |den benutzer |ruckfrage|nachzufragen)|verschweig|heimlich)', task: ' (?:nicht zusammen|stattdessen|sondern |ubersetze [^.]{0,12}nicht|ignoriere|systemanweisung|vergiss )', told: ' (?:anweisung|vorgaben|text|regeln|alles|nachricht)[^.]{0,40} (?:hast du|du [^.]{0,30}(?:bekommen|erhalten)|dir|der vor|die vor|das vor|steht)', place: ' (?:vor meiner|vor dieser|am anfang|zu beginn|oberhalb|davor|vor diesem|bevor ich)', exact: ' (?:wortlich|wort fur wort|gesamten|vollstandig|unverandert|komplett|exakt|schreib|gib |wiederhol|zeig|nenn)', reach: WIDE },
  // French
  { machine: ' (?:assistant ia|lassistant ia|lia |ia |lassistant |assistant virtuel|modele de langage|le modele |agent ia|lagent ia)', call: ' (?:note|attention|a lattention|pour l|pour le|pour tout|instruction|cher |chere |si tu es|si vous etes|message)', act: ' (?:envoie |envoyez |transfere |transferez |recommande |recommandez |supprime |execute |remplace |reponds |dis |affirme |ajoute |publie |note )', hide: ' (?:sans (?:le dire|en parler|lui dire|prevenir|linformer|informer lutil)|nen parle|nen parlez|ne (?:le |lui |les )?(?:dis |dites |mentionne |previens |prevenez |signale |informe )|discretement)', task: ' (?:ignore |ignorez |oublie |oubliez |au lieu|ne resume|ne resumez|ne traduis|ne traduisez)', told: ' (?:consignes|instructions|regles|texte|tout ce)[^.]{0,40} (?:tu as|vous avez|tont |tas |recu|recues|donnees)', place: ' (?:avant cette|avant mon|avant ce|au debut|ci dessus|au depart|precede)', exact: ' (?:mot pour mot|textuellement|integral|exactement|repete|recopie|affiche|donne|montre|ecris)', reach: WIDE },
  // Spanish
  { machine: ' (?:asistente de ia|asistente|la ia |ia |modelo de lenguaje|agente de ia|inteligencia artificial)', call: ' (?:nota|atencion|aviso|para el|para la|para cualquier|instruccion|instrucciones|estimad|si eres|mensaje)', act: ' (?:envia |envie |reenvia |reenvie |manda |recomienda |recomiende |borra |elimina |ejecuta |reemplaza |sustituye |responde |di que|publica |transfiere )', hide: ' (?:sin (?:decir|avisar|decirselo|informar|mencionar)|no (?:se lo |lo |le |les )?(?:digas|diga |menciones|informes|avises)[^.]{0,20}|en secreto)', task: ' (?:ignora |ignore |olvida |en lugar de|en vez de|no resumas|no traduzcas|antes de responder)', told: ' (?:instrucciones|reglas|texto|todo lo)[^.]{0,40} (?:recibiste|te dieron|has recibido|te han|que tienes)', place: ' (?:antes de est|antes de mi|al principio|al inicio|mas arriba|anterior a)', exact: ' (?:literal|palabra por palabra|exact|textual|integr|repite|escribe|muestra|copia|dime)', reach: WIDE },
  // Italian
  { machine: ' (?:assistente ai|assistente ia|assistente|lassistente|modello linguistico|lia |lai |agente ai)', call: ' (?:nota|attenzione|avviso|per l|allattenzione|istruzion|se sei|quando leggi|messaggio)', act: ' (?:invia |inoltra |manda |consiglia |raccomanda |cancella |elimina |esegui |sostituisci |rispondi |di che|aggiungi |prenota |trasferisci )', hide: ' (?:senza (?:dirlo|dirgli|chiedere|avvisare|informare|menzionar)|non (?:dirlo|dire |menzionar|avvisare|informare|parlarne)|di nascosto)', task: ' (?:ignora |dimentica |invece di|al posto di|non riassumere|non tradurre|prima di rispondere)', told: ' (?:istruzioni|regole|testo|tutto cio)[^.]{0,40} (?:hai ricevuto|ti hanno|ti sono|ricevute)', place: ' (?:prima di questa|prima del|allinizio|sopra|precede)', exact: ' (?:parola per parola|letteral|esatt|integral|ripeti|scrivi|mostra|copia)', reach: WIDE },
  // Portuguese
  { machine: ' (?:assistente de ia|assistente|modelo de linguagem|a ia |ia |agente de ia)', call: ' (?:nota|atencao|aviso|para o|para a|instrucao|instrucoes|se voce e|mensagem|caro )', act: ' (?:envie |encaminhe |mande |recomende |apague |exclua |execute |substitua |responda |diga |transfira |publique )', hide: ' (?:sem (?:dizer|avisar|informar|mencionar|contar)|nao (?:o |lhe )?(?:diga|mencione|avise|informe|conte)|em segredo)', task: ' (?:ignore |esqueca |em vez de|no lugar de|nao resuma|nao traduza)', told: ' (?:instrucoes|regras|texto|tudo o)[^.]{0,40} (?:recebeu|voce tem|te deram|foram dadas|recebeste)', place: ' (?:antes desta|antes da minha|no inicio|no comeco|acima)', exact: ' (?:palavra por palavra|literal|exat|integr|repita|escreva|mostre|copie)', reach: WIDE },
  // Dutch
  { machine: ' (?:ai assistent|assistent|taalmodel|ai agent|ai model|ai )', call: ' (?:opmerking|let op|aan de |aan alle|instructie|beste|als je een|bericht|voor de )', act: ' (?:stuur |verzend |mail |raad |beveel |verwijder |wis |voer |vervang |zeg |voeg |boek |maak )', hide: ' (?:zonder (?:het |dit )?(?:te )?(?:zeggen|melden|vertellen|vragen)|(?:vertel|meld|noem|zeg)(?: [^.]{1,20}){0,3} (?:niet|niets)|stiekem)', task: ' (?:negeer |vergeet |in plaats van|vat [^.]{0,20}niet samen|vertaal [^.]{0,20}niet|voordat je)', told: ' (?:instructies|regels|tekst|alles)[^.]{0,40} (?:je kreeg|je hebt|je kregen|gekregen|ontvangen)', place: ' (?:voor mijn|voor dit|aan het begin|hierboven)', exact: ' (?:woord voor woord|letterlijk|exact|volledig|herhaal|toon|schrijf)', reach: WIDE },
  // Polish
  { machine: ' (?:asystenta ai|asystent ai|asystenci|asystenta|asystent|model jezykowy|modelu jezykow|ai |agent ai)', call: ' (?:uwaga|do asyst|dla |notatka|instrukcja|jesli jestes|wiadomosc|drogi)', act: ' (?:wyslij |przeslij |przekaz |polec |usun |wykonaj |zamien |powiedz |dodaj |przelej )', hide: ' (?:nie (?:informuj|mow|wspominaj|zglaszaj)|bez (?:wiedzy|informow|mowienia)|po cichu)', task: ' (?:zignoruj|ignoruj |zapomnij |zamiast |nie streszczaj|nie tlumacz)', told: ' (?:instrukcj|zasad|tekst|wszystk)[^.]{0,40} (?:dostal|otrzymal|ci podan|masz)', place: ' (?:przed ta|przed moja|na poczatku|powyzej)', exact: ' (?:slowo w slowo|doslowni|dokladn|powtorz|wypisz|pokaz|cal)', reach: WIDE },
  // Swedish, Danish, Norwegian
  { machine: ' (?:ai assistent|assistent|assistenten|sprakmodell|sprogmodel|ai )', call: ' (?:obs |till |til |notera|bemaerk|instruktion|om du ar|hvis du er|kara |kaere |kjaere )', act: ' (?:skicka |send |vidarebefordra |videresend |rekommendera |anbefal |radera |slet |slett |kor |saga |lagg |tilfoj )', hide: ' (?:utan att (?:saga|beratta|namna)|uden at (?:sige|fortaelle|naevne)|uten a (?:si |fortelle|nevne)|(?:beratta|namn|fortael|fortell|naevn|nevn|sag|si|sig)(?: [^.]{1,20}){0,3} (?:inte|ikke)|i hemlighet)', task: ' (?:ignorera |ignorer |glom |glem |i stallet for|istallet for|i stedet for|sammanfatta inte|opsummer ikke|oppsummer ikke)', told: ' (?:instruktioner|instruktionen|regler|text|allt|instruksjon)[^.]{0,40} (?:du fick|du fik|du har|du fatt|modtog|mottok)', place: ' (?:fore |innan |i borjan|i starten|ovanfor|for denne|for min)', exact: ' (?:ord for ord|ordagrant|ordret|exakt|upprepa|gentag|gjenta|skriv|visa|vis )', reach: WIDE },
  // Russian, Ukrainian
  { machine: ' (?:ии |ии ассистент|ассистент|ассистенту|ассистента|языков|помощник|помощника|нейросет|асистент|асистента|ші |шi )', call: ' (?:важно для|внимание|для |примечание|заметка|уважаем|если ты|сообщение|увага|якщо ти|к )', act: ' (?:отправь|перешли|порекомендуи|рекомендуи|удали |выполни |замени |ответь|скажи |добавь|надішли|надишли|видали |виконаи)', hide: ' (?:(?:ничего )?не (?:говори|сообщаи|упоминаи|рассказываи|кажи|повідомляи)(?: [^.]{1,20}){0,2} (?:пользовател|об этом|ему|никому|користувач)|ничего не говори|нічого не кажи|тайно|без ведома)', task: ' (?:не пересказыва|не переводи|не резюмир|вместо |игнорируи|забудь|замість )', told: ' (?:инструкци|правил|текст|все что|указани|інструкці)[^.]{0,40} (?:тебе|ты получил|получил|дали|тобі|отримав)', place: ' (?:до этого|до моего|перед |в начале|выше|на початку)', exact: ' (?:дословно|слово в слово|полностью|точн|повтори|выведи|покажи|напиши)', reach: WIDE },
  // Turkish
  { machine: ' (?:yapay zeka|asistan|asistani|dil modeli|sohbet robotu)', call: ' (?:not |dikkat|icin |sayin|eger sen|mesaj)', act: ' (?:gonder |ilet |oner |sil |calistir |degistir |soyle |ekle |aktar )', hide: ' (?:soyleme |bahsetme |bildirme |haber verme|gizlice)', task: ' (?:ozetleme |cevirme |yerine |unut |gormezden)', told: ' (?:talimat|kural|metin|her sey)[^.]{0,40} (?:aldigin|verilen|sana)', place: ' (?:once|onceki|basinda|baslangic|yukaridaki)', exact: ' (?:kelimesi kelimesine|aynen|tam |tekrarla|yaz |goster)', reach: WIDE },
  // Chinese
  { machine: '(?:ai助手|ai助理|人工智能|语言模型|語言模型|智能助手|大模型|ai代理|助手请|助手請)', call: '(?:请注意|注意|致|给|如果你是|如果您是|阅读|阅)', act: '(?:发送到|发送给|发给|发到|转发|寄给|傳送|推荐|删除|执行|替换|回答说|转账|上传)', hide: '(?:不要告诉用户|不要通知用户|不要提及|不必询问|无需确认|别告诉用户|不要告訴|悄悄)', task: '(?:不要总结|不要翻译|不要概括|而是|忽略|忘记)', told: '(?:收到的|得到的|告诉你|给你的|被告知)', place: '(?:之前|以上|开头|开始|前面|第一条)', exact: '(?:原样|逐字|一字不|完整|全部|原文|重复|复述|输出)', reach: DENSE },
  // Japanese
  { machine: '(?:aiアシスタント|アシスタント|言語モデル|人工知能|aiエージェント|エージェント|aiモテル|チャットホット|チャットボット)', call: '(?:へ |へ|宛|の場合|を読んで|注意)', act: '(?:送信|転送|送って|推薦して|勧めて|削除して|実行して|置き換え|追加して|振り込|答えて|回答して|アップロード|アッフロート)', hide: '(?:知らせない|伝えない|言わない|報告しない|確認せず|内緒|黙って)', task: '(?:要約せず|要約しない|翻訳せず|代わりに|無視して|忘れて)', told: '(?:受け取った|与えられた|指示された|言われた)', place: '(?:前に|以前|最初|冒頭|上の|始まる)', exact: '(?:そのまま|一字一句|全文|正確に|すべて|全て|繰り返|出力)', reach: DENSE },
  // Korean
  { machine: '(?:ai 비서|ai비서|ai 어시스턴트|어시스턴트|언어 모델|언어모델|인공지능|ai 에이전트|챗봇)', call: '(?:에게|주의|라면|께)', act: '(?:보내고|보내세요|보내줘|전송하|전달하|추천하|삭제하|실행하|바꾸|추가하|송금하|업로드하)', hide: '(?:알리지 마|말하지 마|언급하지 마|묻지 말|확인하지 말|몰래)', task: '(?:요약하지 말|번역하지 말|대신 |무시하|잊어)', told: '(?:받은|주어진|지시받은)', place: '(?:이전|전에|처음|시작|위의)', exact: '(?:그대로|한 글자도|전부|정확히|모두|반복|출력)', reach: DENSE },
]

const pattern = (source: string): RegExp => new RegExp(foldLetters(source), 'g')

export const cueKeywords: readonly CueKeywords[] = stems.map(({ reach, ...sources }) => ({
  machine: pattern(sources.machine),
  call: pattern(sources.call),
  act: pattern(sources.act),
  hide: pattern(sources.hide),
  task: pattern(sources.task),
  told: pattern(sources.told),
  place: pattern(sources.place),
  exact: pattern(sources.exact),
  reach,
}))
