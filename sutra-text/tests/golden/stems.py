"""Stems of the Python port of the Snowball stemmers: `pip install snowballstemmer==2.2.0`, then
`python stems.py > stems.tsv`. Columns: language code, word, stem."""

import snowballstemmer

WORDS = {
    "en": "running generously happiness relational vietnamization organisms skies dying news inning proceed "
    "exceedingly hopping hoped universal universities conspicuous abilities controlled flies agreed",
    "de": "häuser straßen aufeinander kategorien jahrhunderts schönheit lebendigkeit mädchens",
    "fr": "continuellement majestueusement chevaux nationalités mangeaient élèves",
    "es": "corriendo rápidamente naciones habitaciones cantábamos",
    "ru": "книгами важнейшие бегающий красивая",
    "sv": "flickorna jaktkarlarnes kvinnor",
    "nl": "lichamelijkheden opgroeiende boeken",
    "it": "abbandonati propriamente nazionali",
    "pt": "boiando quilométricas nacionalidades",
    "fi": "taloissammekin edeltäjistään",
    "tr": "kitaplarımızdan evlerinde",
    "hu": "házakban gyermekeinknek",
    "ro": "copilului frumoaselor",
    "da": "undersøgelserne bøgerne",
    "no": "havnedistriktene opningen",
}
NAMES = dict(
    en="english", de="german", fr="french", es="spanish", ru="russian", sv="swedish", nl="dutch", it="italian",
    pt="portuguese", fi="finnish", tr="turkish", hu="hungarian", ro="romanian", da="danish", no="norwegian",
)

for code, words in WORDS.items():
    stemmer = snowballstemmer.stemmer(NAMES[code])
    for word in words.split():
        print(code, word, stemmer.stemWord(word), sep="\t")
