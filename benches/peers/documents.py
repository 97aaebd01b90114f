"""Gathers English text for the benches of search into FOLDER/documents.jsonl, an object with `text` a line.

    python3 benches/peers/documents.py FOLDER [MEGABYTES]

In this order, until there is enough: the documents of SciFact, Cranfield and CACM and the texts of chunking_eval from
SUTRA_DATA, then documentation under permissive licences that lies on this machine: Rust's own (MIT or Apache-2.0, the
component rust-docs), the comments and READMEs of crates that cargo has fetched (those under MIT, Apache-2.0 or BSD), and
the pages of such of the Debian packages PACKAGES as are installed, or unpacked below the folder SUTRA_PACKAGES:

    apt-get download PACKAGE... && for each in *.deb; do dpkg -x $each FOLDER; done

All of them give about 200 MB: 400,000 passages of up to 600 characters, or a million sentences. Nothing of it is committed.
"""

import gzip
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

# Under MIT, BSD, Apache-2.0, PSF, PostgreSQL and Boost licences, or in the public domain.
PACKAGES = """
    rust-doc nodejs-doc python3.11-doc postgresql-doc-15 sqlite3-doc libboost1.81-doc python-django-doc cmake-doc
    python-sqlalchemy-doc python-sympy-doc python-skimage-doc python-dask-doc python-sklearn-doc python-scipy-doc
    python-statsmodels-doc python-astropy-doc erlang-doc apache2-doc scala-doc llvm-14-doc clang-14-doc opencv-doc
    python-pandas-doc
""".split() + ["nodejs", "python3.11", "python3-sqlalchemy"]

MARKUP = re.compile(r"(?s)<(script|style|nav|svg|head).*?</\1>|<!--.*?-->")
BLOCK = re.compile(r"(?i)</?(p|div|h[1-6]|li|ul|ol|pre|section|details|table|tr|br)\b[^>]*>")
TAG = re.compile(r"<[^>]+>")
PERMISSIVE = re.compile(r'license\s*=\s*"[^"]*(MIT|Apache-2\.0|BSD)')


def judged(data):
    for name in ("scifact", "cranfield", "cacm"):
        for line in (data / name / "corpus.jsonl").open(encoding="utf-8"):
            record = json.loads(line)
            yield (record.get("title", "") + "\n\n" + record["text"]).strip()
    for path in sorted((data / "chunking_eval").glob("*.md")):
        yield path.read_text(encoding="utf-8")


def page(path):
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", errors="ignore")
    text = MARKUP.sub(" ", text)
    text = html.unescape(TAG.sub("", BLOCK.sub("\n\n", text)))
    return re.sub(r"\n\s*\n\s*", "\n\n", re.sub(r"[ \t\u200b§]+", " ", text)).strip()


def rust():
    root = Path(subprocess.run(["rustc", "--print", "sysroot"], capture_output=True, text=True, check=True).stdout.strip())
    yield from map(page, sorted((root / "share/doc/rust/html").rglob("*.html")))


def crates():
    root = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo")) / "registry/src"
    for crate in sorted(path.parent for path in root.glob("*/*/Cargo.toml")):
        if not PERMISSIVE.search((crate / "Cargo.toml").read_text(encoding="utf-8", errors="ignore")):
            continue
        for path in sorted(crate.rglob("*")):
            if path.suffix == ".md":
                yield path.read_text(encoding="utf-8", errors="ignore")
            elif path.suffix == ".rs":
                lines = re.findall(r"(?m)^\s*//[/!] ?(.*)$", path.read_text(encoding="utf-8", errors="ignore"))
                yield "\n".join(lines)


def packages():
    root = Path(os.environ.get("SUTRA_PACKAGES", "/")) / "usr/share/doc"
    pages = {path.resolve() for name in PACKAGES for path in (root / name).rglob("*.htm*") if path.is_file()}
    yield from map(page, sorted(pages))


def paragraphs(text, seen):
    """The paragraphs that did not stand in an earlier document: pages share their frames."""
    for paragraph in text.split("\n\n"):
        key = hash(paragraph)
        if len(paragraph) > 40 and key not in seen:
            seen.add(key)
            yield paragraph


def main():
    folder, enough = Path(sys.argv[1]), float(sys.argv[2] if len(sys.argv) > 2 else 100) * 1e6
    data = Path(os.environ.get("SUTRA_DATA", Path(__file__).resolve().parents[3] / "shared/data"))
    folder.mkdir(parents=True, exist_ok=True)
    seen, size = set(), 0
    with (folder / "documents.jsonl").open("w", encoding="utf-8") as out:
        for source in (judged(data), rust(), crates(), packages()):
            for text in source:
                text = "\n\n".join(paragraphs(text, seen))
                if size >= enough:
                    break
                if text:
                    size += len(text)
                    out.write(json.dumps({"text": text}, ensure_ascii=False) + "\n")
    print(f"{size / 1e6:.0f} MB in {folder / 'documents.jsonl'}")


main()
