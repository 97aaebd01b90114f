//! The rules of sentences, one by one.

use sutra_chunk::Language;

use crate::laws::check_sentences;

fn split(language: Language, text: &str) -> Vec<&str> {
    check_sentences(language, text).into_iter().map(|span| &text[span.range()]).collect()
}

/// Checks sentences that are written with a bar between them.
fn assert_split(language: Language, marked: &str) {
    let wanted: Vec<_> = marked.split('|').map(str::trim).collect();
    assert_eq!(split(language, &marked.replace('|', "")), wanted);
}

#[test]
fn blank_lines_end_sentences_and_single_breaks_do_not() {
    assert_eq!(split(Language::Neutral, "one\ntwo\n\nthree\r\n \r\nfour"), ["one\ntwo", "three", "four"]);
    assert_eq!(split(Language::Neutral, "one\u{2029}two\u{2028}three"), ["one", "two\u{2028}three"]);
}

#[test]
fn blocks_begin_and_end_sentences() {
    let text = "Title\n=====\nText goes\non.\n- one\n- two\n# Head\nmore\n| a | b |\n|---|---|\n| 1 | 2 |\nend\n```sh\nls\n```\nlast";
    assert_eq!(
        split(Language::English, text),
        [
            "Title\n=====",
            "Text goes\non.",
            "- one",
            "- two",
            "# Head",
            "more",
            "| a | b |",
            "|---|---|",
            "| 1 | 2 |",
            "end",
            "```sh",
            "ls",
            "```",
            "last",
        ]
    );
}

/// A line of a paragraph is broken where the next word does not fit. Where it would have fitted, and the next line
/// begins as a sentence does, the line stands for itself.
#[test]
fn short_lines_before_capitals_are_titles() {
    for text in [
        "Getting started\nTo begin with, install the package and read its manual.|Then go on.",
        "Ann: So what do you think of it now?|Bob: Well",
        "Name\nThe name of the person whose record this is, as it stands in the register.",
    ] {
        let text = text.replace('|', "\n");
        let wanted: Vec<_> = text.split('\n').collect();
        assert_eq!(split(Language::English, &text), wanted);
    }
    for wrapped in [
        "This is the house that was built for the\nPresident of the Board, who never lived in\nLondon at all.",
        "It belongs to the firm of Miller, Miller,\nSmith and the other sons of Mr. Jonathan Miller of Leeds.",
        "Das Haus liegt an einer\nStraße, die nach\nBerlin führt.",
    ] {
        assert_eq!(split(Language::English, wrapped), [wrapped]);
    }
}

#[test]
fn lines_behind_a_list() {
    assert_eq!(
        split(Language::English, "- one goes\n  On here\n- two\nDone. Next"),
        ["- one goes\n  On here", "- two", "Done.", "Next"]
    );
}

#[test]
fn lists_of_other_scripts() {
    assert_eq!(split(Language::Hindi, "१. पहला\n२. दूसरा है।"), ["१. पहला", "२. दूसरा है।"]);
    assert_eq!(split(Language::Russian, "Так:\nа) первый\nб) второй"), ["Так:", "а) первый", "б) второй"]);
    assert_eq!(split(Language::Chinese, "如下：\n１、苹果\n２、梨"), ["如下：", "１、苹果", "２、梨"]);
}

#[test]
fn a_quotation_mark_behind_a_space_closes_at_the_end_of_a_line() {
    assert_eq!(
        split(Language::English, "He said \" Go . \" \nShe went ."),
        ["He said \" Go . \"", "She went ."]
    );
}

#[test]
fn english_abbreviations() {
    for marked in [
        "Gen. Lee met Mrs. Hall at 3 p.m. on Friday.| They left.",
        "It closed at 6 p.m. Ann went home.",
        "It opens at 9 a.m. Monday to Friday.| Dr.No is here.",
        "See Fig. 3 and e.g. Smith et al. 2020 for more.",
        "She works for Acme Corp. in Ohio.| He does not.",
        "We met J. R. R. Tolkien.| His books sold.",
        "They flew to the U.K. Embassy staff in June.",
        "Use apples, pears, etc. The rest is yours.",
    ] {
        let marked = marked.replace("p.m. Ann", "p.m.| Ann").replace("etc. The", "etc.| The");
        assert_split(Language::English, &marked);
    }
}

#[test]
fn numbers_and_addresses() {
    for marked in [
        "It costs $5.| 20 people paid.",
        "Version 2.0.1 is out.| See https://example.com/a.B?c=d.E for more.",
        "Write to Jo.Doe@example.com.| Call System.out.Print or foo.The_bar now.",
        "1. See version 2. Then go on.",
    ] {
        let marked = marked.replace("2. Then", "2.| Then");
        assert_split(Language::English, &marked);
    }
}

#[test]
fn quotes_and_brackets_close_with_their_sentence() {
    for marked in [
        "He said “Go.”| She went.",
        "(So it was.)| It ended (at last).| **Really.**| Yes.",
        "Is this (?) right?| It is [...] so.",
        "„Kommst du?“| Sie ging.",
        "»Nein.«| Sie blieb.",
        "« Oui ! »| Il part.",
        "Why ? !| Because.| I like it :)| You too.",
    ] {
        assert_split(Language::Neutral, marked);
    }
}

#[test]
fn references_stay_with_their_sentence() {
    assert_split(
        Language::English,
        "It ended.[12]| Then it began.[3][4]| So they say.[citation needed]| Good.²| Yes.",
    );
    assert_split(Language::English, "Read a.[b] first.| Then x.");
    assert_split(Language::Neutral, "<b>So.</b>| Then <i>this.<br/>|\nNo</i> a.<T>b");
}

#[test]
fn words_that_run_into_abbreviations() {
    assert_split(
        Language::Italian,
        "Si veda l'art. 5 dell'avv. Rossi.| Poi l'on. Verdi parla dell'oro.| Fine.",
    );
}

#[test]
fn scripts_without_spaces() {
    for marked in [
        "「はい。」と言った。|それだけ。",
        "他说“好。”，然后走了。|真的",
        "他說：「好。」|然後走了！|真的？|是",
        "π是３．１４。|好",
        "ما هذا؟|هذا كتاب.| نعم",
        "ပထမ။|ဒုတိယ။",
    ] {
        assert_split(Language::Neutral, marked);
    }
}

#[test]
fn other_languages() {
    assert_split(
        Language::German,
        "Am 3. Mai kam Dr. Weiß.| Er blieb bis zum 12. Juni.| Das war 2012.| Dann ging er.",
    );
    assert_split(Language::French, "M. Dupont habite av. Foch, cf. p. 12.| Il part.");
    assert_split(Language::Spanish, "¿Viene el Sr. Gómez?| ¡Sí!| Vive en la Av. Mayor núm. 5.");
    assert_split(Language::Indonesian, "PT. Maju ada di Jl. Sudirman No. 5.| Kantor itu besar.");
}

#[test]
fn unknown_languages_are_errors_that_list_the_known() {
    let error = "klingon".parse::<Language>().unwrap_err();
    assert_eq!(error.kind(), sutra_core::ErrorKind::InvalidConfig);
    for language in Language::ALL {
        assert!(error.to_string().contains(language.code()));
        assert_eq!(language.code().to_uppercase().parse::<Language>().unwrap(), *language);
    }
}
