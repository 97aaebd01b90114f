use proptest::prelude::*;

use super::*;

fn text(html: &str) -> String {
    document("a.html", html).0.text
}

/// The bytes of the file that the first `piece` in the visible text comes from.
fn source<'a>(html: &'a str, piece: &str) -> &'a str {
    let (document, map) = document("a.html", html);
    let start = document.text.find(piece).unwrap();
    &html[map.source(start..start + piece.len()).unwrap()]
}

#[test]
fn only_what_is_visible_is_text() {
    let html = "<!doctype html><html><head><title>A &amp;\n B</title><style>p{}</style>\
                <script>if (a < b) { \"</p>\" }</script></head><body><template><p>no</p><a href=t.html>t</a></template>\
                <!-- no --><p>yes<noscript>too</noscript><iframe><p>no</p></iframe></body></html>";
    let (document, _) = document("x/a.html", html);
    assert_eq!((document.title.as_str(), document.text.as_str()), ("A & B", "yestoo"));
    assert!(document.links.is_empty());
}

#[test]
fn blocks_break_lines_and_white_space_collapses() {
    assert_eq!(text("<h1>A</h1>\n<p> b\n\t c <b>d</b>e <i> f</i></p>\n<p>g"), "A\n\nb c de f\n\ng");
    assert_eq!(text("<ul>\n<li>a</li>\n<li>b<br>c</li></ul>"), "a\nb\nc");
    assert_eq!(text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>d"), "a b\nc\n\nd");
    assert_eq!(text("a<div>b</div>c"), "a\nb\nc");
    assert_eq!(text("a&nbsp;&nbsp; b&#10;c"), "a\u{a0}\u{a0} b c");
}

#[test]
fn preformatted_text_keeps_its_white_space() {
    assert_eq!(text("<p>a</p><pre>\nb\n  c\n</pre><p>d"), "a\n\nb\n  c\n\nd");
    assert_eq!(text("<pre>\r\na\r\nb</pre>"), "a\nb");
    assert_eq!(text("<pre><b>\na</b></pre>"), "\na");
}

#[test]
fn the_title_of_a_picture_is_not_that_of_the_page() {
    let html = "<svg><title>no</title><desc>no</desc><text>label</text><g/></svg><title>yes</title>";
    let (document, _) = document("a.html", html);
    assert_eq!((document.title.as_str(), document.text.as_str()), ("yes", "label"));
}

#[test]
fn references_are_decoded_and_map_as_a_whole() {
    let html = "<p>caf&eacute; &lt;b&gt; &#x1F600; a & b &copy2 AT&T; é&unknown;";
    assert_eq!(text(html), "café <b> 😀 a & b ©2 AT&T; é&unknown;");
    for (piece, from) in [
        ("é <", "&eacute; &lt;"),
        ("f", "f"),
        ("😀", "&#x1F600;"),
        ("a & b", "a & b"),
        ("©", "&copy"),
        ("2", "2"),
        ("&T;", "&T;"),
        ("é&unknown;", "é&unknown;"),
    ] {
        assert_eq!(source(html, piece), from, "{piece}");
    }
}

#[test]
fn text_maps_to_the_bytes_of_the_file() {
    let html = "<p>One <b>two</b>\n three</p>\r\n<div>four\r\nfive</div>";
    assert_eq!(text(html), "One two three\n\nfour five");
    assert_eq!(source(html, "One"), "One");
    assert_eq!(source(html, "wo th"), "wo</b>\n th");
    assert_eq!(source(html, "three\n\nfo"), "three</p>\r\n<div>fo");
    assert_eq!(source(html, "four five"), "four\r\nfive");
}

#[test]
fn links_are_those_of_anchors() {
    let html = "<a HREF='../b.html#x' href=no.html>b</a><a href=\"c&amp;d.html\">c</a><a name=x>n</a>\
                <link href=l.html><img src=i.png><a href=https://e.org/>out</a><a href=../b.html>again</a></a href=z.html>";
    assert_eq!(document("x/y/a.html", html).0.links, ["x/b.html", "x/y/c&d.html"]);
}

#[test]
fn unfinished_pages_are_read_as_far_as_they_go() {
    assert_eq!(text("a<b"), "a");
    assert_eq!(text("a <"), "a <");
    assert_eq!(text("a&"), "a&");
    assert_eq!(text("a<!-- b"), "a");
    assert_eq!(text("a<script>b"), "a");
    assert_eq!(text("a<textarea>b<c"), "a\nb<c");
    assert_eq!(text(""), "");
}

/// Pages made of tags, references, odd line ends and any characters.
fn pages() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        4 => "[a-z é😀&<>;#x0-9\\r\\n\"'/=!-]{0,12}",
        4 => prop::sample::select(vec![
            "<p>", "</p>", "<br>", "<div class=a>", "</div>", "<b>", "</b>", "<pre>", "</pre>", "<a href='x.html'>",
            "</a>", "<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<textarea>",
            "</textarea>", "<svg>", "<g/>", "</svg>", "<template>", "</template>", "<!--", "-->", "<!doctype html>",
            "&amp;", "&lt;", "&nbsp;", "&eacute", "&#10;", "&#x1F600;", "&#0;", "&notit;", "&", "\r\n", "\r", " ",
            "word", "\0", "<![CDATA[", "]]>", "<?php", "<plaintext>", "</", "<xmp>", "\u{feff}",
        ]).prop_map(str::to_owned),
        1 => any::<String>(),
    ];
    prop::collection::vec(fragment, 0..30).prop_map(|fragments| fragments.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_character_maps_to_bytes_of_the_file(html in pages()) {
        let (document, map) = document("a.html", &html);
        let mut last = 0;
        for (start, c) in document.text.char_indices() {
            let range = map.source(start..start + c.len_utf8()).unwrap();
            prop_assert!(range.start < range.end && last <= range.end, "{:?} after {}", range, last);
            let bytes = html.get(range.clone());
            prop_assert!(bytes.is_some(), "{:?} is no text", range);
            let bytes = bytes.unwrap_or_default();
            let decoded = bytes.contains(['&', '\r', '\0']);
            prop_assert!(decoded || c.is_ascii_whitespace() || bytes.starts_with(c), "{:?} from {:?}", c, bytes);
            last = range.end;
        }
        let whole = map.source(0..document.text.len());
        prop_assert_eq!(whole.is_none(), document.text.is_empty());
        prop_assert_eq!(SourceMap::load(&map.save()).unwrap(), map);
    }

    #[test]
    fn plain_text_is_the_text(words in prop::collection::vec("[a-zé]{1,6}", 1..20)) {
        let html = format!("<p>{}</p>", words.join(" \n"));
        let (document, map) = document("a.html", &html);
        prop_assert_eq!(&document.text, &words.join(" "));
        let at = document.text.len() - words.last().map_or(0, String::len);
        prop_assert_eq!(html.get(map.source(at..document.text.len()).unwrap()), words.last().map(String::as_str));
    }
}
