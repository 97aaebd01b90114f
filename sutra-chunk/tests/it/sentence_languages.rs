//! Sentences of every language, marked by hand with a bar between them. They count as one scored set: the floor is
//! what was reached, and it only rises.

use sutra_chunk::Language;

use crate::laws::check_sentences;

/// Each language with texts that its rules are there for.
const MARKED: &[(&str, &[&str])] = &[
    (
        "am",
        &[
            "ሰላም ነው። |እንዴት ነህ? |ደህና ነኝ።",
            "በ1990 ዓ.ም. ተወለደ። |ከዚያ ወደ አዲስ አበባ ሄደ።",
            "ዛሬ ዝናብ ነው፡፡ |ነገ ፀሐይ ይሆናል፡፡",
            "ምን ፈለግህ፧ |ውሃ ብቻ።",
            "ሰላም፡ለዓለም፡ሁሉ። |እሺ።",
        ],
    ),
    (
        "ar",
        &[
            "ذهب د. أحمد إلى المستشفى. |هل عاد؟ |لا نعرف.",
            "انظر ص. 15 من الكتاب. |هذا كل شيء!",
            "ولد عام 1950 م. |وقد مات شابا.",
            "حضر أ.د. محمود سالم الاجتماع. |ثم غادر.",
            "بلغ السعر 3.5 دولار. |موقعنا www.example.com مفتوح.",
        ],
    ),
    (
        "de",
        &[
            "Wir treffen uns am 3. Oktober um 10.30 Uhr. |Bringen Sie Dr. Weber mit.",
            "Das kostet ca. 5,50 Euro. |Ist das viel?",
            "Er lebte im 19. Jahrhundert. |Damals gab es, z. B. in Wien, viele Cafés usw. |Das ist lange her.",
            "Ludwig XIV. regierte lange. |Friedrich II. von Preußen auch.",
            "„Komm!“, rief sie. |Er kam.",
            "Siehe Abb. 3 und Kap. 4. |Danach folgt § 5 Abs. 2 BGB.",
        ],
    ),
    (
        "el",
        &[
            "Ο κ. Παπαδόπουλος ήρθε χθες. |Πού πήγε; |Δεν ξέρω.",
            "Βλ. σελ. 12 για περισσότερα. |Η τιμή ήταν 3,50 ευρώ.",
            "Γεννήθηκε το 300 π.Χ. στην Αθήνα. |Ήταν σοφός.",
            "Αγόρασε μήλα, αχλάδια κ.λπ. από την αγορά. |Ύστερα έφυγε!",
        ],
    ),
    (
        "en",
        &[
            "Mr. J. R. Smith of Acme Inc. arrived at 5 p.m. on Mon. the 3rd. |Nobody met him.",
            "Version v1.2 is out; 2.0.1 is not. |See www.example.org/a.b for more.",
            "\"Is it done?\" she asked. |\"It is.\" |He smiled (at last).",
            "It was, e.g. in St. Louis, cheap (ca. $3.50). |I paid £4.",
            "I... don't know. |Well… maybe. |Wait ... what?",
            "Mail jo.doe@example.com. |Then call.",
        ],
    ),
    (
        "es",
        &[
            "El Sr. Pérez vive en la Av. Mayor n.º 5. |¿Lo conoces? |¡Claro que sí!",
            "Llegó a EE. UU. en 1990. |Véase la pág. 12 del vol. 3.",
            "La Dra. Ruiz, p. ej., no vino. |Nadie lo sabía.",
        ],
    ),
    (
        "fa",
        &[
            "امروز هوا خوب است. |آیا می‌آیی؟ |بله!",
            "قیمت آن ۳.۵ دلار بود. |ر.ک. ص. ۱۲ کتاب.",
            "او در سال ۳۰۰ ق.م. زاده شد. |سپس به تهران رفت.",
        ],
    ),
    (
        "fr",
        &[
            "M. Dupont et Mme Roy habitent au 5 av. Foch. |Qui sait ? |Personne !",
            "Il a dit : « Je pars. » |Puis il est parti.",
            "Voir p. 12, fig. 3. |C.-à-d. la suite, cf. art. 5.",
        ],
    ),
    (
        "hi",
        &[
            "डॉ. शर्मा कल आए। |क्या आप जानते हैं? |नहीं!",
            "यह पुस्तक पृ. 12 पर देखें। |प्रो. वर्मा ने इसे लिखा है।",
            "मौसम साफ है | |हम चलेंगे |",
            "दूरी ३.५ कि.मी. है। |गाँव पास है॥ |ठीक।",
            "वह घर गया. |फिर सो गया.",
        ],
    ),
    (
        "hy",
        &[
            "Այսօր լավ օր է։ |Դու գալի՞ս ես։ |Այո՛։",
            "Ժամը 10:30 է: |Գնացինք տուն: |Վերջ:",
            "Պրոֆ. Սարգսյանը եկավ։ |Նա մնաց մինչև երեկո։",
        ],
    ),
    (
        "id",
        &[
            "Bpk. Ahmad tinggal di Jl. Merdeka No. 5. |Apakah Anda kenal?",
            "Harganya Rp. 5.000,00 per kg. |Mahal sekali!",
            "Beli apel, jeruk, dll. di pasar. |Lihat hal. 12.",
        ],
    ),
    (
        "it",
        &[
            "Il sig. Rossi e la dott.ssa Bianchi sono qui. |Chi li ha visti? |Nessuno!",
            "Si veda p. 12, fig. 3 e art. 5. |Costa 3,50 euro.",
            "Ha comprato mele, pere ecc. al mercato. |Poi è tornato.",
            "Nacque nel 50 a.C. a Roma. |Era figlio di un mercante.",
            "La FIAT S.p.A. ha sede a Torino. |«Davvero?» |Sì.",
        ],
    ),
    (
        "ja",
        &[
            "今日は晴れです。|散歩に行きますか？|はい！",
            "「もう遅い。」と彼は言った。|そして帰った。",
            "価格は３．５ドルです。|Dr. Smithは来ません。",
            "本当?|うん。",
        ],
    ),
    ("my", &["ဒီနေ့ ရာသီဥတု ကောင်းတယ်။ |သူ၊ မိန်းမနှင့် ကလေး လာသည်။ |ဟုတ်လား။", "သွားမယ်။|လာမယ်။"]),
    (
        "nl",
        &[
            "Dhr. Jansen en mevr. De Vries wonen hier, d.w.z. in nr. 5. |Wie kent hen?",
            "Koop appels, peren, enz. op de markt. |'s Avonds is het stil.",
            "Zie blz. 12 van dl. 3 e.v. |Het kost ca. € 3,50.",
            "Prof. dr. A. J. van den Berg sprak. |Niemand luisterde!",
        ],
    ),
    (
        "pt",
        &[
            "O Sr. Silva e a Dra. Souza moram na Av. Brasil, n.º 5. |Você os conhece? |Sim!",
            "Veja a p. 12 do vol. 3. |Custa R$ 3.500,00.",
            "Comprou maçãs, peras etc. na feira. |Depois voltou.",
            "Viveu no séc. V a.C. em Roma. |Era pobre.",
        ],
    ),
    (
        "ru",
        &[
            "А. С. Пушкин родился в 1799 г. в Москве. |Он был поэтом.",
            "См. рис. 3 на стр. 12. |Дом стоит на ул. Ленина, д. 5, кв. 7.",
            "Это стоит 5 тыс. руб. в месяц. |Дорого? |Да!",
            "Он купил яблоки, груши и т. д. на рынке. |Потом ушёл.",
            "Проф. Иванов, т. е. мой сосед, молчал… |Все ждали.",
            "«Ты идёшь?» |«Нет.» |Он остался.",
        ],
    ),
    (
        "th",
        &[
            "สวัสดีครับ |ผมชื่อสมชาย",
            "เขาชอบกินข้าวผัด ไข่ดาว และผลไม้  |พรุ่งนี้เขาจะไปตลาด",
            "คุณจะไปด้วยไหม |ไปค่ะ",
            "ฝนตกหนักมาก |ดังนั้นเราจึงอยู่บ้าน",
            "ดร. สมชาย เกิดเมื่อ พ.ศ. 2500 ที่เชียงใหม่",
            "จริงหรือ? |จริง!",
        ],
    ),
    (
        "und",
        &[
            "Dr. Smith paid 3.50. |“Why?” |(So it was.) |Ende.",
            "Mr. Ng’s site is at a.b.example.com/x?y=z. |OK!",
            "Ĉu vi venas? |Jes… |Ĝis!",
        ],
    ),
    (
        "ur",
        &[
            "آج موسم اچھا ہے۔ |کیا آپ آئیں گے؟ |جی ہاں۔",
            "اس نے ایم۔اے کیا ہے۔ |پھر پی۔ایچ۔ڈی کی۔",
            "یہ گھر ہے۔|وہ دکان ہے۔",
        ],
    ),
    (
        "zh",
        &[
            "今天下雨。|我们留在家里！|你想喝茶吗？|好的。",
            "他说：“我走了。”|然后他走了。",
            "价格是3.5元。|版本2.0.1已发布；见www.example.com。",
            "真的吗?|是的!|他叫Dr. Smith。",
        ],
    ),
];

#[test]
fn marked_texts() {
    let (mut passed, mut tried) = (0, 0);
    for (code, texts) in MARKED {
        let language: Language = code.parse().unwrap();
        for marked in *texts {
            // A bar with spaces around it is a sign of the text itself.
            let wanted: Vec<_> = pieces(marked).iter().map(|piece| piece.trim().to_string()).collect();
            let text = pieces(marked).concat();
            let found: Vec<_> =
                check_sentences(language, &text).iter().map(|span| text[span.range()].to_string()).collect();
            tried += 1;
            if found == wanted {
                passed += 1;
            } else {
                println!("{code}: {found:?}, wanted {wanted:?}");
            }
        }
    }
    println!("marked texts: {passed} of {tried}");
    assert_eq!(passed, tried);
}

/// The parts between the bars, where a bar that a space follows is no bar but a sign.
fn pieces(marked: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut chars = marked.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '|' && chars.peek().is_some_and(|next| !next.is_whitespace()) {
            pieces.push(String::new());
        } else if let Some(piece) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

#[test]
fn every_language_has_marked_texts() {
    let marked: Vec<_> = MARKED.iter().map(|(code, _)| *code).collect();
    for language in Language::ALL {
        assert!(marked.contains(&language.code()), "{language}");
    }
}
