//! `sutra search`: what it finds, and how its cache keeps up.

use serde_json::Value;

use crate::run::Shell;

fn harbour() -> Shell {
    let shell = Shell::new();
    shell.write(
        "files/sea.md",
        "# The sea\n\nHarbour walls keep the winter sea out.\n\nSee [bread](bread.txt).\n",
    );
    shell.write("files/bread.txt", "Bread rises overnight. The oven is lit at four — für alle.\n");
    shell.write("files/page.html", "<html><head><title>Mill</title></head><body><p>The mill grinds &amp; sifts <b>rye</b>.</p></body></html>");
    shell.write(
        "files/records.jsonl",
        concat!(
            "{\"_id\": \"r1\", \"title\": \"Granite\", \"text\": \"\"}\n",
            "{\"_id\": \"r2\", \"text\": \"Quarry workers cut stone.\", \"metadata\": {\"year\": 1851}}\n",
            "{\"text\": \"no id\"}\n",
        ),
    );
    shell
}

fn docs(answer: &Value) -> Vec<&str> {
    answer["hits"].as_array().unwrap().iter().map(|hit| hit["doc"].as_str().unwrap()).collect()
}

#[test]
fn it_answers_with_exact_spans_of_files_that_can_be_opened() {
    let shell = harbour();
    for (query, doc) in
        [("what keeps the sea out?", "files/sea.md"), ("when is the oven lit?", "files/bread.txt")]
    {
        let answer = shell.run(&["search", "--in", "files", query, "--json"]).json();
        let hit = &answer["hits"][0];
        assert_eq!((hit["doc"].as_str(), hit["rank"].as_u64()), (Some(doc), Some(1)));
        let bytes = std::fs::read(shell.path(doc)).unwrap();
        let (start, end) = (hit["chunk"]["start"].as_u64().unwrap(), hit["chunk"]["end"].as_u64().unwrap());
        assert_eq!(&bytes[start as usize..end as usize], hit["text"].as_str().unwrap().as_bytes());
    }
}

#[test]
fn html_hits_name_the_bytes_of_the_file() {
    let shell = harbour();
    let answer = shell.run(&["search", "--in", "files", "mill rye", "--json"]).json();
    let hit = &answer["hits"][0];
    assert!(hit["text"].as_str().unwrap().contains("grinds & sifts rye"), "{hit}");
    let file = std::fs::read_to_string(shell.path("files/page.html")).unwrap();
    let range = |end: &str| hit["source"][end].as_u64().unwrap() as usize;
    assert!(file[range("start")..range("end")].contains("grinds &amp; sifts <b>rye"));
}

#[test]
fn a_record_with_a_title_alone_is_found() {
    let answer = harbour().run(&["search", "--in", "files", "granite", "--json"]).json();
    let hit = &answer["hits"][0];
    assert_eq!((hit["doc"].as_str(), hit["text"].as_str()), (Some("r1"), Some("")));
    assert_eq!(hit["chunk"], serde_json::json!({"start": 0, "end": 0}));
}

#[test]
fn every_hit_of_full_explains_itself() {
    let shell = harbour();
    let args = ["search", "--in", "files", "bread and the sea", "--pipeline", "full", "--explain", "--json"];
    let answer = shell.run(&args).json();
    assert_eq!(answer["without"], serde_json::json!([]));
    for hit in answer["hits"].as_array().unwrap() {
        let signals = hit["signals"].as_object().unwrap();
        assert_eq!(signals.keys().collect::<Vec<_>>(), ["graph", "rerank", "similarity"]);
        let sum: f64 = signals.values().map(|signal| signal["contribution"].as_f64().unwrap()).sum();
        assert!((sum - hit["score"].as_f64().unwrap()).abs() < 1e-6);
        assert!(!hit["stages"].as_object().unwrap().is_empty());
    }
    let plain = shell.run(&["search", "--in", "files", "bread", "--json"]).json();
    assert!(plain["hits"][0].get("signals").is_none(), "only with --explain");
}

#[test]
fn the_cache_notices_changed_new_and_removed_files() {
    let shell = harbour();
    let ask = |query: &str| {
        shell.run(&["search", "--in", "files", query, "--json", "--report", "report.json"]).json()
    };
    let report =
        || -> Value { serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap() };
    assert_eq!(docs(&ask("oven"))[0], "files/bread.txt");
    assert_eq!((&report()["documents"], &report()["changed"]), (&5.into(), &4.into()));

    shell.write("files/bread.txt", "Bread rises overnight. Nothing is lit here at all any more.\n");
    shell.write("files/new.txt", "The kiln is fired on Mondays.\n");
    std::fs::remove_file(shell.path("files/page.html")).unwrap();
    assert_eq!(docs(&ask("kiln"))[0], "files/new.txt");
    assert_eq!((&report()["documents"], &report()["removed"]), (&5.into(), &1.into()));
    assert!(ask("oven")["hits"].as_array().unwrap().is_empty());
    assert!(!docs(&ask("mill rye sea")).contains(&"files/page.html"));
}

#[test]
fn an_update_gives_what_a_fresh_index_gives() {
    let shell = harbour();
    let ask = || shell.run(&["search", "--in", "files", "bread and the sea", "--explain", "--json"]).json();
    ask();
    shell.write("files/more.md", "# More\n\nSea salt and bread.\n");
    shell
        .write("files/sea.md", "# The sea\n\nThe sea is calm. See [bread](bread.txt) and [more](more.md).\n");
    let mut updated = ask();
    std::fs::remove_dir_all(shell.path("cache")).unwrap();
    let mut fresh = ask();
    assert_eq!((updated["generation"].take(), fresh["generation"].take()), (2.into(), 1.into()));
    assert_eq!(updated, fresh);
}

#[test]
fn the_second_run_answers_the_same() {
    let shell = harbour();
    let args = ["search", "--in", "files", "bread and the sea", "--explain", "--json"];
    std::thread::sleep(std::time::Duration::from_millis(60));
    let first = shell.run(&args);
    let second = shell.run(&args);
    assert_eq!(first.out, second.out);
    assert!(second.err.is_empty(), "nothing changed: {}", second.err);
}

#[test]
fn a_damaged_cache_is_made_anew() {
    let shell = harbour();
    let args = ["search", "--in", "files", "bread", "--json"];
    let first = shell.run(&args);
    let folders = std::fs::read_dir(shell.path("cache")).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut damaged = 0;
    for path in files.map(|entry| entry.unwrap().path()) {
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        if let Some(byte) = bytes.get_mut(middle) {
            *byte ^= 0xff;
            std::fs::write(&path, bytes).unwrap();
            damaged += 1;
        }
    }
    assert!(damaged > 2);
    let second = shell.run(&args);
    assert_eq!(first.out, second.out);
    assert!(second.err.contains("made anew"), "{}", second.err);
}

#[test]
fn two_runs_at_once_are_safe() {
    let shell = harbour();
    let args = ["search", "--in", "files", "bread", "--json"];
    let outs: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| shell.run(&args).out)).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(outs.iter().all(|out| !out.is_empty() && *out == outs[0]));
}

#[test]
fn the_same_id_in_two_files_names_its_file() {
    let shell = Shell::new();
    shell.write("files/a.jsonl", "{\"_id\": \"x\", \"text\": \"Apples are red.\"}\n");
    shell.write("files/b.jsonl", "{\"_id\": \"x\", \"text\": \"Pears are green.\"}\n");
    let ask = |query: &str| shell.run(&["search", "--in", "files", query, "--json"]).json();
    assert_eq!(docs(&ask("apples"))[0], "x");
    assert_eq!(docs(&ask("pears"))[0], "files/b.jsonl#x");
    std::fs::remove_file(shell.path("files/a.jsonl")).unwrap();
    assert_eq!(docs(&ask("pears")), ["x"], "it is alone now");
}

#[test]
fn links_come_from_a_file_too() {
    let shell = harbour();
    shell.write("links.tsv", "src\tdst\nr1\tr2\n");
    let args = ["search", "--in", "files/records.jsonl", "stone granite", "--pipeline", "full", "--json"];
    let bare = shell.run(&args).json();
    assert_eq!(bare["without"], serde_json::json!(["graph: the corpus has no links"]));
    let linked = shell.run(&[&args[..], &["--links", "links.tsv"]].concat()).json();
    assert_eq!(linked["without"], serde_json::json!([]));
}

#[test]
fn a_folder_under_two_spellings_is_one() {
    let shell = harbour();
    let args = ["search", "--in", "files", "--in", "./files", "--in", "files/sea.md", "winter sea", "--json"];
    let answer = shell.run(&args).json();
    assert_eq!(docs(&answer).iter().filter(|doc| doc.ends_with("sea.md")).count(), 1, "{answer}");
}

#[test]
fn a_record_whose_id_looks_like_a_page_is_no_page() {
    let shell = harbour();
    shell.write("files/more.jsonl", "{\"_id\": \"files/page.html\", \"text\": \"Quinces ripen late.\"}\n");
    let answer = shell.run(&["search", "--in", "files/more.jsonl", "quinces", "--json"]).json();
    assert_eq!(docs(&answer), ["files/page.html"]);
    assert!(answer["hits"][0].get("source").is_none());
}

#[test]
fn trouble_with_the_cache_folder_does_not_end_the_search() {
    let shell = harbour();
    shell.write("cache", "a file where a folder belongs");
    let ran = shell.run(&["search", "--in", "files", "oven", "--json"]);
    assert_eq!(docs(&ran.json())[0], "files/bread.txt");
    assert!(ran.err.contains("no cache is kept"), "{}", ran.err);
}

/// The folder of the only cache.
fn cache_of(shell: &Shell) -> std::path::PathBuf {
    let mut entries = std::fs::read_dir(shell.path("cache")).unwrap().map(|entry| entry.unwrap().path());
    entries.find(|path| path.is_dir()).unwrap()
}

#[test]
fn a_cache_that_cannot_be_made_does_not_end_the_search() {
    let shell = harbour();
    let args = ["search", "--in", "files", "oven", "--json"];
    let first = shell.run(&args);
    let folder = cache_of(&shell);
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "a file where the cache belongs").unwrap();
    let second = shell.run(&args);
    assert_eq!(second.out, first.out);
    assert!(second.err.contains("no cache is kept"), "{}", second.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_does_not_end_the_search() {
    let shell = harbour();
    let args = ["search", "--in", "files", "oven", "--json"];
    let command =
        format!("trap '' XFSZ; ulimit -f 0; exec {} {}", env!("CARGO_BIN_EXE_sutra"), args.join(" "));
    std::fs::create_dir(shell.path("cache")).unwrap();
    let full = std::process::Command::new("sh")
        .args(["-c", &command])
        .current_dir(shell.path("."))
        .env("SUTRA_CACHE", shell.path("cache"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&full.stderr).into_owned();
    assert!(told.contains("no cache is kept"), "{told}");
    let roomy = shell.run(&args);
    assert_eq!(String::from_utf8_lossy(&full.stdout), roomy.out);
    assert!(!roomy.err.contains("cache"), "{}", roomy.err);
}

#[test]
fn a_run_waits_for_another_and_says_so() {
    let shell = harbour();
    let args = ["search", "--in", "files", "oven", "--json"];
    let first = shell.run(&args);
    let lock = std::fs::File::open(cache_of(&shell).join("sutra.lock")).unwrap();
    lock.lock().unwrap();
    let second = std::thread::scope(|scope| {
        let run = scope.spawn(|| shell.run(&args));
        std::thread::sleep(std::time::Duration::from_millis(2_500));
        assert!(!run.is_finished());
        lock.unlock().unwrap();
        run.join().unwrap()
    });
    assert_eq!(docs(&second.json()), docs(&first.json()));
    assert!(second.err.contains("waiting for another run"), "{}", second.err);
}

#[test]
fn a_cache_does_not_grow_with_every_change() {
    let shell = harbour();
    let words: Vec<String> = (0..1500).map(|word| format!("word{word}")).collect();
    let ask = |args: &[&str]| {
        shell
            .run(&[&["search", "--in", "files", "edition", "--chunk", "window:1w", "--json"], args].concat())
            .json()
    };
    let size = || -> u64 {
        let files = std::fs::read_dir(cache_of(&shell)).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
    };
    let mut first = 0;
    for edition in 0..12 {
        shell.write("files/words.txt", format!("edition {edition} {}", words.join(" ")));
        let hits = ask(&["--pipeline", "bm25"])["hits"].clone();
        assert_eq!(docs(&ask(&["--pipeline", "bm25"])), ["files/words.txt"], "{hits}");
        first = if edition == 0 { size() } else { first };
    }
    assert!(size() < 6 * first, "{} bytes, {first} at first", size());
}

#[test]
fn a_cache_inside_the_folder_is_not_searched() {
    let shell = harbour();
    let args = ["search", "--in", ".", "oven", "--json", "--report", "report.json"];
    shell.run(&args).json();
    shell.run(&args).json();
    let report: Value = serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap();
    assert!(
        report["left_out"].as_array().unwrap().iter().all(|row| !row["path"].to_string().contains("cache"))
    );
}

#[cfg(target_os = "linux")]
#[test]
fn standard_error_that_is_full_does_not_end_the_search() {
    let shell = harbour();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = |args: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_sutra"))
            .args(args)
            .current_dir(shell.path("."))
            .env("SUTRA_CACHE", shell.path("cache"))
            .stderr(full())
            .output()
            .unwrap()
            .status
            .code()
    };
    assert_eq!(run(&["search", "--in", "files", "oven"]), Some(0));
    assert_eq!(run(&["search", "--in", "nowhere", "oven"]), Some(2));
}

#[test]
fn a_file_written_just_now_is_read_again_and_is_no_change() {
    let shell = harbour();
    let args = ["search", "--in", "files", "oven", "--json", "--report", "report.json"];
    shell.run(&args).json();
    // Written within a tick of the first run, so its time cannot tell.
    shell.write("files/bread.txt", std::fs::read(shell.path("files/bread.txt")).unwrap());
    let before = shell.run(&args).json();
    let after = shell.run(&args).json();
    assert_eq!(before["hits"], after["hits"]);
    let report: Value = serde_json::from_slice(&std::fs::read(shell.path("report.json")).unwrap()).unwrap();
    assert_eq!((&report["changed"], &report["removed"]), (&0.into(), &0.into()));
}
